#include "sim/measure/schedule/packetizer.hpp"

#include <algorithm>

namespace dateline {

void Packetizer::offer_parts(ScheduledMessage message, std::uint64_t payload, CompiledNetwork& network) {
  const std::uint64_t room = sizes_.packet_length - 1;
  PacketRequest order = order_of(message, static_cast<std::uint32_t>((payload - 1) / room + 1));
  while (payload > 0) {
    const std::uint64_t part = std::min(payload, room);
    payload -= part;
    order.length = static_cast<std::uint32_t>(part) + 1;
    network.send(places_[message.from.rank], order);
  }
}

}  // namespace dateline

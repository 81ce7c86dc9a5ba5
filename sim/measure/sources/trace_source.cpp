#include "sim/measure/sources/trace_source.hpp"

#include <algorithm>

namespace dateline {

TraceSource::TraceSource(std::unique_ptr<TraceReader> reader, TracePlaces places, std::uint64_t packets, std::vector<FailedTerminals> failures)
    : cursor_(std::move(reader)),
      places_(std::move(places)),
      packets_(packets),
      depends_(cursor_.reader().has_dependencies()),
      ends_(std::move(failures)) {}

TracedPacket TraceSource::take() {
  TracePacket& read = cursor_.packet();
  TracedPacket packet{cursor_.position(), {}, {}, read.flits, read.traffic_class, {}};
  packet.source = places_.of(read.source, cursor_.reader());
  packet.destination = places_.of(read.destination, cursor_.reader());
  packet.waiting.swap(read.waiting);
  return packet;
}

void TraceSource::generate(Cycle now, bool measured, CompiledNetwork& network) {
  (void)ends_.begin(now);
  dependencies_.send_released([&](TracedPacket& packet) { send(packet, now, measured, network); });
  for (; cursor_.more() && cursor_.packet().cycle <= now; cursor_.advance()) {
    const std::uint32_t id = cursor_.packet().id;
    TracedPacket packet = take();
    dependencies_.add(packet.waiting);
    if (depends_ && dependencies_.waits(id)) {
      dependencies_.hold(id, std::move(packet));
    } else {
      send(packet, now, measured, network);
    }
  }
}

void TraceSource::send(TracedPacket& packet, Cycle now, bool measured, CompiledNetwork& network) {
  if (ends_.failed(packet.source) || ends_.known(packet.destination)) {
    ++counts_.not_sent;
    return;
  }
  // What delivered() and class_of() find it by.
  const std::uint32_t tag = depends_ ? dependencies_.depart(packet) : packet.traffic_class;
  network.send(packet.source, {now, packet.destination, packet.flits, tag, measured});
  ++counts_.offered;
}

std::uint8_t TraceSource::class_of(const PacketRequest& order) const {
  return depends_ ? dependencies_.class_of(order.tag) : static_cast<std::uint8_t>(order.tag);
}

void TraceSource::delivered(const Delivery& delivery) {
  ++counts_.delivered;
  counts_.completion = std::max(counts_.completion, delivery.ejected + 1);
  if (depends_) dependencies_.delivered(delivery.packet.order.tag);
}

Cycle TraceSource::next_cycle(Cycle from) const {
  if (dependencies_.any_released()) return from;
  return cursor_.more() ? std::max(from, cursor_.packet().cycle) : kNever;
}

std::optional<double> TraceSource::progress() const {
  return packets_ == 0 ? 1.0 : static_cast<double>(counts_.delivered) / static_cast<double>(packets_);
}

}  // namespace dateline

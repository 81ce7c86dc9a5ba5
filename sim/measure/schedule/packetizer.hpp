// Cuts the messages of a schedule into packets (traffic/schedules/message_sizes.hpp) and offers these to the network;
// keeps the messages on their way (transfers.hpp). Cost: O(1) a packet.
#pragma once

#include <vector>

#include "sim/core/compiled_network.hpp"
#include "sim/measure/schedule/transfers.hpp"
#include "traffic/schedules/message_sizes.hpp"
#include "traffic/schedules/schedule.hpp"

namespace dateline {

class Packetizer {
 public:
  struct ScheduledMessage {
    std::uint32_t send;
    std::uint64_t repetition, receivers;  // that the ranks of its sender, and of its receiver, are in
    Cycle generated;
    bool measured;
  };

  // `places`: per rank. The schedule must outlive the packetizer.
  Packetizer(const Schedule& schedule, const MessageSizes& sizes, std::vector<TerminalId> places)
      : schedule_(schedule), sizes_(sizes), places_(std::move(places)) {}

  // All packets of the message, in its cycle.
  [[gnu::always_inline]] void offer(const ScheduledMessage& message, CompiledNetwork& network) {
    const Operation& o = schedule_[message.send];
    const std::uint64_t payload = sizes_.payload(o.amount);
    if (payload >= sizes_.packet_length) return offer_parts(message, payload, network);
    PacketRequest order = order_of(message, 1);
    order.length = static_cast<std::uint32_t>(payload) + 1;
    network.send(places_[o.rank], order);
  }
  // Packets offered so far.
  [[nodiscard]] std::uint64_t offered() const { return offered_; }
  [[nodiscard]] Transfers& transfers() { return transfers_; }

 private:
  // More than one.
  void offer_parts(ScheduledMessage message, std::uint64_t payload, CompiledNetwork& network);
  // Of its packets, but for their length.
  [[gnu::always_inline]] PacketRequest order_of(const ScheduledMessage& message, std::uint32_t packets) {
    offered_ += packets;
    PacketRequest order;
    order.generated = message.generated;
    order.destination = places_[schedule_[schedule_[message.send].partner].rank];
    order.tag = transfers_.add(message.send, packets, message.repetition, message.receivers);
    order.measured = message.measured;
    return order;
  }

  const Schedule& schedule_;
  MessageSizes sizes_;
  std::vector<TerminalId> places_;
  Transfers transfers_;
  std::uint64_t offered_ = 0;
};

}  // namespace dateline

// Cuts the messages of a schedule into packets (traffic/schedules/message_sizes.hpp) and offers these to the network;
// keeps the messages on their way (transfers.hpp). Cost: O(1) a packet.
#pragma once

#include <vector>

#include "sim/core/compiled_network.hpp"
#include "sim/measure/schedule/transfers.hpp"
#include "traffic/schedules/message_sizes.hpp"

namespace dateline {

class Packetizer {
 public:
  struct ScheduledMessage {
    struct End {
      std::uint32_t rank;
      std::uint64_t repetition;  // that the rank is in
    };
    std::uint32_t send;
    std::uint64_t bytes;
    End from, to;
    Cycle generated;
    bool measured;
    std::uint8_t nic_port = 0;  // as PacketRequest has it
  };

  // `places`: per rank.
  Packetizer(const MessageSizes& sizes, std::vector<TerminalId> places) : sizes_(sizes), places_(std::move(places)) {}

  // All packets of the message, in its cycle.
  [[gnu::always_inline]] void offer(const ScheduledMessage& message, CompiledNetwork& network) {
    if (message.bytes == 0) return offer_one(message, 1, network);
    const std::uint64_t payload = sizes_.payload(message.bytes);
    if (payload >= sizes_.packet_length) return offer_parts(message, payload, network);
    offer_one(message, static_cast<std::uint32_t>(payload) + 1, network);
  }
  // Packets offered so far.
  [[nodiscard]] std::uint64_t offered() const { return offered_; }
  [[nodiscard]] Transfers& transfers() { return transfers_; }
  template <typename Archive>
  void io(Archive& archive) {
    auto& [sizes, places, transfers_of, offered_ones] = *this;
    static_cast<void>(sizes);
    static_cast<void>(places);
    archive(transfers_of, offered_ones);
  }

 private:
  [[gnu::always_inline]] void offer_one(const ScheduledMessage& message, std::uint32_t length, CompiledNetwork& network) {
    PacketRequest order = order_of(message, 1);
    order.length = length;
    network.send(places_[message.from.rank], order);
  }
  // More than one.
  void offer_parts(ScheduledMessage message, std::uint64_t payload, CompiledNetwork& network);
  // Of its packets, but for their length.
  [[gnu::always_inline]] PacketRequest order_of(const ScheduledMessage& message, std::uint32_t packets) {
    offered_ += packets;
    PacketRequest order;
    order.generated = message.generated;
    order.destination = places_[message.to.rank];
    order.tag = transfers_.add(message.send, packets, message.from.repetition, message.to.repetition);
    order.measured = message.measured;
    order.nic_port = message.nic_port;
    return order;
  }

  MessageSizes sizes_;
  std::vector<TerminalId> places_;
  Transfers transfers_;
  std::uint64_t offered_ = 0;
};

}  // namespace dateline

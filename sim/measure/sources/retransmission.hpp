// Messages that faults took out of the network, or that arrived with errors and were thrown away (packet_errors.hpp),
// and those of them that their sources send again. The source is omniscient: it knows of every loss in the cycle in
// which it happens, sends the message again when the rule says, and gives it up if either end is at a failed node then,
// whatever routers know of it. A message sent again keeps the cycle in which it was generated. With a backoff losses
// are counted: of packets that are alike in source, destination, cycle, length and tag - of one message, perhaps -
// together, those of one cycle once, until one of them arrives.
#pragma once

#include <array>
#include <deque>
#include <map>
#include <optional>
#include <vector>

#include "sim/core/compiled_network.hpp"
#include "sim/measure/protocol/retransmit_rule.hpp"

namespace dateline {

class Retransmission {
 public:
  // No rule: nothing is sent again.
  Retransmission(std::optional<RetransmitRule> rule, std::uint32_t terminals) : rule_(rule), again_(terminals, 0), again_flits_(terminals, 0) {}

  // Returns whether the message is to be sent again.
  bool lost(const Packet& packet, Cycle now);
  // Its source will never know that it was lost: it is for good.
  void abandon(const Packet& packet) {
    ++given_up_;
    losses_.erase(name_of(packet));
  }
  // Of a packet that was sent again, or one like it.
  void delivered(const Packet& packet) {
    if (!losses_.empty()) losses_.erase(name_of(packet));
  }
  // Sends what is due in cycle `now`; calls given_up(message) for what cannot be sent. `failed`: what has failed; null:
  // nothing.
  template <typename GivenUp>
  void send_due(Cycle now, CompiledNetwork& network, const FaultMap* failed, GivenUp given_up) {
    for (; !pending_.empty() && pending_.front().due <= now; pending_.pop_front()) {
      const Packet& packet = pending_.front().packet;
      if (!can_send(packet, network.routing(), failed)) {
        abandon(packet);
        given_up(packet);
        continue;
      }
      network.send(packet.source, packet.order);
      ++again_[packet.source.value()];
      again_flits_[packet.source.value()] += packet.order.length;
      ++sent_;
    }
  }
  // The first cycle in which something is due; none if nothing is.
  [[nodiscard]] std::optional<Cycle> next() const { return pending_.empty() ? std::nullopt : std::optional(pending_.front().due); }

  [[nodiscard]] std::uint64_t lost() const { return given_up_; }  // for good
  [[nodiscard]] std::uint64_t sent() const { return sent_; }
  [[nodiscard]] std::uint64_t pending() const { return pending_.size(); }
  // Messages of each terminal sent again, and their flits: in the machine's counts they were generated twice.
  [[nodiscard]] const std::vector<std::uint64_t>& again() const { return again_; }
  [[nodiscard]] const std::vector<std::uint64_t>& again_flits() const { return again_flits_; }
  template <typename Archive>
  void io(Archive& archive) {
    auto& [rule, pending_ones, lost_before, again_of, flits_of, lost_ones, sent_ones] = *this;
    static_cast<void>(rule);
    archive(pending_ones, lost_before, again_of, flits_of, lost_ones, sent_ones);
  }

 private:
  struct Pending {
    Cycle due;
    Packet packet;
  };
  [[nodiscard]] std::uint32_t losses_before(const Packet& packet, Cycle now);
  [[nodiscard]] static bool can_send(const Packet& packet, const RoutingContext& routing, const FaultMap* failed);

  // What a message keeps when it is sent again.
  using Name = std::array<std::uint64_t, 3>;
  [[nodiscard]] static Name name_of(const Packet& packet) {
    const PacketRequest& order = packet.order;
    return {order.generated, std::uint64_t{packet.source.value()} << 32U | order.destination.value(), std::uint64_t{order.length} << 32U | order.tag};
  }

  std::optional<RetransmitRule> rule_;
  struct Losses {
    std::uint64_t before;  // the last one
    Cycle last;
  };

  std::deque<Pending> pending_;    // by the cycle in which they are due, then in the order of their losses
  std::map<Name, Losses> losses_;  // with a backoff: of packets that have not arrived
  std::vector<std::uint64_t> again_, again_flits_;
  std::uint64_t given_up_ = 0, sent_ = 0;
};

}  // namespace dateline

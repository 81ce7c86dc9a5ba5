// The messages of an embedded network on their way, by the tag that their packets carry, and the events that become of
// them. Cost: O(1) a packet; 80 bytes a message on its way.
#pragma once

#include <vector>

#include "models/base/error.hpp"
#include "sim/core/compiled_network.hpp"
#include "sim/embed/network.hpp"
#include "sim/embed/outboxes.hpp"
#include "sim/measure/sources/tag_pool.hpp"
#include "traffic/schedules/message_sizes.hpp"

namespace dateline {

class Messages final : public DeliveryObserver {
 public:
  struct Order {
    Cycle at = 0;
    TerminalId from, to;
    std::uint64_t bytes = 0, user = 0;
    SendOptions options = {};
  };

  Messages(const MessageSizes& sizes, std::uint32_t terminals, const RouterConfig& config) : sizes_(sizes), outboxes_(terminals, config) {}
  // Once, before the first message; the machine reports to this object.
  void send_on(CompiledNetwork& machine) { machine_ = &machine; }

  // In cycle order.at, before it is executed.
  [[gnu::always_inline]] void offer(const Order& order) {
    const std::uint64_t payload = sizes_.payload(order.bytes);
    if (payload > sizes_.room()) return offer_parts(order, payload);
    PacketRequest request = request_of(order, 1);
    request.length = static_cast<std::uint32_t>(payload) + sizes_.header_flits;
    outboxes_.add_one(order.from, request, *machine_);
  }
  // It cannot even begin.
  void lose(const Order& order, std::vector<Event>& events) const;

  // Before the machine changes: messages of and to terminals for which failed(terminal), as far as they wait outside.
  template <typename Failed>
  void drop_waiting(Cycle now, Failed failed) {
    outboxes_.remove([&](TerminalId from, const PacketRequest& order, std::uint64_t count) {
      if (!failed(from) && !failed(order.destination)) return false;
      lose_packets(from, order, count, now);
      machine_->pass_over(from, count);
      return true;
    });
  }
  // Packets that wait outside the machine.
  [[nodiscard]] std::uint64_t waiting(TerminalId from) const { return outboxes_.waiting(from); }

  // What the cycle that was executed last moved, in the order of its events; `events` is given them, and nothing is
  // left.
  void take_moved(std::vector<Event>& events) {
    if (events.empty()) {
      events.swap(moved_);
    } else {
      events.insert(events.end(), moved_.begin(), moved_.end());
      moved_.clear();
    }
  }
  // What faults took before the next cycle.
  void take_lost(std::vector<Event>& events);
  [[nodiscard]] bool moved() const { return !moved_.empty(); }

  // Between two cycles, the events taken over.
  template <typename Archive>
  void io(Archive& archive) {
    auto& [sizes, outboxes, machine, on_their_way, moved, lost] = *this;
    static_cast<void>(sizes), static_cast<void>(machine);  // known from the options
    if (!moved.empty() || !lost.empty()) throw InvariantError("events of messages are not taken over");
    archive(outboxes, on_their_way);
  }

  void delivered(const Delivery& delivery) override;
  void sent(const std::vector<const Packet*>& packets, Cycle now) override;
  void lost(const Packet& packet, Cycle now) override;

 private:
  struct OnItsWay {
    std::uint64_t user, bytes;
    Cycle injected;
    std::uint64_t packets, to_send, to_come;
    std::uint32_t hops;
    bool report_sent, lost;
  };
  // More than one packet.
  void offer_parts(const Order& order, std::uint64_t payload);
  // Of its packets, but for their length.
  [[gnu::always_inline]] PacketRequest request_of(const Order& order, std::uint64_t packets) {
    PacketRequest request;
    request.generated = order.at;
    request.destination = order.to;
    request.tag = on_their_way_.take();
    on_their_way_[request.tag] = {order.user, order.bytes, Network::kNever, packets, packets, packets, 0, order.options.report_sent, false};
    return request;
  }
  [[nodiscard]] Event event_of(Event::Kind kind, TerminalId from, const PacketRequest& order, Cycle at) const;
  void lose_packets(TerminalId from, const PacketRequest& order, std::uint64_t count, Cycle now);

  MessageSizes sizes_;
  Outboxes outboxes_;
  CompiledNetwork* machine_ = nullptr;
  TagPool<OnItsWay> on_their_way_;
  std::vector<Event> moved_, lost_;
};

}  // namespace dateline

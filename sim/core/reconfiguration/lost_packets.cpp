#include "sim/core/reconfiguration/lost_packets.hpp"

namespace dateline {

void retire_packets(PacketPool& packets, Absorption& absorption, PacketErrors& errors, const std::vector<std::uint8_t>& marks,
                    std::vector<Packet>& lost) {
  for (std::uint32_t i = 0; i < marks.size(); ++i) {
    if (marks[i] == 0) continue;
    lost.push_back(packets[PacketId(i)]);
    if (absorption.used()) absorption.drop(PacketId(i));
    errors.take(PacketId(i));
    packets.give_back(PacketId(i));
  }
}

namespace {

// Requests that go with what has failed.
class GoneRequests {
 public:
  GoneRequests(const RoutingContext& routing, const FaultMap& faults, Removal removal) : routing_(routing), faults_(faults), removal_(removal) {}
  [[nodiscard]] bool has(TerminalId source, const PacketRequest& order) const {
    return failed(source) || (removal_ != Removal::unseen && failed(order.destination));
  }

 private:
  [[nodiscard]] bool failed(TerminalId terminal) const { return faults_.failed(routing_.router_of[terminal.value()]); }

  const RoutingContext& routing_;
  const FaultMap& faults_;
  Removal removal_;
};

Packet lost_request(const PacketRequest& order, TerminalId source, std::uint64_t sequence) {
  Packet packet;
  packet.order = order;
  packet.source = source;
  packet.sequence = sequence;
  return packet;
}

}  // namespace

void drop_requests(SourceQueues& sources, const RoutingContext& routing, const FaultMap& faults, Removal removal, Cycle now,
                   std::vector<Packet>& lost) {
  const GoneRequests gone(routing, faults, removal);
  for (std::uint32_t t = 0; t < routing.router_of.size(); ++t) {
    const TerminalId terminal(t);
    sources.remove(terminal, now, [&](const PacketRequest& order, std::uint64_t sequence) {
      if (!gone.has(terminal, order)) return false;
      lost.push_back(lost_request(order, terminal, sequence));
      return true;
    });
  }
}

void drop_split_requests(SplitQueues& queues, SourceQueues& sources, const RoutingContext& routing, const FaultMap& faults, Removal removal,
                         Cycle now, std::vector<Packet>& lost) {
  const GoneRequests gone(routing, faults, removal);
  const auto any = [](std::size_t /*queue*/, const PacketRequest& /*order*/) { return true; };
  for (std::uint32_t t = 0; t < routing.router_of.size(); ++t) {
    const TerminalId terminal(t);
    std::vector<SplitQueues::Queued> waiting;  // oldest first
    std::vector<std::uint64_t> sequences;
    while (const SplitQueues::Queued* const oldest = queues.first(terminal, false, any)) {
      waiting.push_back(queues.take(terminal, oldest->order.nic_port));
      sequences.push_back(waiting.back().sequence);
    }
    // Those that stay take the last of the sequence numbers, as in one queue.
    for (std::size_t i = waiting.size(); i-- > 0;) {
      if (gone.has(terminal, waiting[i].order)) continue;
      waiting[i].sequence = sequences.back();
      sequences.pop_back();
    }
    for (const SplitQueues::Queued& packet : waiting) {
      if (!gone.has(terminal, packet.order)) {
        queues.push(terminal, packet.order.nic_port, packet);
        continue;
      }
      lost.push_back(lost_request(packet.order, terminal, packet.sequence));
      sources.leave_queue();
      ++sources[terminal].injected;
      sources[terminal].injected_cycles += now;
    }
  }
}

}  // namespace dateline

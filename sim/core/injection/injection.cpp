#include "sim/core/injection/injection.hpp"

namespace dateline {

void start_packet(Packet& packet, const RoutingRelation& relation, const std::vector<NodeId>& router_of) {
  const TerminalId source = packet.source, destination = packet.order.destination;
  const Ends ends{source, destination, router_of[source.value()], router_of[destination.value()]};
  if (const std::uint64_t count = relation.start_count(ends); count != 0) {
    packet.state = relation.start_at(ends, count == 1 ? 0 : scale_bits(choice_bits(packet.key, 0, Purpose::start), count));
    return;
  }
  const StartStates starts = relation.start_between(ends);
  packet.state = starts.front().state;
  if (starts.size() == 1) return;
  std::uint64_t total = 0;
  for (const StartState& s : starts) total += s.weight;
  std::uint64_t drawn = scale_bits(choice_bits(packet.key, 0, Purpose::start), total);
  for (const StartState& s : starts) {
    packet.state = s.state;
    if (drawn < s.weight) break;
    drawn -= s.weight;
  }
}

}  // namespace dateline

#include "models/network/relation/unseen_faults.hpp"

#include "models/base/error.hpp"
#include "models/network/faults/fault_map.hpp"

namespace dateline {

UnseenFaults::UnseenFaults(const Topology& topology, const RoutingRelation& of, const std::vector<ChannelId>& channels)
    : ForwardingRelation(of), dead_(topology.channels(), kNoChannel) {
  if (of.faults() != nullptr) set_faults(std::make_shared<const FaultMap>(*of.faults()));
  for (const ChannelId channel : channels) {
    const Channel& dead = topology.channel(channel);
    ChannelId back = topology.out(dead.to, dead.to_port);
    for (int p = 0; p < topology.ports() && back == kNoChannel; ++p) back = topology.out(dead.to, Port(static_cast<std::uint16_t>(p)));
    if (back == kNoChannel) throw InvariantError("no channel leaves a node behind a failed one");
    dead_[channel.value()] = back;
  }
}

void UnseenFaults::next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const {
  if (!nowhere(in)) return of().next(node, in, dst, state, out);
  Candidate& none = out.emplace_back();
  none.channel = dead_[in.value()];
  none.next = state;
}

void UnseenFaults::steps(const HeaderQuery* queries, std::size_t count, HeaderStep* answers) const {
  of().steps(queries, count, answers);
  for (std::size_t i = 0; i < count; ++i) {
    if (!nowhere(queries[i].in)) continue;
    answers[i] = HeaderStep{};
    answers[i].kind = HeaderStep::Kind::single;
    answers[i].channel[0] = dead_[queries[i].in.value()];
    answers[i].next[0] = queries[i].state;
  }
}

}  // namespace dateline

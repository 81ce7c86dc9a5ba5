#include "sim/core/reconfiguration/doomed_packets.hpp"

#include <set>
#include <tuple>

#include "sim/core/reconfiguration/flits_of_vc.hpp"

namespace dateline {
namespace {

// Whether a header at rest can come to a failed channel.
class DoomedWays {
 public:
  DoomedWays(const RoutingRelation& relation, const FaultMap& faults) : relation_(relation), faults_(faults) {}

  bool meet(const HeaderQuery& from) {
    std::set<std::tuple<NodeId, ChannelId, std::uint64_t>> seen;
    std::vector<HeaderQuery> stack{from};
    while (!stack.empty()) {
      const HeaderQuery at = stack.back();
      stack.pop_back();
      if (!seen.insert({at.node, at.in, at.state.word}).second) continue;
      candidates_.clear();
      relation_.next(at.node, at.in, at.destination, at.state, candidates_);
      for (const Candidate& c : candidates_) {
        if (c.exit != Exit::channel || c.classes == 0) continue;
        if (faults_.failed(c.channel)) return true;
        stack.push_back({faults_.topology().channel(c.channel).to, c.channel, at.destination, c.next});
      }
    }
    return false;
  }

 private:
  const RoutingRelation& relation_;
  const FaultMap& faults_;
  Candidates candidates_;
};

}  // namespace

void mark_doomed(PurgeView tile, const FaultMap& faults, std::vector<std::uint8_t>& marks) {
  DoomedWays ways(*tile.routing().relation, faults);
  for (std::uint32_t v = 0; v < tile.numbering().vcs(); ++v) {
    const VcId vc(v);
    if (tile.numbering().is_ejection(vc)) continue;
    const ChannelId channel = tile.numbering().channel_of(vc);
    const InputVcState& half = tile.store().record(vc).receiver;
    for (const PacketId id : packets_of(tile, vc)) {
      const bool at_front = half.front != VcGlobalState::idle && tile.store().packets(vc).front == id;
      if (marks[id.value()] != 0 || (at_front && half.front != VcGlobalState::waiting)) continue;  // its head flit is further on
      const Packet& packet = tile.packets()[id];
      const ChannelId in = tile.numbering().is_network(channel) ? channel : kNoChannel;
      if (ways.meet({tile.store().channel(channel).to, in, tile.routing().destination(packet), packet.state})) marks[id.value()] = 1;
    }
  }
}

}  // namespace dateline

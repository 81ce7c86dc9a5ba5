#include "routing/networks/any_topology/up_down.hpp"

#include "routing/networks/any_topology/up_down_order.hpp"

namespace dateline {

UpDown::UpDown(const Topology& topology, std::shared_ptr<const FaultMap> faults, const std::string& name)
    : hops_(topology, up_down_slopes(topology, faults.get(), name)) {
  set_faults(std::move(faults));
}

StartStates UpDown::start(NodeId /*src*/, NodeId /*dst*/) const { return {StartState{}}; }

void UpDown::next(NodeId node, ChannelId /*in*/, NodeId dst, HeaderState state, Candidates& out) const {
  Candidate& c = out.emplace_back();
  if (node == dst) {
    c.exit = Exit::deliver;
    return;
  }
  const Hop on = hop(node, state.word != 0, dst);
  c.channel = on.channel;
  c.classes = 1;
  c.next.word = on.down ? 1 : 0;
}

void UpDown::steps(const HeaderQuery* queries, std::size_t count, HeaderStep* answers) const {
  for (std::size_t i = 0; i < count; ++i) {
    const HeaderQuery& q = queries[i];
    HeaderStep& answer = answers[i];
    if (q.node == q.destination) {
      answer.kind = HeaderStep::Kind::deliver;
      continue;
    }
    const Hop on = hop(q.node, q.state.word != 0, q.destination);
    answer.kind = HeaderStep::Kind::single;
    answer.channel[0] = on.channel;
    answer.classes = 1;
    answer.next[0].word = on.down ? 1 : 0;
  }
}

}  // namespace dateline

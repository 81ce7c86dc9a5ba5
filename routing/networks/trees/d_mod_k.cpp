#include "routing/networks/trees/d_mod_k.hpp"

namespace dateline {

StartStates DModK::start(NodeId /*src*/, NodeId dst) const {
  const TerminalRange terminals = topology_.terminals_of(dst);
  return {StartState{{terminals.empty() ? 0 : terminals.front().value()}}};
}

StartStates DModK::start_between(const Ends& ends) const { return {StartState{{ends.destination.value()}}}; }

void DModK::next(NodeId node, ChannelId /*in*/, NodeId dst, HeaderState state, Candidates& out) const {
  Candidate& c = out.emplace_back();
  if (node == dst) {
    c.exit = Exit::deliver;
    return;
  }
  c.channel = hop(node, dst, state);
  c.classes = 1;
  c.next = state;
}

void DModK::steps(const HeaderQuery* queries, std::size_t count, HeaderStep* answers) const {
  for (std::size_t i = 0; i < count; ++i) {
    const HeaderQuery& q = queries[i];
    HeaderStep& answer = answers[i];
    if (q.node == q.destination) {
      answer.kind = HeaderStep::Kind::deliver;
      continue;
    }
    answer.kind = HeaderStep::Kind::single;
    answer.channel[0] = hop(q.node, q.destination, q.state);
    answer.classes = 1;
    answer.next[0] = q.state;
  }
}

}  // namespace dateline

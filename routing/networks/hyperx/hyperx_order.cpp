#include "routing/networks/hyperx/hyperx_order.hpp"

namespace dateline {

void HyperXOrder::next(NodeId node, ChannelId /*in*/, NodeId dst, HeaderState /*state*/, Candidates& out) const {
  Candidate& c = out.emplace_back();
  const int d = hops_.first_difference(node, dst);
  if (d == hops_.dimensions()) {
    c.exit = Exit::deliver;
    return;
  }
  c.channel = hops_.towards(node, dst, d);
  c.classes = 1;
}

void HyperXOrder::steps(const HeaderQuery* queries, std::size_t count, HeaderStep* answers) const {
  for (std::size_t i = 0; i < count; ++i) {
    const HeaderQuery& q = queries[i];
    const int d = hops_.first_difference(q.node, q.destination);
    if (d == hops_.dimensions()) {
      answers[i].kind = HeaderStep::Kind::deliver;
      continue;
    }
    answers[i].kind = HeaderStep::Kind::single;
    answers[i].channel[0] = hops_.towards(q.node, q.destination, d);
    answers[i].classes = 1;
    answers[i].next[0].word = 0;
  }
}

}  // namespace dateline

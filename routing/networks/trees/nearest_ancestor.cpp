#include "routing/networks/trees/nearest_ancestor.hpp"

namespace dateline {

void NearestAncestor::next(NodeId node, ChannelId /*in*/, NodeId dst, HeaderState /*state*/, Candidates& out) const {
  Candidate c;
  c.classes = 1;
  if (node == dst) {
    c.exit = Exit::deliver;
    c.classes = 0;
    out.push_back(c);
    return;
  }
  if (hops_.is_above(node, dst)) {
    c.channel = hops_.down(node, dst);
    out.push_back(c);
    return;
  }
  c.weight = choice_ == Choice::drawn || hops_.ups(node) == 1 ? 1 : 0;
  for (std::uint32_t j = 0; j < hops_.ups(node); ++j) {
    c.route = j;
    c.channel = hops_.up(node, j);
    out.push_back(c);
  }
}

void NearestAncestor::steps(const HeaderQuery* queries, std::size_t count, HeaderStep* answers) const {
  for (std::size_t i = 0; i < count; ++i) {
    const HeaderQuery& q = queries[i];
    HeaderStep& answer = answers[i];
    answer.kind = HeaderStep::Kind::ask;
    if (q.node == q.destination) {
      answer.kind = HeaderStep::Kind::deliver;
    } else if (hops_.is_above(q.node, q.destination)) {
      answer.kind = HeaderStep::Kind::single;
      answer.channel[0] = hops_.down(q.node, q.destination);
      answer.classes = 1;
      answer.next[0].word = 0;
    }
  }
}

}  // namespace dateline

#include "tests/support/cases/no_dateline.hpp"

namespace dateline::test {

void NoDateline::next(NodeId node, ChannelId /*in*/, NodeId dst, HeaderState /*state*/, Candidates& out) const {
  for (int d = 0; d < topology_.dimensions(); ++d) {
    if (topology_.coordinate(node, d) == topology_.coordinate(dst, d)) continue;
    for (int c = 0; c < classes_; ++c) {
      Candidate& candidate = out.emplace_back();
      candidate.channel = topology_.out(node, topology_.port(d, 1));
      candidate.classes = static_cast<std::uint16_t>(1U << static_cast<unsigned>(c));
      candidate.weight = 0;
    }
    return;
  }
  out.emplace_back().exit = Exit::deliver;
}

}  // namespace dateline::test

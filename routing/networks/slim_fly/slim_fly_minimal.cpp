#include "routing/networks/slim_fly/slim_fly_minimal.hpp"

namespace dateline {
namespace {

std::uint16_t classes_of(HeaderState state) { return static_cast<std::uint16_t>(1U << state.word); }

}  // namespace

void SlimFlyMinimal::next(NodeId node, ChannelId /*in*/, NodeId dst, HeaderState state, Candidates& out) const {
  if (node == dst) {
    out.emplace_back().exit = Exit::deliver;
    return;
  }
  hops_.add(node, dst, classes_of(state), {1}, 1, 0, out);
}

void SlimFlyMinimal::steps(const HeaderQuery* queries, std::size_t count, HeaderStep* answers) const {
  for (std::size_t i = 0; i < count; ++i) {
    const HeaderQuery& q = queries[i];
    if (q.node == q.destination) {
      answers[i].kind = HeaderStep::Kind::deliver;
    } else {
      hops_.take(q.node, q.destination, classes_of(q.state), {1}, answers[i]);
    }
  }
}

}  // namespace dateline

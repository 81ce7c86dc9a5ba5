#include "routing/networks/dragonfly/dragonfly_minimal.hpp"

namespace dateline {
namespace {

constexpr HeaderState kLeaving{2}, kCrossed{1};
// Before the link and behind it.
constexpr DragonflyHops::Stage kStages[] = {{0b01, 0b11, {}, kLeaving, kCrossed}, {0b10, 0, kCrossed, kCrossed, kCrossed}};

const DragonflyHops::Stage& stage_of(HeaderState state) { return kStages[state.word & 1U]; }

}  // namespace

void DragonflyMinimal::next(NodeId node, ChannelId /*in*/, NodeId dst, HeaderState state, Candidates& out) const {
  if (node == dst) {
    out.emplace_back().exit = Exit::deliver;
    return;
  }
  hops_.add({node, dst, state == kLeaving}, stage_of(state), 1, 0, out);
}

void DragonflyMinimal::steps(const HeaderQuery* queries, std::size_t count, HeaderStep* answers) const {
  const bool one_way = hops_.links() == 1;
  for (std::size_t i = 0; i < count; ++i) {
    const HeaderQuery& q = queries[i];
    if (q.node == q.destination) {
      answers[i].kind = HeaderStep::Kind::deliver;
    } else if (one_way || hops_.group(q.node) == hops_.group(q.destination)) {
      hops_.take({q.node, q.destination, q.state == kLeaving}, stage_of(q.state), answers[i]);
    } else {
      answers[i].kind = HeaderStep::Kind::ask;
    }
  }
}

}  // namespace dateline

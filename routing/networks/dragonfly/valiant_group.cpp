#include "routing/networks/dragonfly/valiant_group.hpp"

namespace dateline {
namespace {

// Links crossed, in the low bits.
constexpr std::uint64_t kCrossed = 3, kLeaving = 4;
// In the source's group, the intermediate one, the destination's. A header that stays in its group is in the first.
constexpr DragonflyHops::Stage kStages[] = {
    {0b001, 0b001, {0}, {kLeaving}, {1}}, {0b010, 0b110, {1}, {1 | kLeaving}, {2}}, {0b100, 0, {2}, {2}, {2}}};

const DragonflyHops::Stage& stage_of(HeaderState state) { return kStages[state.word & kCrossed]; }
bool is_leaving(HeaderState state) { return (state.word & kLeaving) != 0; }

}  // namespace

void ValiantGroup::next(NodeId node, ChannelId /*in*/, NodeId dst, HeaderState state, Candidates& out) const {
  if (node == dst) {
    out.emplace_back().exit = Exit::deliver;
  } else if ((state.word & kCrossed) == 0 && hops_.group(node) != hops_.group(dst)) {
    leave_source(node, hops_.group(dst), is_leaving(state), out);
  } else {
    hops_.add({node, dst, is_leaving(state)}, stage_of(state), 1, 0, out);
  }
}

// By any link to another group than `other_group`.
void ValiantGroup::leave_source(NodeId node, std::uint32_t other_group, bool leaving, Candidates& out) const {
  const DragonflyHops::Stage& stage = kStages[0];
  const std::uint32_t own = hops_.group(node), globals = hops_.shape().global_ports;
  Candidate c;
  c.classes = stage.global;
  c.next = stage.crossed;
  for (std::uint32_t j = 0; j < globals; ++j) {
    if (hops_.leads_to(node, j, other_group)) continue;
    c.channel = hops_.global(node, j);
    out.push_back(c);
    ++c.route;
  }
  if (leaving) return;
  c.classes = stage.local;
  c.next = stage.leaving;
  for (std::uint32_t q = 0; q < hops_.shape().group_size; ++q) {
    if (q == hops_.place(node)) continue;
    c.weight = globals - hops_.links_of(own, q, other_group);
    if (c.weight == 0) continue;
    c.channel = hops_.within(node, q);
    out.push_back(c);
    ++c.route;
  }
}

void ValiantGroup::steps(const HeaderQuery* queries, std::size_t count, HeaderStep* answers) const {
  const bool one_link = hops_.links() == 1;
  for (std::size_t i = 0; i < count; ++i) {
    const HeaderQuery& q = queries[i];
    const bool inside = hops_.group(q.node) == hops_.group(q.destination);
    if (q.node == q.destination) {
      answers[i].kind = HeaderStep::Kind::deliver;
    } else if (inside || (one_link && (q.state.word & kCrossed) != 0)) {
      hops_.take({q.node, q.destination, is_leaving(q.state)}, stage_of(q.state), answers[i]);
    } else {
      answers[i].kind = HeaderStep::Kind::ask;
    }
  }
}

}  // namespace dateline

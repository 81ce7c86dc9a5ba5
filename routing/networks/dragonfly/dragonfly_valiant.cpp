#include "routing/networks/dragonfly/dragonfly_valiant.hpp"

namespace dateline {
namespace {

constexpr std::uint64_t kCrossed = 1, kLeaving = 2, kSecond = 4;
constexpr std::uint16_t kLocal[] = {0b0001, 0b0010}, kLinks = 0b0011;  // classes of phase 1: before the link, behind it
constexpr DragonflyHops::Stage kStages[] = {{0b0100, 0b1100, {kSecond}, {kSecond | kLeaving}, {kSecond | kCrossed}},
                                            {0b1000, 0, {kSecond | kCrossed}, {kSecond | kCrossed}, {kSecond | kCrossed}}};

}  // namespace

void DragonflyValiant::second_phase(const DragonflyHops::Leg& leg, HeaderState state, std::uint64_t weight, std::uint32_t route,
                                    Candidates& out) const {
  if (leg.node != leg.dst) return hops_.add(leg, kStages[state.word & kCrossed], weight, route, out);
  Candidate& c = out.emplace_back();
  c.exit = Exit::deliver;
  c.weight = weight;
  c.route = route;
}

void DragonflyValiant::next(NodeId node, ChannelId /*in*/, NodeId dst, HeaderState state, Candidates& out) const {
  const bool leaving = (state.word & kLeaving) != 0, crossed = (state.word & kCrossed) != 0;
  if ((state.word & kSecond) != 0) return second_phase({node, dst, leaving}, state, 1, 0, out);
  const auto& shape = hops_.shape();
  Candidate c;
  const auto add = [&](ChannelId channel, std::uint16_t classes, std::uint64_t next, std::uint64_t weight) {
    c.channel = channel;
    c.classes = classes;
    c.next.word = next;
    c.weight = weight;
    out.push_back(c);
    ++c.route;
  };
  const auto add_links = [&](std::uint64_t weight) {
    for (std::uint32_t j = 0; j < shape.global_ports; ++j) add(hops_.global(node, j), kLinks, kCrossed, weight);
  };
  if (leaving) return add_links(1);
  // Of R H chances each router of the own group has H, and each of the A H links G - 1; behind a link each router has
  // one of A. Where phase 2 begins its ways share the chances of this router.
  const DragonflyHops::Leg on{node, dst, false};
  const std::uint64_t ways = node == dst ? 1 : hops_.ways(on), a_router = crossed ? 1 : shape.global_ports, a_link = crossed ? 0 : shape.groups - 1;
  if (!crossed) add_links(a_link * ways);
  for (std::uint32_t q = 0; q < shape.group_size; ++q) {
    if (q == hops_.place(node)) continue;
    add(hops_.within(node, q), kLocal[crossed ? 1 : 0], kSecond, a_router * ways);
    if (!crossed) add(hops_.within(node, q), kLocal[0], kLeaving, a_link * shape.global_ports * ways);
  }
  second_phase(on, {kSecond}, a_router, c.route, out);
}

void DragonflyValiant::steps(const HeaderQuery* queries, std::size_t count, HeaderStep* answers) const {
  const bool one_link = hops_.links() == 1;
  for (std::size_t i = 0; i < count; ++i) {
    const HeaderQuery& q = queries[i];
    answers[i].kind = HeaderStep::Kind::ask;
    if ((q.state.word & kSecond) == 0) continue;
    if (q.node == q.destination) {
      answers[i].kind = HeaderStep::Kind::deliver;
    } else if (one_link || hops_.group(q.node) == hops_.group(q.destination)) {
      hops_.take({q.node, q.destination, (q.state.word & kLeaving) != 0}, kStages[q.state.word & kCrossed], answers[i]);
    }
  }
}

}  // namespace dateline

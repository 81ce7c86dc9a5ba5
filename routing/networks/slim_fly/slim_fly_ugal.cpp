#include "routing/networks/slim_fly/slim_fly_ugal.hpp"

namespace dateline {
namespace {

constexpr std::uint64_t kClassMask = 3, kChoosing = 4;
constexpr unsigned kRouterBits = 3, kWayBits = 32;
constexpr std::uint64_t kRouterMask = 0x1fffffff;
constexpr HeaderState kSecondPhase{2}, kLastHop{3};

std::uint16_t classes_of(HeaderState state) { return static_cast<std::uint16_t>(1U << (state.word & kClassMask)); }
bool is_second(HeaderState state) { return (state.word | 1) == kLastHop.word; }
bool is_choosing(HeaderState state) { return (state.word & kChoosing) != 0; }
NodeId intermediate(HeaderState state) { return NodeId(static_cast<std::uint32_t>(state.word >> kRouterBits & kRouterMask)); }

}  // namespace

std::uint64_t SlimFlyUgal::start_count(const Ends& ends) const {
  return ends.from == ends.to ? 1 : std::uint64_t{hops_.topology().nodes()} * hops_.ways(ends.from, ends.to);
}

HeaderState SlimFlyUgal::start_at(const Ends& ends, std::uint64_t i) const {
  if (ends.from == ends.to) return kSecondPhase;
  const std::uint64_t routers = hops_.topology().nodes();
  return {kChoosing | (i % routers) << kRouterBits | (i / routers) << kWayBits};
}

void SlimFlyUgal::choose(NodeId node, NodeId dst, HeaderState state, Candidates& out) const {
  Candidate c;
  c.weight = 0;
  c.hops = hops_.distance(node, dst);
  c.classes = classes_of(kSecondPhase);
  c.next = kLastHop;
  std::uint64_t way = state.word >> kWayBits;
  hops_.for_ways(node, dst, [&](ChannelId channel) {
    if (way-- == 0) c.channel = channel;
  });
  out.push_back(c);
  const NodeId by = intermediate(state);
  if (by == node) return;  // phase 2 alone
  c.hops = static_cast<std::uint16_t>(hops_.distance(node, by) + hops_.distance(by, dst));
  c.detour = true;
  c.classes = 1;
  c.next.word = std::uint64_t{by.value()} << kRouterBits | 1;
  hops_.for_ways(node, by, [&](ChannelId channel) {
    ++c.route;
    c.channel = channel;
    out.push_back(c);
  });
}

void SlimFlyUgal::next(NodeId node, ChannelId /*in*/, NodeId dst, HeaderState state, Candidates& out) const {
  if (is_choosing(state)) return choose(node, dst, state, out);
  const bool second = is_second(state) || node == intermediate(state);
  if (second && node == dst) {
    out.emplace_back().exit = Exit::deliver;
    return;
  }
  const HeaderState now = is_second(state) ? state : second ? kSecondPhase : state;
  hops_.add(node, second ? dst : intermediate(state), classes_of(now), second ? kLastHop : state, 1, 0, out);
}

void SlimFlyUgal::steps(const HeaderQuery* queries, std::size_t count, HeaderStep* answers) const {
  for (std::size_t i = 0; i < count; ++i) {
    // Without a branch, as no predictor knows which header is where.
    const HeaderQuery& q = queries[i];
    const NodeId by = intermediate(q.state);
    const std::uint64_t was_second = is_second(q.state) ? 1 : 0;
    const std::uint64_t second = was_second | static_cast<std::uint64_t>(q.node == by);
    const auto either = [](std::uint64_t yes, std::uint64_t a, std::uint64_t b) { return b ^ ((a ^ b) & (0 - yes)); };
    const HeaderState now{either(was_second ^ second, kSecondPhase.word, q.state.word)};
    const NodeId to(static_cast<std::uint32_t>(either(second, q.destination.value(), by.value())));
    hops_.take(q.node, to, classes_of(now), {either(second, kLastHop.word, q.state.word)}, answers[i]);
    answers[i].kind = q.node == to ? HeaderStep::Kind::deliver : answers[i].kind;
    answers[i].kind = is_choosing(q.state) ? HeaderStep::Kind::ask : answers[i].kind;
  }
}

}  // namespace dateline

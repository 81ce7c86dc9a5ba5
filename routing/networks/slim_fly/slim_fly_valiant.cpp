#include "routing/networks/slim_fly/slim_fly_valiant.hpp"

#include <numeric>

namespace dateline {
namespace {

constexpr HeaderState kSecondPhase{2}, kLastHop{3};

std::uint16_t classes_of(HeaderState state) { return static_cast<std::uint16_t>(1U << state.word); }

// Per router: how many neighbours it has in common with `router`; 0 of itself and of its neighbours.
void count_common(const SlimFlyHops& hops, NodeId router, std::vector<std::uint32_t>& common) {
  std::fill(common.begin(), common.end(), 0U);
  for (const auto* near = hops.begin(router); near != hops.end(router); ++near) {
    for (const auto* far = hops.begin(near->to); far != hops.end(near->to); ++far) ++common[far->to.value()];
  }
  for (const auto* near = hops.begin(router); near != hops.end(router); ++near) common[near->to.value()] = 0;
  common[router.value()] = 0;
}

}  // namespace

SlimFlyValiant::SlimFlyValiant(const SlimFlyTopology& topology) : hops_(topology), a_router_(1), first_hop_(topology.channels(), 0) {
  std::vector<std::uint32_t> common(topology.nodes());
  for (const bool known : {false, true}) {  // first what all numbers divide
    for (std::uint32_t r = 0; r < topology.nodes(); ++r) {
      count_common(hops_, NodeId(r), common);
      if (!known) {
        for (const std::uint32_t c : common) a_router_ = c == 0 ? a_router_ : std::lcm(a_router_, std::uint64_t{c});
        continue;
      }
      for (const auto* near = hops_.begin(NodeId(r)); near != hops_.end(NodeId(r)); ++near) {
        std::uint64_t& chances = first_hop_[near->channel.value()];
        chances = a_router_;
        for (const auto* far = hops_.begin(near->to); far != hops_.end(near->to); ++far) {
          if (common[far->to.value()] != 0) chances += a_router_ / common[far->to.value()];
        }
      }
    }
  }
}

void SlimFlyValiant::next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const {
  const bool second = state.word >= kSecondPhase.word;
  const std::uint64_t ways = second || node == dst ? 1 : hops_.ways(node, dst);
  Candidate c;
  const auto add = [&](ChannelId channel, std::uint64_t weight) {
    c.channel = channel;
    c.weight = weight * ways;
    out.push_back(c);
    ++c.route;
  };
  c.classes = classes_of(state);
  c.next = state.word == 0 ? HeaderState{1} : kSecondPhase;
  if (!second && in == kNoChannel) {
    for (const auto* link = hops_.begin(node); link != hops_.end(node); ++link) add(link->channel, first_hop_[link->channel.value()]);
  } else if (!second) {
    const NodeId source = hops_.topology().channel(in).from;
    for (const auto* link = hops_.begin(node); link != hops_.end(node); ++link) {
      if (link->to == source || hops_.direct(source, link->to) != kNoChannel) continue;
      add(link->channel, a_router_ / hops_.ways(source, link->to));
    }
  }
  if (node == dst) {
    c.exit = Exit::deliver;
    c.channel = kNoChannel;
    c.weight = second ? 1 : a_router_;
    c.next = {};
    c.classes = 0;
    out.push_back(c);
    return;
  }
  const HeaderState phase = second ? state : kSecondPhase;
  hops_.add(node, dst, classes_of(phase), kLastHop, second ? 1 : a_router_, c.route, out);
}

void SlimFlyValiant::steps(const HeaderQuery* queries, std::size_t count, HeaderStep* answers) const {
  for (std::size_t i = 0; i < count; ++i) {
    const HeaderQuery& q = queries[i];
    if (q.state.word < kSecondPhase.word) {
      answers[i].kind = HeaderStep::Kind::ask;
    } else if (q.node == q.destination) {
      answers[i].kind = HeaderStep::Kind::deliver;
    } else {
      hops_.take(q.node, q.destination, classes_of(q.state), kLastHop, answers[i]);
    }
  }
}

}  // namespace dateline

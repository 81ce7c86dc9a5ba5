#include "routing/oblivious/two_phase.hpp"

#include <algorithm>
#include <bitset>

#include "routing/oblivious/shorter_way.hpp"

namespace dateline {
namespace {

// The state: rung of the ladder | phase 2 | whole ring (of the dimension of the last hop, in phase 1) | 16 bits:
// dimensions visited | 16 bits: of these, those in which the way is -. Visited: in phase 1 all, in phase 2 (directions
// remembered) those not finished and not in progress.
// A header that reaches its destination has state 0.
constexpr unsigned kPhase = VcLadder::kBits, kWholeRing = kPhase + 1, kVisited = 8, kMinus = 24;
constexpr std::uint64_t kMask = 0xffff;

std::uint32_t bit(int d) { return 1U << static_cast<unsigned>(d); }
std::size_t count(std::uint32_t mask) { return std::bitset<32>(mask).count(); }

int most_descents(const CubeTopology& topology, std::uint32_t (*longest)(const CubeTopology&, int d)) {
  int twice = 0;
  for (int d = 0; d < topology.dimensions(); ++d) twice += longest(topology, d) > 1 ? 1 : 0;
  return topology.dimensions() - 1 + std::max(0, twice - 1);
}

}  // namespace

struct TwoPhase::Header {
  NodeId node;
  ChannelId in;
  const std::uint16_t *here, *there;  // coordinates
  VcLadder::Rung rung;
  bool second_phase, whole_ring;
  std::uint32_t visited, minus;
  std::uint32_t unfinished = 0;  // mask of the dimensions with hops left
  int last = -1;                 // the dimension of the last hop
  bool last_plus = false;
  bool on_its_way = false;  // hops are left in dimension `last`
};

TwoPhase::TwoPhase(const CubeTopology& topology, std::uint32_t (*longest)(const CubeTopology&, int d), Directions directions)
    : topology_(topology),
      order_(topology.dimensions()),
      ladder_(topology, most_descents(topology, longest)),
      remember_(directions == Directions::remembered) {}

StartStates TwoPhase::start(NodeId /*src*/, NodeId /*dst*/) const { return {StartState{}}; }

TwoPhase::Header TwoPhase::read(NodeId node, ChannelId in, NodeId dst, HeaderState state) const {
  const std::uint64_t w = state.word;
  Header h{node,
           in,
           topology_.coordinates(node),
           topology_.coordinates(dst),
           VcLadder::Rung::unpack(w),
           (w >> kPhase & 1U) != 0,
           (w >> kWholeRing & 1U) != 0,
           static_cast<std::uint32_t>(w >> kVisited & kMask),
           static_cast<std::uint32_t>(w >> kMinus & kMask)};
  for (int d = 0; d < topology_.dimensions(); ++d) h.unfinished |= h.here[d] != h.there[d] ? bit(d) : 0;
  if (in == kNoChannel) return h;
  const Channel& before = topology_.channel(in);
  h.last = before.dimension;
  h.last_plus = before.sign > 0;
  h.on_its_way = (h.unfinished & bit(h.last)) != 0;
  if (h.on_its_way && remember_) {
    h.visited |= bit(h.last);
    if (!h.last_plus) h.minus |= bit(h.last);
  }
  return h;
}

void TwoPhase::next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const {
  if (node == dst) {
    out.emplace_back().exit = Exit::deliver;
    return;
  }
  const Header h = read(node, in, dst, state);
  if (h.second_phase && h.on_its_way) {
    out.push_back(hop(h, h.last, h.last_plus, true, false, 1));
    return;
  }
  WeightedRoutes routes(out);
  turn(h, routes);
  if (h.on_its_way) {  // phase 1 stops here, or goes on: 1 : r with r hops left, 2 : 2r - 1 on a whole ring
    const std::uint64_t left = hops_along(topology_, h.last, h.here[h.last], h.there[h.last], h.last_plus);
    const std::uint64_t stops = routes.scale(h.whole_ring ? 2 : 1);
    routes.add(hop(h, h.last, h.last_plus, false, h.whole_ring, stops * (h.whole_ring ? 2 * left - 1 : left)));
  }
  routes.finish();
}

void TwoPhase::turn(const Header& h, WeightedRoutes& routes) const {
  RandomOrder::Dimensions open;  // not entered yet
  std::array<Odds, kMaxDimensions> odds_of;
  std::array<int, kMaxDimensions> dimension;
  std::size_t n = 0;
  std::uint64_t none = order_.unit();  // phase 1 makes no further hop
  for (int d = 0; d < topology_.dimensions(); ++d) {
    if ((h.unfinished & ~h.visited & bit(d)) == 0) continue;
    odds_of[n] = odds(d, h.here[d], h.there[d]);
    open[n] = {odds_of[n].stay[0] + odds_of[n].stay[1], odds_of[n].go[0] + odds_of[n].go[1]};
    dimension[n] = d;
    none *= open[n].idle;
    ++n;
  }
  if (!h.second_phase) {
    const std::size_t met = count(h.visited), choices = count(h.unfinished);  // phase 2 takes any of the unfinished first
    for (std::size_t i = 0; i < n; ++i) {
      const std::uint64_t next = order_.next_is(open, n, i, met) * choices;
      for (const bool plus : {true, false}) {
        const std::uint64_t go = odds_of[i].go[plus ? 0 : 1];
        if (go > 0) routes.add(hop(h, dimension[i], plus, false, odds_of[i].whole_ring, next * go));
      }
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (const bool plus : {true, false}) {
      const std::uint64_t stay = odds_of[i].stay[plus ? 0 : 1];
      if (stay > 0) routes.add(hop(h, dimension[i], plus, true, false, none / open[i].idle * stay));
    }
  }
  for (int d = 0; d < topology_.dimensions(); ++d) {  // the dimensions that phase 1 left unfinished
    if ((h.unfinished & h.visited & bit(d)) == 0) continue;
    const bool plus = remember_ ? (h.minus & bit(d)) == 0 : odds(d, h.here[d], h.there[d]).stay[0] > 0;
    routes.add(hop(h, d, plus, true, false, none));
  }
}

Candidate TwoPhase::hop(const Header& h, int d, bool plus, bool second_phase, bool whole_ring, std::uint64_t weight) const {
  const VcLadder::Hop step = ladder_.hop(h.node, h.in, h.rung, d, plus);
  Candidate c;
  c.channel = step.channel;
  c.classes = step.classes;
  c.weight = weight;
  const bool finishes = hops_along(topology_, d, h.here[d], h.there[d], plus) == 1;
  const std::uint32_t unfinished = finishes ? h.unfinished & ~bit(d) : h.unfinished;
  if (unfinished == 0) return c;  // arrives

  VcLadder::Rung rung = step.rung;
  rung.wrapped = rung.wrapped && !finishes;
  std::uint32_t visited = second_phase ? h.visited : h.visited | bit(d);
  // Nothing is left to decide in phase 1: one dimension remains (in progress, or with a way that does not depend on the
  // phase), or phase 1 can make no further hop.
  const bool one_left = (unfinished & (unfinished - 1)) == 0 && (!finishes || !remember_);
  const bool settled = one_left || (finishes && (unfinished & ~visited) == 0);
  if (second_phase || settled) {
    second_phase = true;
    visited = remember_ ? visited & unfinished & ~bit(d) : 0;
  }
  const std::uint32_t minus = remember_ ? h.minus & visited & unfinished & ~bit(d) : 0;
  c.next.word = rung.pack() | (second_phase ? 1ULL << kPhase : 0) | (whole_ring && !finishes && !second_phase ? 1ULL << kWholeRing : 0) |
                std::uint64_t{visited} << kVisited | std::uint64_t{minus} << kMinus;
  return c;
}

}  // namespace dateline

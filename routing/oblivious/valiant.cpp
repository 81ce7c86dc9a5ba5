#include "routing/oblivious/valiant.hpp"

#include "routing/oblivious/claimed_symmetries.hpp"
#include "routing/oblivious/shorter_way.hpp"

namespace dateline {
namespace {

// The state: rung of the ladder | phase 2 | 16 bits: hops that phase 1 has made in the dimension of the last hop (torus
// only).
// A header that phase 2 has brought to its destination has the phase bit alone.
constexpr unsigned kPhase = VcLadder::kBits, kTaken = 8;

Candidate candidate(const VcLadder::Hop& step, HeaderState next, std::uint64_t weight) {
  Candidate c;
  c.channel = step.channel;
  c.classes = step.classes;
  c.weight = weight;
  c.next = next;
  return c;
}

}  // namespace

struct Valiant::Header {
  NodeId node, dst;
  ChannelId in;
  VcLadder::Rung rung;
};

Valiant::Valiant(const CubeTopology& topology, TieRule tie_rule)
    : topology_(topology), tie_rule_(tie_rule == TieRule::union_ ? TieRule::split : tie_rule), ladder_(topology, 1) {}

StartStates Valiant::start(NodeId /*src*/, NodeId /*dst*/) const { return {StartState{}}; }

void Valiant::next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const {
  const Header header{node, dst, in, VcLadder::Rung::unpack(state.word)};
  WeightedRoutes routes(out);
  if ((state.word >> kPhase & 1U) != 0) {
    second_phase(header, 2, routes);
  } else if (in == kNoChannel) {
    enter(header, 0, routes);
  } else {
    const Channel& before = topology_.channel(in);
    const bool plus = before.sign >= 0;
    const auto taken = static_cast<std::uint32_t>(state.word >> kTaken);
    const Offsets left = offsets(before.dimension, topology_.coordinate(node, before.dimension), plus, taken);
    enter(header, before.dimension + 1, routes);
    const std::uint64_t stops = routes.scale(left.here);
    if (left.beyond > 0) routes.add(first_phase_hop(header, before.dimension, plus, taken + 1, stops * left.beyond));
  }
  routes.finish();
}

Valiant::Offsets Valiant::offsets(int d, std::uint32_t at, bool plus, std::uint32_t taken) const {
  const std::uint32_t k = topology_.radix(d);
  if (topology_.kind() == CubeTopology::Kind::hypercube) return {1, taken == 0 && plus ? 1U : 0U};
  if (topology_.kind() == CubeTopology::Kind::mesh) return {1, plus ? k - 1 - at : at};
  // A ring: 2 for each of the k offsets, those at a distance of half the ring by the tie rule.
  const std::uint32_t farthest = k / 2;
  std::uint64_t last = 2;
  if (k % 2 == 0) {
    const std::uint32_t entered_at = plus ? (at + k - taken) % k : (at + taken) % k;
    const Way way = shorter_way(topology_, d, entered_at, (entered_at + farthest) % k, tie_rule_);
    last = way == Way::either ? 1 : (way == Way::plus) == plus ? 2 : 0;
  }
  if (taken == farthest) return {last, 0};
  return {2, 2 * std::uint64_t{farthest - 1 - taken} + last};
}

std::uint64_t Valiant::all_offsets(int d) const { return topology_.radix(d) * (topology_.kind() == CubeTopology::Kind::torus ? 2ULL : 1ULL); }

void Valiant::enter(const Header& header, int from, WeightedRoutes& routes) const {
  std::uint64_t later = 1;  // of the dimensions after d
  for (int d = from + 1; d < topology_.dimensions(); ++d) later *= all_offsets(d);
  std::uint64_t passed = 2;  // of the dimensions before d, in which phase 1 makes no hop; 2 for a tie in phase 2
  for (int d = from; d < topology_.dimensions(); ++d) {
    const std::uint32_t at = topology_.coordinate(header.node, d);
    for (const bool plus : {true, false}) {
      const std::uint64_t go = offsets(d, at, plus, 0).beyond;
      if (go > 0) routes.add(first_phase_hop(header, d, plus, 1, passed * go * later));
    }
    passed *= offsets(d, at, true, 0).here;
    if (d + 1 < topology_.dimensions()) later /= all_offsets(d + 1);
  }
  second_phase(header, passed, routes);
}

void Valiant::second_phase(const Header& header, std::uint64_t weight, WeightedRoutes& routes) const {
  const std::uint16_t* const here = topology_.coordinates(header.node);
  const std::uint16_t* const there = topology_.coordinates(header.dst);
  int d = 0;
  while (d < topology_.dimensions() && here[d] == there[d]) ++d;
  if (d == topology_.dimensions()) {
    Candidate arrived;
    arrived.exit = Exit::deliver;
    arrived.weight = weight;
    return routes.add(arrived);
  }
  const Way way = shorter_way(topology_, d, here[d], there[d], tie_rule_);
  for (const bool plus : {true, false}) {
    if (way == (plus ? Way::minus : Way::plus)) continue;
    const VcLadder::Hop step = ladder_.hop(header.node, header.in, header.rung, d, plus);
    routes.add(candidate(step, in_second_phase(header, d, plus, step.rung), way == Way::either ? weight / 2 : weight));
  }
}

Candidate Valiant::first_phase_hop(const Header& header, int d, bool plus, std::uint32_t taken, std::uint64_t weight) const {
  const VcLadder::Hop step = ladder_.hop(header.node, header.in, header.rung, d, plus);
  const bool last = d + 1 == topology_.dimensions() && offsets(d, neighbour(header.node, d, plus), plus, taken).beyond == 0;
  if (last) return candidate(step, in_second_phase(header, d, plus, step.rung), weight);
  const bool counts = topology_.kind() != CubeTopology::Kind::mesh;  // on a mesh the coordinate says what is left
  return candidate(step, {step.rung.pack() | std::uint64_t{counts ? taken : 0} << kTaken}, weight);
}

HeaderState Valiant::in_second_phase(const Header& header, int d, bool plus, VcLadder::Rung rung) const {
  const std::uint32_t x = neighbour(header.node, d, plus);
  int next = 0;
  while (next < topology_.dimensions() && (next == d ? x : topology_.coordinate(header.node, next)) == topology_.coordinate(header.dst, next)) ++next;
  if (next == topology_.dimensions()) return {1ULL << kPhase};
  rung.wrapped = rung.wrapped && next == d;  // else a new run begins
  return {rung.pack() | 1ULL << kPhase};
}

std::uint32_t Valiant::neighbour(NodeId node, int d, bool plus) const {
  const std::uint32_t k = topology_.radix(d), x = topology_.coordinate(node, d);
  return plus ? (x + 1 == k ? 0 : x + 1) : (x == 0 ? k - 1 : x - 1);
}

std::vector<Symmetry> Valiant::symmetries() const { return claims(topology_, tie_rule_, Dimensions::in_order); }

}  // namespace dateline

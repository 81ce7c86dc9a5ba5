#include "tests/support/valiant.hpp"

#include <numeric>

#include "models/network/error.hpp"
#include "models/network/cube_symmetries.hpp"

namespace dateline::test {

struct Valiant::Fields {
  bool second_phase = false;
  bool entered = false;  // a hop of this phase was the last one, and its dimension is not finished
  int dimension = 0;
  bool plus = false;
  bool wrapped = false;        // the dateline bit
  std::uint32_t descents = 0;  // 0..1
  std::uint32_t hops = 0;      // phase 1: taken in this dimension

  [[nodiscard]] static Fields unpack(HeaderState s) {
    const std::uint64_t w = s.word;
    return {(w & 1) != 0,
            (w & 2) != 0,
            static_cast<int>(w >> 8 & 15),
            (w & 4) != 0,
            (w & 8) != 0,
            static_cast<std::uint32_t>(w >> 4 & 15),
            static_cast<std::uint32_t>(w >> 12)};
  }
  [[nodiscard]] HeaderState pack() const {
    return {(second_phase ? 1U : 0U) | (entered ? 2U : 0U) | (plus ? 4U : 0U) | (wrapped ? 8U : 0U) | std::uint64_t{descents} << 4U |
            static_cast<std::uint64_t>(dimension) << 8U | std::uint64_t{hops} << 12U};
  }
};

Valiant::Valiant(const CubeTopology& topology, Reversals reversals) : topology_(topology), reversals_(reversals) {
  if (topology.kind() != CubeTopology::Kind::torus) throw ConfigError("valiant", "topology", topology.name(), "is no torus");
}

StartStates Valiant::start(NodeId /*src*/, NodeId /*dst*/) const { return {StartState{Fields{}.pack(), 1}}; }

void Valiant::next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const {
  const Header header{node, in, dst};
  const Fields now = Fields::unpack(state);
  const auto first = out.size();
  std::uint64_t whole = 2;  // divisible by every denominator met below: 2 for a tie, 2k for every dimension
  for (int d = 0; d < topology_.dimensions(); ++d) whole *= 2 * std::uint64_t{topology_.radix(d)};
  if (now.second_phase) {
    phase_two(header, now, whole, out);
  } else if (!now.entered) {
    enter_phase_one(header, now, 0, whole, out);
  } else {
    const std::uint32_t k = topology_.radix(now.dimension);
    const std::uint32_t left = k - 2 * now.hops + 1;
    const std::uint32_t stop = left < 2 ? left : 2;
    if (left > stop) {
      Fields then = now;
      ++then.hops;
      add_hop(header, now, then, whole * (left - stop), out);
    }
    enter_phase_one(header, now, now.dimension + 1, whole * stop, out);
  }
  std::uint64_t common = 0;
  for (auto i = first; i < out.size(); ++i) common = std::gcd(common, out[i].weight);
  for (auto i = first; i < out.size(); ++i) {
    out[i].weight /= common;
    out[i].route = static_cast<std::uint32_t>(i - first);
  }
}

// Phase 1 from offset 0 in `dimension` on: a way in it, or the dimensions after it, or phase 2.
void Valiant::enter_phase_one(const Header& header, const Fields& now, int dimension, std::uint64_t weight, Candidates& out) const {
  if (dimension == topology_.dimensions()) return phase_two(header, now, weight, out);
  const std::uint32_t k = topology_.radix(dimension);
  for (const bool plus : {true, false}) add_hop(header, now, {false, true, dimension, plus, false, 0, 1}, weight / (2 * k) * (k - 1), out);
  enter_phase_one(header, now, dimension + 1, weight / (2 * k) * 2, out);
}

void Valiant::phase_two(const Header& header, const Fields& now, std::uint64_t weight, Candidates& out) const {
  int d = 0;
  while (d < topology_.dimensions() && topology_.coordinate(header.node, d) == topology_.coordinate(header.dst, d)) ++d;
  if (d == topology_.dimensions()) {
    Candidate& arrived = out.emplace_back();
    arrived.exit = Exit::deliver;
    arrived.weight = weight;
    return;
  }
  const std::uint32_t k = topology_.radix(d);
  const std::uint32_t forward = (topology_.coordinate(header.dst, d) + k - topology_.coordinate(header.node, d)) % k;
  const auto go = [&](bool plus, std::uint64_t part) {
    const bool last = (plus ? forward : k - forward) == 1;
    add_hop(header, now, {true, !last, d, plus, false, 0, 0}, part, out);
  };
  if (now.second_phase && now.entered && now.dimension == d) return go(now.plus, weight);
  if (2 * forward != k) return go(2 * forward < k, weight);
  go(true, weight / 2);
  go(false, weight / 2);
}

void Valiant::add_hop(const Header& header, const Fields& now, Fields then, std::uint64_t weight, Candidates& out) const {
  const int d = then.dimension;
  bool straight = false;
  then.descents = now.descents;
  if (header.in != kNoChannel) {
    const Channel& before = topology_.channel(header.in);
    const bool reversed = before.dimension == d && (before.sign > 0) != then.plus;
    const bool descent = d < before.dimension || (reversed && reversals_ == Reversals::are_descents);
    straight = before.dimension == d && !descent;
    if (descent) ++then.descents;
  }
  const bool wrapped = straight && now.wrapped;
  const std::uint32_t x = topology_.coordinate(header.node, d);
  const bool wraps_now = then.plus ? x + 1 == topology_.radix(d) : x == 0;
  then.wrapped = (wrapped || wraps_now) && (then.entered || !then.second_phase);

  Candidate& hop = out.emplace_back();
  hop.channel = topology_.out(header.node, topology_.port(d, then.plus ? 1 : -1));
  hop.classes = static_cast<std::uint16_t>(1U << (2 * then.descents + (wrapped ? 1U : 0U)));
  hop.weight = weight;
  hop.next = then.pack();
}

std::vector<Symmetry> Valiant::symmetries() const { return translations(topology_, false); }

}  // namespace dateline::test

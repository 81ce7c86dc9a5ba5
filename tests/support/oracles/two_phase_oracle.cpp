#include "tests/support/oracles/two_phase_oracle.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace dateline::test {
namespace {

constexpr std::uint32_t kNone = 0xffffffffU;

}  // namespace

TwoPhaseOracle::TwoPhaseOracle(const CubeTopology& topology, TieRule tie_rule)
    : kind_(topology.kind()), tie_rule_(tie_rule), channels_(topology.channels()) {
  for (int d = 0; d < topology.dimensions(); ++d) radices_.push_back(topology.radix(d));
  number_.assign(std::size_t{topology.nodes()} * radices_.size() * 2, kNone);
  for (std::uint32_t c = 0; c < topology.channels(); ++c) {
    const Channel& channel = topology.channel(ChannelId(c));
    number_[(channel.from.value() * radices_.size() + static_cast<std::size_t>(channel.dimension)) * 2 + (channel.sign < 0 ? 1 : 0)] = c;
  }
}

TwoPhaseOracle::Digits TwoPhaseOracle::digits(std::uint32_t node) const {
  Digits x;
  for (const std::uint32_t k : radices_) {
    x.push_back(node % k);
    node /= k;
  }
  return x;
}

std::uint32_t TwoPhaseOracle::moved(std::size_t d, std::uint32_t from, Leg leg) const {
  const std::uint32_t k = radices_[d];
  return leg.sign < 0 ? (from + k - leg.hops) % k : (from + leg.hops) % k;
}

std::vector<TwoPhaseOracle::Choice> TwoPhaseOracle::shortest(std::size_t d, std::uint32_t from, std::uint32_t to, TieRule rule) const {
  if (from == to) return {{1, {}, {}}};
  if (kind_ == CubeTopology::Kind::hypercube) return {{1, {+1, 1}, {}}};
  if (kind_ == CubeTopology::Kind::mesh) return {{1, to > from ? Leg{+1, to - from} : Leg{-1, from - to}, {}}};
  const std::uint32_t k = radices_[d];
  const Leg up{+1, (to + k - from) % k}, down{-1, (from + k - to) % k};
  if (up.hops < down.hops) return {{1, up, {}}};
  if (down.hops < up.hops) return {{1, down, {}}};
  if (rule == TieRule::plus) return {{1, up, {}}};
  if (rule == TieRule::parity) return {{1, from % 2 == 0 ? up : down, {}}};
  return {{Rational(1, 2), up, {}}, {Rational(1, 2), down, {}}};
}

std::vector<TwoPhaseOracle::Choice> TwoPhaseOracle::choices(const std::string& routing, std::size_t d, std::uint32_t from, std::uint32_t to) const {
  const std::uint32_t k = radices_[d];
  if (routing == "dor" || routing == "o1turn") return shortest(d, from, to, tie_rule_);
  std::vector<Choice> all;
  const bool tied = kind_ == CubeTopology::Kind::torus && 2 * ((to + k - from) % k) == k;
  if (routing == "valiant" || (routing == "romm" && tied && tie_rule_ == TieRule::union_)) {  // by way of any of the k coordinates
    for (std::uint32_t middle = 0; middle < k; ++middle) {
      for (const Choice& out : shortest(d, from, middle, tie_rule_)) {
        for (const Choice& on : shortest(d, middle, to, tie_rule_)) {
          all.push_back({out.probability * on.probability / k, out.first, on.first});
        }
      }
    }
    return all;
  }
  std::vector<Choice> ways;  // a direction each, kept in both phases
  if (routing == "romm" || from == to) {
    ways = shortest(d, from, to, tie_rule_);
  } else if (routing == "rlb") {
    const std::uint32_t up = (to + k - from) % k, down = k - up;
    const std::uint32_t least = std::min(up, down);
    const Rational longer(least, k);
    ways = {{up == least ? Rational(1 - longer) : longer, {+1, up}, {}}, {up == least ? longer : Rational(1 - longer), {-1, down}, {}}};
  } else {
    throw std::logic_error("the oracle does not know this routing");
  }
  for (const Choice& way : ways) {
    for (std::uint32_t hops = 0; hops <= way.first.hops; ++hops) {
      all.push_back({way.probability / (way.first.hops + 1), {way.first.sign, hops}, {way.first.sign, way.first.hops - hops}});
    }
  }
  return all;
}

void TwoPhaseOracle::walk(Digits& at, const std::vector<Leg>& legs, const Order& order, const Rational& share, std::vector<Rational>& load) const {
  for (const std::size_t d : order) {
    for (std::uint32_t h = 0; h < legs[d].hops; ++h) {
      std::size_t node = 0;
      for (std::size_t e = radices_.size(); e-- > 0;) node = node * radices_[e] + at[e];
      const std::uint32_t c = number_[(node * radices_.size() + d) * 2 + (legs[d].sign < 0 ? 1 : 0)];
      if (c == kNone) throw std::logic_error("the oracle wants a channel that does not exist");
      load[c] += share;
      at[d] = moved(d, at[d], {legs[d].sign, 1});
    }
  }
}

std::vector<Rational> TwoPhaseOracle::loads(const std::string& routing, std::uint32_t source, std::uint32_t destination) const {
  const Digits from = digits(source), to = digits(destination);
  std::vector<Order> orders(1, Order(radices_.size()));
  std::iota(orders[0].begin(), orders[0].end(), 0U);
  if (routing != "valiant" && routing != "dor") {
    for (Order order = orders[0]; std::next_permutation(order.begin(), order.end());) orders.push_back(order);
  }
  std::vector<std::vector<Choice>> of_dimension;
  for (std::size_t d = 0; d < radices_.size(); ++d) of_dimension.push_back(choices(routing, d, from[d], to[d]));

  std::vector<Rational> load(channels_);
  std::vector<std::size_t> picked(radices_.size(), 0);
  while (true) {
    Rational share(1, orders.size());
    std::vector<Leg> first, second;
    for (std::size_t d = 0; d < radices_.size(); ++d) {
      const Choice& c = of_dimension[d][picked[d]];
      share *= c.probability;
      first.push_back(c.first);
      second.push_back(c.second);
    }
    for (const Order& order : orders) {  // loads are linear in the phases: their orders need not be combined
      Digits at = from;
      walk(at, first, order, share, load);
      walk(at, second, order, share, load);
      if (at != to) throw std::logic_error("the oracle lost its way");
    }
    std::size_t d = 0;
    while (d < radices_.size() && ++picked[d] == of_dimension[d].size()) picked[d++] = 0;
    if (d == radices_.size()) break;
  }
  return load;
}

}  // namespace dateline::test

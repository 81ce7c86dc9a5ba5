// Random and two-phase routings path by path, for tests: every choice of directions, intermediate node and dimension
// orders of one packet with its exact probability, each path walked by coordinate arithmetic. From the rules of Towles
// (worst-case permutations) and Singh et al. (RLB, 2002) alone; shares nothing with models/ or routing/ but the channel
// numbers. Node index = x0 + k0 (x1 + k1 (...)).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/base/numbers/rational.hpp"
#include "models/network/topology/cube.hpp"
#include "routing/oblivious/tie_rule.hpp"

namespace dateline::test {

class TwoPhaseOracle {
 public:
  TwoPhaseOracle(const CubeTopology& topology, TieRule tie_rule);

  // The expected crossings of every channel by one packet; `routing` is o1turn, romm, rlb, valiant or dor.
  [[nodiscard]] std::vector<Rational> loads(const std::string& routing, std::uint32_t source, std::uint32_t destination) const;

 private:
  struct Leg {  // in one dimension
    int sign = 0;
    std::uint32_t hops = 0;
  };
  struct Choice {  // in one dimension
    Rational probability;
    Leg first, second;
  };
  using Digits = std::vector<std::uint32_t>;
  using Order = std::vector<std::size_t>;

  [[nodiscard]] Digits digits(std::uint32_t node) const;
  [[nodiscard]] std::vector<Choice> choices(const std::string& routing, std::size_t d, std::uint32_t from, std::uint32_t to) const;
  // Shortest legs with their probabilities, in `first`.
  [[nodiscard]] std::vector<Choice> shortest(std::size_t d, std::uint32_t from, std::uint32_t to, TieRule rule) const;
  [[nodiscard]] std::uint32_t moved(std::size_t d, std::uint32_t from, Leg leg) const;
  void walk(Digits& at, const std::vector<Leg>& legs, const Order& order, const Rational& share, std::vector<Rational>& load) const;

  CubeTopology::Kind kind_;
  TieRule tie_rule_;
  Digits radices_;
  std::uint32_t channels_;
  std::vector<std::uint32_t> number_;  // of the channel that leaves node v in dimension d with sign s: [(v n + d) 2 + (s < 0)]
};

}  // namespace dateline::test

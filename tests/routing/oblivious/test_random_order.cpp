// A random order revealed step by step, against all orders and all choices of busy dimensions enumerated.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <numeric>

#include "models/base/numbers/rational.hpp"
#include "routing/oblivious/random_order.hpp"

using namespace dateline;

TEST_CASE("the next busy dimension of a random order has the chance that all orders enumerated give it") {
  const std::size_t n = 5;
  const RandomOrder::Dimensions weights = {{{2, 3}, {1, 4}, {5, 1}, {1, 1}, {3, 2}}};
  const RandomOrder order(5);
  CHECK(order.unit() == 60);
  // Weight of every sequence of busy dimensions: its orders x the weights of the busy and the idle ones.
  std::map<std::vector<std::size_t>, Rational> sequences;
  std::vector<std::size_t> permutation(n);
  std::iota(permutation.begin(), permutation.end(), 0U);
  do {
    for (unsigned busy = 0; busy < 1U << n; ++busy) {
      std::vector<std::size_t> met;
      Rational weight(1, 120);
      for (const std::size_t d : permutation) {
        const bool is_busy = (busy >> d & 1U) != 0;
        weight *= is_busy ? weights[d].busy : weights[d].idle;
        if (is_busy) met.push_back(d);
      }
      sequences[met] += weight;
    }
  } while (std::next_permutation(permutation.begin(), permutation.end()));
  // After each sequence: how likely each continuation is, and none.
  for (const auto& [met, ends] : sequences) {
    std::map<std::size_t, Rational> goes_on;
    Rational all = 0;
    for (const auto& [longer, weight] : sequences) {
      if (longer.size() < met.size() || !std::equal(met.begin(), met.end(), longer.begin())) continue;
      all += weight;
      if (longer.size() > met.size()) goes_on[longer[met.size()]] += weight;
    }
    RandomOrder::Dimensions open{};
    std::vector<std::size_t> dimension;
    Rational none = order.unit();
    for (std::size_t d = 0; d < n; ++d) {
      if (std::count(met.begin(), met.end(), d) > 0) continue;
      open[dimension.size()] = weights[d];
      none *= weights[d].idle;
      dimension.push_back(d);
    }
    std::vector<Rational> next;
    for (std::size_t i = 0; i < dimension.size(); ++i) next.emplace_back(order.next_is(open, dimension.size(), i, met.size()) * open[i].busy);
    const Rational total = std::accumulate(next.begin(), next.end(), none);
    REQUIRE(none / total == ends / all);
    for (std::size_t i = 0; i < dimension.size(); ++i) REQUIRE(next[i] / total == goes_on[dimension[i]] / all);
  }
}

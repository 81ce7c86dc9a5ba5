// Permutation patterns as lists of numbers, and the error of a pattern that is refused, for tests of patterns.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "models/base/error.hpp"
#include "traffic/registry.hpp"

namespace dateline::test {

using Nodes = std::vector<std::uint32_t>;

[[nodiscard]] inline Nodes destinations(const std::string& rule, const std::string& topology) {
  const auto t = make_cube(topology);
  Nodes list;
  const PermutationTraffic pattern = named_permutation(rule, *t);
  for (const TerminalId v : pattern.destinations()) list.push_back(v.value());
  return list;
}

// destination(x) on a two-dimensional network, coordinate by coordinate.
template <typename Rule>
[[nodiscard]] Nodes by_rule(std::uint32_t k0, std::uint32_t k1, Rule rule) {
  Nodes list;
  for (std::uint32_t y = 0; y < k1; ++y) {
    for (std::uint32_t x = 0; x < k0; ++x) {
      const auto [a, b] = rule(x, y);
      list.push_back(a + k0 * b);
    }
  }
  return list;
}

[[nodiscard]] inline std::string refusal(const std::string& traffic, const std::string& topology) {
  const auto t = make_cube(topology);
  try {
    (void)make_traffic(traffic, *t);
  } catch (const ConfigError& e) {
    return e.what();
  }
  return "accepted";
}

}  // namespace dateline::test

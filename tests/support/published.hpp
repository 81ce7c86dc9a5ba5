// The published and derived numbers of tests/data/worst-case.json (B. Towles, worst-case permutations), read as exact rationals.
#pragma once

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "models/network/cube.hpp"
#include "models/network/rational.hpp"

namespace dateline::test {

[[nodiscard]] inline nlohmann::json read_published(const std::string& path) {
  std::ifstream file(path);
  return nlohmann::json::parse(file);
}

[[nodiscard]] inline Rational rational_of(const nlohmann::json& text) { return Rational(text.get<std::string>()); }

[[nodiscard]] inline NodeId node_of(const CubeTopology& t, const nlohmann::json& x) {
  return t.node_at({x[0].get<std::uint32_t>(), x[1].get<std::uint32_t>()});
}

// The permutation of figure 9 on a 9-ary 2-cube; `swapped`: the roles of both coordinates exchanged on both sides.
[[nodiscard]] inline std::vector<TerminalId> figure_9(const CubeTopology& t, const nlohmann::json& published, bool swapped) {
  std::vector<TerminalId> destination(81);
  for (std::uint32_t x = 0; x < 9; ++x) {
    for (std::uint32_t y = 0; y < 9; ++y) {
      const auto& to = published["figure9"]["destinations"][x][y];
      const auto a = to[0].get<std::uint32_t>(), b = to[1].get<std::uint32_t>();
      const NodeId from = swapped ? t.node_at({y, x}) : t.node_at({x, y});
      destination[from.value()] = TerminalId((swapped ? t.node_at({b, a}) : t.node_at({a, b})).value());
    }
  }
  return destination;
}

// To `digits` places after the point: rounded half up, or cut off.
[[nodiscard]] inline double rounded(const Rational& x, int digits, bool cut = false) {
  Rational scaled = x;
  double unit = 1;
  for (int i = 0; i < digits; ++i) {
    scaled *= 10;
    unit *= 10;
  }
  if (!cut) scaled += Rational(1, 2);
  const Integer whole = boost::multiprecision::numerator(scaled) / boost::multiprecision::denominator(scaled);
  return static_cast<double>(whole) / unit;
}

}  // namespace dateline::test

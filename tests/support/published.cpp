#include "tests/support/published.hpp"

#include <fstream>

#include "models/base/text/parse.hpp"

namespace dateline::test {

nlohmann::json read_published(const std::string& name) {
  std::ifstream file(DATELINE_TEST_DATA "/" + name);
  return nlohmann::json::parse(file);
}

Rational rational_of(const nlohmann::json& text) { return read_rational(text.get<std::string>()).value(); }

NodeId node_of(const CubeTopology& t, const nlohmann::json& x) { return t.node_at({x[0].get<std::uint32_t>(), x[1].get<std::uint32_t>()}); }

std::vector<TerminalId> figure_9(const CubeTopology& t, const nlohmann::json& published, bool swapped) {
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

double rounded(const Rational& x, int digits, bool cut) {
  Rational scaled = x;
  double unit = 1;
  for (int i = 0; i < digits; ++i) {
    scaled *= 10;
    unit *= 10;
  }
  if (!cut) scaled += Rational(1, 2);
  const Integer whole = numerator(scaled) / denominator(scaled);
  return to_double(whole) / unit;
}

}  // namespace dateline::test

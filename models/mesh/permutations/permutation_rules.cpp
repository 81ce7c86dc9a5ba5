#include "models/mesh/permutations/permutation_rules.hpp"

#include <fmt/format.h>

#include <functional>
#include <numeric>

#include "models/base/error.hpp"
#include "models/base/numbers/random_permutation.hpp"
#include "models/mesh/permutations/lump_rules.hpp"

namespace dateline {
namespace {

// What a rule is called with: its full name, the side, and the whole numbers behind the colon.
struct Call {
  std::string_view name;
  std::uint32_t side;
  const ValueSource& given_as;
  std::vector<std::uint64_t> numbers;
  [[noreturn]] void refuse(const std::string& rule) const {
    throw ConfigError(given_as.component, given_as.key, name, fmt::format("{}; side {}", rule, side));
  }
  [[nodiscard]] std::uint32_t number(std::size_t i, std::uint32_t low, std::uint32_t high, const char* what) const {
    if (numbers[i] < low || numbers[i] > high) refuse(fmt::format("has {}={}, not in {}..{}", what, numbers[i], low, high));
    return static_cast<std::uint32_t>(numbers[i]);
  }
};

using Move = std::function<MeshPosition(std::uint32_t row, std::uint32_t column)>;

std::vector<NodeId> moved(std::uint32_t side, const Move& move) {
  std::vector<NodeId> destination;
  destination.reserve(std::size_t{side} * side);
  for (std::uint32_t i = 0; i < side; ++i) {
    for (std::uint32_t j = 0; j < side; ++j) {
      const MeshPosition to = move(i, j);
      destination.emplace_back(to.row * side + to.column);
    }
  }
  return destination;
}

MeshPosition at(std::uint32_t row, std::uint32_t column) { return {static_cast<std::uint16_t>(row), static_cast<std::uint16_t>(column)}; }

std::vector<NodeId> bit_reversed(const Call& call, bool transposed) {
  const std::uint32_t m = call.side;
  if ((m & (m - 1)) != 0) call.refuse("needs a side that is a power of two");
  const auto reverse = [m](std::uint32_t x) {
    std::uint32_t reversed = 0;
    for (std::uint32_t bit = 1, mirror = m >> 1U; bit < m; bit <<= 1U, mirror >>= 1U) {
      if ((x & bit) != 0) reversed |= mirror;
    }
    return reversed;
  };
  return moved(m, [&](auto i, auto j) { return transposed ? at(reverse(j), reverse(i)) : at(reverse(i), reverse(j)); });
}

std::vector<NodeId> half_shift(const Call& call) {
  const std::uint32_t m = call.side;
  if (m % 2 != 0) call.refuse("needs an even side");
  return moved(m, [&](auto i, auto j) { return at((i + m / 2) % m, (j + m / 2) % m); });
}

std::vector<NodeId> affine(const Call& call) {
  const std::uint64_t nodes = std::uint64_t{call.side} * call.side;
  const std::uint64_t a = call.numbers[0] % nodes, b = call.numbers[1] % nodes;
  if (std::gcd(a, nodes) != 1) call.refuse(fmt::format("is no permutation: {} and N = {} have a common divisor", call.numbers[0], nodes));
  std::vector<NodeId> destination;
  destination.reserve(nodes);
  for (std::uint64_t x = 0; x < nodes; ++x) destination.emplace_back(static_cast<std::uint32_t>((a * x + b) % nodes));
  return destination;
}

std::vector<NodeId> lump(const Call& call, bool alone) {
  if (call.side % 4 != 0) call.refuse("needs a side that is a multiple of 4");
  const std::uint32_t half = call.side / 2;
  const LumpShape shape{call.number(0, 1, half, "L"), call.number(1, 1, half, "R"), call.number(2, 0, 0xffffU, "Q")};
  if (shape.length + std::uint64_t{shape.repeat} * (shape.rows - 1) > half) call.refuse(fmt::format("needs L + Q(R-1) of at most {}", half));
  return lump_permutation(call.side, shape, alone);
}

std::vector<NodeId> block_lumps(const Call& call) {
  const std::uint32_t m = call.side, n = m / 4;
  if (m % 4 != 0) call.refuse("needs a side that is a multiple of 4");
  const std::uint32_t b = call.number(0, 1, n, "B"), dr = call.number(1, 0, 3, "DR"), dc = call.number(2, 0, 3, "DC");
  if (n % b != 0) call.refuse(fmt::format("needs a B that divides {}", n));
  return moved(m, [&](auto i, auto j) {
    const std::uint32_t x = i % n, y = j % n;
    const std::uint32_t row = x / b * b + y % b, column = y / b * b + x % b;
    return at((i / n + dr) % 4 * n + row, (j / n + dc) % 4 * n + column);
  });
}

std::vector<NodeId> zone_lump(const Call& call) {
  if (call.side % 4 != 0 || call.side < 8) call.refuse("needs a side that is a multiple of 4, from 8");
  return zone_lump_packets(call.side, call.number(0, 1, call.side, "Q"));
}

struct Rule {
  std::string name, arguments;  // arguments: for people, separated by commas
  std::vector<NodeId> (*make)(const Call&);
};

const std::vector<Rule>& rules() {
  static const std::vector<Rule> table = {
      {"identity", "", [](const Call& c) { return moved(c.side, [](auto i, auto j) { return at(i, j); }); }},
      {"transpose", "", [](const Call& c) { return moved(c.side, [](auto i, auto j) { return at(j, i); }); }},
      {"reverse", "", [](const Call& c) { return moved(c.side, [&](auto i, auto j) { return at(c.side - 1 - i, c.side - 1 - j); }); }},
      {"bitrev", "", [](const Call& c) { return bit_reversed(c, false); }},
      {"bitrevT", "", [](const Call& c) { return bit_reversed(c, true); }},
      {"halfshift", "", half_shift},
      {"affine", "A,B", affine},
      {"random", "SEED", [](const Call& c) { return random_permutation<NodeId>(c.side * c.side, c.numbers[0]); }},
      {"lump", "L,R,Q", [](const Call& c) { return lump(c, false); }},
      {"lumponly", "L,R,Q", [](const Call& c) { return lump(c, true); }},
      {"blumps", "B,DR,DC", block_lumps},
      {"zonelump", "Q", zone_lump},
  };
  return table;
}

}  // namespace

const std::vector<std::string>& mesh_permutation_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> list;
    for (const Rule& rule : rules()) list.push_back(rule.arguments.empty() ? rule.name : rule.name + ":" + rule.arguments);
    return list;
  }();
  return names;
}

std::vector<NodeId> mesh_permutation(std::string_view name, std::uint32_t side, const ValueSource& given_as) {
  if (side < 2 || side > kLongestMeshSide) throw ConfigError("mesh", "side", std::to_string(side), fmt::format("is not in 2..{}", kLongestMeshSide));
  const std::size_t colon = name.find(':');
  for (const Rule& rule : rules()) {
    if (rule.name != name.substr(0, colon)) continue;
    Call call{name, side, given_as, {}};
    const std::string want = rule.arguments.empty() ? std::string("takes no numbers") : fmt::format("is written {}:{}", rule.name, rule.arguments);
    if ((colon == std::string_view::npos) != rule.arguments.empty()) call.refuse(want);
    if (!rule.arguments.empty()) {
      const std::vector<std::string> given = split(name.substr(colon + 1), ',');
      if (given.size() != split(rule.arguments, ',').size()) call.refuse(want);
      for (const std::string& text : given)
        call.numbers.push_back(parse_whole({given_as.component, fmt::format("{}={}, number", given_as.key, name)}, text, 0, ~std::uint64_t{0}));
    }
    return rule.make(call);
  }
  throw ConfigError(given_as.component, given_as.key, name, unknown_name(name, mesh_permutation_names()));
}

}  // namespace dateline

#include "traffic/patterns/permutation_rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "models/base/error.hpp"
#include "models/base/numbers/random_permutation.hpp"
#include "models/base/text/name_table.hpp"
#include "models/base/text/parse.hpp"
#include "models/mesh/permutations/permutation_rules.hpp"
#include "traffic/patterns/rules_on_grids.hpp"

namespace dateline {
namespace {

std::vector<TerminalId> reverse_index(const Topology& t, std::string_view name, bool flip) {
  const std::uint32_t nodes = power_of_two_for_rule(t, name);
  std::vector<TerminalId> destination;
  destination.reserve(nodes);
  for (std::uint32_t v = 0; v < nodes; ++v) {
    std::uint32_t reversed = 0;
    for (std::uint32_t bit = 1, mirror = nodes >> 1U; bit < nodes; bit <<= 1U, mirror >>= 1U) {
      if ((v & bit) != 0) reversed |= mirror;
    }
    destination.emplace_back(flip ? nodes - 1 - reversed : reversed);
  }
  return destination;
}

// Where a number behind the colon stands: "traffic: traffic=random:x, seed=x ...".
ValueSource number_of(std::string_view text, const char* what) { return {"traffic", fmt::format("traffic={}, {}", text, what)}; }

}  // namespace

std::vector<TerminalId> tornado(const Topology& topology, std::string_view text) {
  const Grid& t = grid_for_rule(topology, text);
  if (t.radix(0) < 3) refuse_rule(text, topology, "needs a radix of at least 3 in dimension 0");
  const std::uint32_t k = t.radix(0);
  return by_coordinates(t, [k](Coordinates x) {
    x[0] = (x[0] + (k + 1) / 2 - 1) % k;
    return x;
  });
}

std::vector<TerminalId> transpose(const Topology& topology, std::string_view text) {
  const Grid& t = grid_for_rule(topology, text);
  const auto n = static_cast<std::size_t>(t.dimensions());
  if (t.bits()) {
    if (n % 2 != 0) refuse_rule(text, topology, "a hypercube needs an even number of dimensions");
    return by_coordinates(t, [n](const Coordinates& x) {
      Coordinates y(n);
      for (std::size_t i = 0; i < n; ++i) y[i] = x[(i + n / 2) % n];
      return y;
    });
  }
  if (n < 2) refuse_rule(text, topology, "needs two or more dimensions");
  for (int d = 0; d < t.dimensions(); ++d) {
    if (t.radix(d) != t.radix(t.dimensions() - 1 - d)) refuse_rule(text, topology, "the radices must read the same backwards");
  }
  return by_coordinates(t, [](Coordinates x) {
    std::reverse(x.begin(), x.end());
    return x;
  });
}

std::vector<TerminalId> bit_complement(const Topology& topology, std::string_view text) {
  if (topology.grid() == nullptr) {
    const std::uint32_t terminals = power_of_two_for_rule(topology, text);
    std::vector<TerminalId> destination;
    for (std::uint32_t t = 0; t < terminals; ++t) destination.emplace_back(terminals - 1 - t);
    return destination;
  }
  const Grid& t = grid_for_rule(topology, text);
  return by_coordinates(t, [&t](Coordinates x) {
    for (std::size_t d = 0; d < x.size(); ++d) x[d] = t.radix(static_cast<int>(d)) - 1 - x[d];
    return x;
  });
}

std::vector<TerminalId> bit_reverse(const Topology& topology, std::string_view text) { return reverse_index(topology, text, false); }
std::vector<TerminalId> reverse_flip(const Topology& topology, std::string_view text) { return reverse_index(topology, text, true); }

std::vector<TerminalId> seeded_permutation(const Topology& topology, std::string_view text) {
  const auto seed = parse_whole(number_of(text, "seed"), argument_of(text), 0, ~std::uint64_t{0});
  return random_permutation<TerminalId>(topology.terminals(), seed);
}

std::vector<TerminalId> affine_permutation(const Topology& topology, std::string_view text) {
  const Grid* const grid = topology.terminal_grid();
  const bool square = grid != nullptr && grid->dimensions() == 2 && grid->radix(0) == grid->radix(1);
  if (square && topology.one_terminal_a_router()) return square_permutation(topology, text);
  const std::uint64_t terminals = topology.terminals();
  const auto numbers = split(argument_of(text), ',');
  if (numbers.size() != 2) throw ConfigError("traffic", "traffic", text, "is no affine:A,B");
  const auto number = [&](std::size_t i) { return parse_whole(number_of(text, "number"), numbers[i], 0, 0xffffffffU) % terminals; };
  const std::uint64_t a = number(0), b = number(1);
  if (std::gcd(a, terminals) != 1)
    refuse_rule(text, topology, fmt::format("{} and the number of terminals, {}, have a common divisor", numbers[0], terminals));
  std::vector<TerminalId> destination;
  destination.reserve(terminals);
  for (std::uint64_t x = 0; x < terminals; ++x) destination.emplace_back(static_cast<std::uint32_t>((a * x + b) % terminals));
  return destination;
}

std::vector<TerminalId> square_permutation(const Topology& topology, std::string_view text) {
  const Grid& square = grid_for_rule(topology, text);
  if (square.dimensions() != 2 || square.radix(0) != square.radix(1)) refuse_rule(text, topology, "needs a square of two dimensions");
  std::vector<TerminalId> destination;
  for (const NodeId to : mesh_permutation(text, square.radix(0), {"traffic", "traffic"})) {
    if (to == kAbsent) refuse_rule(text, topology, "leaves nodes out, so it is no permutation");
    destination.emplace_back(to.value());
  }
  return destination;
}

}  // namespace dateline

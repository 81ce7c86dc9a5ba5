#include "models/network/topology/fat_tree.hpp"

#include <fmt/format.h>

#include <cmath>

#include "models/base/error.hpp"
#include "models/base/text/parse.hpp"
#include "models/network/topology/topology_sizes.hpp"

namespace dateline {
namespace {

constexpr std::uint32_t kMaxLevels = 20;

std::uint32_t power(std::uint32_t base, std::uint32_t exponent) {
  std::uint32_t result = 1;
  for (std::uint32_t i = 0; i < exponent; ++i) result *= base;
  return result;
}

std::uint32_t routers_of(std::uint32_t arity, std::uint32_t levels) {
  if (arity < 2 || levels < 2) throw InvariantError("a fat tree of no height or no width");
  return levels * power(arity, levels - 1);
}

}  // namespace

FatTreeTopology::FatTreeTopology(const std::string& name, std::uint32_t arity, std::uint32_t levels)
    : Topology(name, routers_of(arity, levels), static_cast<int>(2 * arity)), arity_(arity), levels_(levels), width_(power(arity, levels - 1)) {
  const auto port = [](std::uint32_t p) { return Port(static_cast<std::uint16_t>(p)); };
  for (std::uint32_t r = 0; r < nodes(); ++r) {
    const NodeId router(r);
    const std::uint32_t l = level(router);
    for (std::uint32_t j = 0; l > 1 && j < arity; ++j) {
      const auto down = static_cast<std::uint16_t>(2 * (l - 2) + 1);
      add_channel({router, port(j), with_digit(router, l - 1, l - 2, j), port(arity + digit(router, l - 2)), -1, 0, 1, down});
    }
    for (std::uint32_t j = 0; l < levels && j < arity; ++j) {
      const auto up = static_cast<std::uint16_t>(2 * (l - 1));
      add_channel({router, port(arity + j), with_digit(router, l + 1, l - 1, j), port(digit(router, l - 1)), -1, 0, 1, up});
    }
  }
  check_links(*this);
  place_terminals(terminals_at_each(width_, arity));
}

std::uint32_t FatTreeTopology::digit(NodeId router, std::uint32_t d) const { return router.value() % width_ / power(arity_, d) % arity_; }

NodeId FatTreeTopology::with_digit(NodeId router, std::uint32_t level, std::uint32_t d, std::uint32_t value) const {
  const std::uint32_t place = router.value() % width_ + value * power(arity_, d) - digit(router, d) * power(arity_, d);
  return NodeId((level - 1) * width_ + place);
}

std::vector<std::string> FatTreeTopology::kinds() const {
  std::vector<std::string> names;
  for (std::uint32_t l = 1; l < levels_; ++l) {
    names.push_back(fmt::format("up{}", l));
    names.push_back(fmt::format("down{}", l));
  }
  return names;
}

// Between levels d + 1 and d + 2 every value of digit d is linked to every other; elsewhere it stays.
Symmetry FatTreeTopology::digits_changed(std::uint32_t d, bool above, bool turned) const {
  Symmetry map{Symmetry::Kind::automorphism,
               fmt::format("{} digit {} {} level {}", turned ? "turn of" : "values 0 and 1 exchanged of", d, above ? "above" : "up to", d + 1),
               {}};
  map.image.reserve(nodes());
  for (std::uint32_t r = 0; r < nodes(); ++r) {
    const NodeId router(r);
    const std::uint32_t x = digit(router, d);
    const bool moves = (level(router) > d + 1) == above;
    const std::uint32_t y = !moves ? x : turned ? (x + 1) % arity_ : x < 2 ? 1 - x : x;
    map.image.push_back(with_digit(router, level(router), d, y));
  }
  return map;
}

std::vector<Symmetry> FatTreeTopology::automorphisms() const {
  std::vector<Symmetry> generators;
  for (std::uint32_t d = 0; d + 1 < levels_; ++d) {
    for (const bool above : {false, true}) {
      generators.push_back(digits_changed(d, above, true));
      if (arity_ > 2) generators.push_back(digits_changed(d, above, false));
    }
  }
  return generators;
}

std::unique_ptr<Topology> make_fat_tree(std::string_view text) {
  const auto numbers = split(fields_of(text, 1)[0], ',');
  if (numbers.size() != 2) throw ConfigError("topology", "topology", text, "is written fattree:K,N: ports up, levels");
  constexpr std::uint64_t kMaxArity = kMaxPorts / 2;
  const auto arity = static_cast<std::uint32_t>(parse_whole({"topology", "fattree K"}, numbers[0], 2, kMaxArity));
  const auto levels = static_cast<std::uint32_t>(parse_whole({"topology", "fattree N"}, numbers[1], 2, kMaxLevels));
  const double terminals = std::pow(arity, levels), routers = levels * terminals / arity;
  check_sizes(text, {routers, 2 * (levels - 1) * terminals, arity, arity, terminals});
  return std::make_unique<FatTreeTopology>(std::string(text), arity, levels);
}

std::optional<std::uint64_t> fat_tree_bisection(const Topology& topology) {
  const auto& tree = dynamic_cast<const FatTreeTopology&>(topology);
  if (tree.arity() % 2 != 0) return std::nullopt;
  return tree.terminals() / 2;
}

}  // namespace dateline

#include "models/network/topology/clos.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/base/error.hpp"
#include "models/base/text/parse.hpp"
#include "models/network/topology/topology_sizes.hpp"

namespace dateline {

ClosTopology::ClosTopology(const std::string& name, std::uint32_t leaves, std::uint32_t spines, std::uint32_t terminals_a_leaf)
    : Topology(name, leaves + spines, static_cast<int>(std::max(leaves, spines))), leaves_(leaves) {
  enum Kind : std::uint16_t { up, down };
  const auto port = [](std::uint32_t p) { return Port(static_cast<std::uint16_t>(p)); };
  for (std::uint32_t l = 0; l < leaves; ++l) {
    for (std::uint32_t s = 0; s < spines; ++s) add_channel({NodeId(l), port(s), NodeId(leaves + s), port(l), -1, 0, 1, up});
  }
  for (std::uint32_t s = 0; s < spines; ++s) {
    for (std::uint32_t l = 0; l < leaves; ++l) add_channel({NodeId(leaves + s), port(l), NodeId(l), port(s), -1, 0, 1, down});
  }
  check_links(*this);
  place_terminals(terminals_at_each(leaves, terminals_a_leaf));
}

std::vector<Symmetry> ClosTopology::automorphisms() const {
  std::vector<Symmetry> generators;
  // Of routers `first`..`last` - 1: all one on, and the first two exchanged.
  const auto permute = [&](const char* what, std::uint32_t first, std::uint32_t last) {
    if (last - first < 2) return;
    Symmetry turn{Symmetry::Kind::automorphism, fmt::format("turn of the {}", what), {}};
    for (std::uint32_t r = 0; r < nodes(); ++r) turn.image.emplace_back(r);
    Symmetry exchange{Symmetry::Kind::automorphism, fmt::format("exchange of the first two {}", what), turn.image};
    std::rotate(turn.image.begin() + first, turn.image.begin() + first + 1, turn.image.begin() + last);
    std::swap(exchange.image[first], exchange.image[first + 1]);
    generators.push_back(std::move(turn));
    if (last - first > 2) generators.push_back(std::move(exchange));
  };
  permute("leaves", 0, leaves_);
  permute("spines", leaves_, nodes());
  return generators;
}

std::unique_ptr<Topology> make_clos(std::string_view text) {
  const auto numbers = split(fields_of(text, 1)[0], ',');
  if (numbers.size() != 3) throw ConfigError("topology", "topology", text, "is written clos:L,S,T: leaves, spines, terminals of a leaf");
  const auto read = [&](std::size_t i, const char* what, std::uint64_t low, std::uint64_t high) {
    return static_cast<std::uint32_t>(parse_whole({"topology", fmt::format("clos {}", what)}, numbers[i], low, high));
  };
  const std::uint32_t leaves = read(0, "L", 2, kMaxPorts), spines = read(1, "S", 1, kMaxPorts - 1),
                      terminals = read(2, "T", 1, kMaxRouterTerminals - 1);
  check_sizes(text, {double(leaves) + spines, 2.0 * leaves * spines, spines, terminals, double(leaves) * terminals});
  return std::make_unique<ClosTopology>(std::string(text), leaves, spines, terminals);
}

std::optional<std::uint64_t> clos_bisection(const Topology& topology) {
  const auto& clos = dynamic_cast<const ClosTopology&>(topology);
  if (clos.leaves() % 2 != 0) return std::nullopt;
  return std::uint64_t{clos.leaves()} * clos.spines() / 2;
}

}  // namespace dateline

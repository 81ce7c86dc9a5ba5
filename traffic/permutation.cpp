#include "traffic/permutation.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/mesh/permutations/permutation_rules.hpp"
#include "models/network/error.hpp"
#include "models/network/parse.hpp"
#include "models/network/random_permutation.hpp"

namespace dateline {
namespace {

using Kind = CubeTopology::Kind;
using Coordinates = std::vector<std::uint32_t>;

[[noreturn]] void refuse(std::string_view name, const Topology& t, std::string_view why) {
  throw ConfigError("traffic", "traffic", name, fmt::format("is not defined on topology {}: {}", printable(t.name()), why));
}

// Builds the destinations from a rule on coordinates.
template <typename Rule>
std::vector<TerminalId> by_coordinates(const CubeTopology& t, Rule rule) {
  std::vector<TerminalId> destination;
  destination.reserve(t.nodes());
  for (std::uint32_t v = 0; v < t.nodes(); ++v) {
    Coordinates x(static_cast<std::size_t>(t.dimensions()));
    for (int d = 0; d < t.dimensions(); ++d) x[static_cast<std::size_t>(d)] = t.coordinate(NodeId(v), d);
    destination.emplace_back(t.node_at(rule(x)).value());
  }
  return destination;
}

std::vector<TerminalId> tornado(const CubeTopology& t) {
  if (t.kind() == Kind::hypercube || t.radix(0) < 3) refuse("tornado", t, "needs a radix of at least 3 in dimension 0");
  const std::uint32_t k = t.radix(0);
  return by_coordinates(t, [k](Coordinates x) {
    x[0] = (x[0] + (k + 1) / 2 - 1) % k;
    return x;
  });
}

std::vector<TerminalId> transpose(const CubeTopology& t) {
  const auto n = static_cast<std::size_t>(t.dimensions());
  if (t.kind() == Kind::hypercube) {
    if (n % 2 != 0) refuse("transpose", t, "a hypercube needs an even number of dimensions");
    return by_coordinates(t, [n](const Coordinates& x) {
      Coordinates y(n);
      for (std::size_t i = 0; i < n; ++i) y[i] = x[(i + n / 2) % n];
      return y;
    });
  }
  if (n < 2) refuse("transpose", t, "needs two or more dimensions");
  for (int d = 0; d < t.dimensions(); ++d) {
    if (t.radix(d) != t.radix(t.dimensions() - 1 - d)) refuse("transpose", t, "the radices must read the same backwards");
  }
  return by_coordinates(t, [](Coordinates x) {
    std::reverse(x.begin(), x.end());
    return x;
  });
}

std::vector<TerminalId> bit_complement(const CubeTopology& t) {
  return by_coordinates(t, [&t](Coordinates x) {
    for (std::size_t d = 0; d < x.size(); ++d) x[d] = t.radix(static_cast<int>(d)) - 1 - x[d];
    return x;
  });
}

std::vector<TerminalId> reverse_index(const Topology& t, std::string_view name, bool flip) {
  const std::uint32_t nodes = t.terminals();
  if ((nodes & (nodes - 1)) != 0) refuse(name, t, fmt::format("{} {} are no power of two", nodes, t.one_terminal_a_router() ? "nodes" : "terminals"));
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

void check_permutation(const std::string& name, const std::vector<TerminalId>& destination) {
  std::vector<std::uint32_t> sender(destination.size(), 0xffffffffU);
  for (std::uint32_t i = 0; i < destination.size(); ++i) {
    const std::uint32_t to = destination[i].value();
    if (to >= destination.size()) {
      throw ConfigError("traffic", "permutation", name, fmt::format("sends node {} to {}; nodes are 0..{}", i, to, destination.size() - 1));
    }
    if (sender[to] != 0xffffffffU) {
      throw ConfigError("traffic", "permutation", name, fmt::format("is no permutation: nodes {} and {} both send to {}", sender[to], i, to));
    }
    sender[to] = i;
  }
}

}  // namespace

PermutationTraffic::PermutationTraffic(std::string name, std::vector<TerminalId> destination) : destination_(std::move(destination)) {
  check_permutation(name, destination_);
}

std::vector<Demand> PermutationTraffic::row(TerminalId source) const {
  const TerminalId to = destination_[source.value()];
  if (to == source) return {};
  return {{to, 1}};
}

TerminalId PermutationTraffic::sample(TerminalId source, RandomStream& /*random*/) const { return destination_[source.value()]; }

Rational PermutationTraffic::share(TerminalId source) const { return destination_[source.value()] == source ? 0 : 1; }

const std::vector<std::string>& permutation_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> list = {"tornado", "transpose", "bit-complement", "bitcomp", "bit-reverse", "reverse-flip", "random:SEED"};
    for (const std::string& name : mesh_permutation_names()) {
      if (std::find(list.begin(), list.end(), name) == list.end()) list.push_back(name);
    }
    return list;
  }();
  return names;
}

bool is_permutation_name(std::string_view text) {
  const auto base = [](std::string_view name) { return name.substr(0, name.find(':')); };
  return std::any_of(permutation_names().begin(), permutation_names().end(), [&](const std::string& name) { return base(name) == base(text); });
}

PermutationTraffic named_permutation(std::string_view name, const Topology& topology) {
  const auto made = [&](std::vector<TerminalId> destination) { return PermutationTraffic(std::string(name), std::move(destination)); };
  const auto cube = [&]() -> const CubeTopology& {
    const CubeTopology* const c = as_cube(topology);
    if (c == nullptr) refuse(name, topology, "needs coordinates");
    if (!c->one_terminal_a_router()) refuse(name, topology, "needs one terminal a router");
    return *c;
  };
  if (name == "tornado") return made(tornado(cube()));
  if (name == "transpose") return made(transpose(cube()));
  if (name == "bit-complement" || name == "bitcomp") return made(bit_complement(cube()));
  if (name == "bit-reverse") return made(reverse_index(topology, name, false));
  if (name == "reverse-flip") return made(reverse_index(topology, name, true));
  if (name.rfind("random:", 0) == 0) {
    const auto seed = parse_whole({"traffic", "random permutation seed"}, name.substr(7), 0, ~std::uint64_t{0});
    return made(random_permutation<TerminalId>(topology.terminals(), seed));
  }
  if (!is_permutation_name(name)) throw ConfigError("traffic", "permutation", name, unknown_name(name, permutation_names()));
  const CubeTopology& square = cube();
  if (square.dimensions() != 2 || square.radix(0) != square.radix(1)) refuse(name, topology, "needs a square of two dimensions");
  std::vector<TerminalId> destination;
  for (const NodeId to : mesh_permutation(name, square.radix(0))) {
    if (to == kAbsent) refuse(name, topology, "leaves nodes out, so it is no permutation");
    destination.emplace_back(to.value());
  }
  return made(std::move(destination));
}

PermutationTraffic read_permutation(const std::string& path, std::uint32_t terminals) {
  constexpr std::size_t kLongestLine = 1000;
  LineReader reader("traffic", "permutation", path, kLongestLine);
  std::vector<TerminalId> destination;
  std::vector<bool> taken(terminals, false);
  while (const auto words = reader.next()) {
    if (destination.size() == terminals) reader.fail(fmt::format("is one too many: the network has {} terminals", terminals));
    if (words->size() != 1) reader.fail("holds more than one word; one destination per line is allowed");
    const std::string& word = words->front();
    const bool digits = word.size() <= 9 && word.find_first_not_of("0123456789") == std::string::npos;
    const std::uint64_t to = digits ? std::stoull(word) : terminals;
    if (to >= terminals) reader.fail(fmt::format("'{}' is no terminal; allowed 0..{}", printable(word), terminals - 1));
    if (taken[to]) reader.fail(fmt::format("destination {} stands on an earlier line too: no permutation", to));
    taken[to] = true;
    destination.emplace_back(static_cast<std::uint32_t>(to));
  }
  if (destination.size() != terminals) {
    throw ConfigError("traffic", "permutation", path,
                      fmt::format("ends after {} destinations; the network has {} terminals", destination.size(), terminals));
  }
  return PermutationTraffic(path, std::move(destination));
}

}  // namespace dateline

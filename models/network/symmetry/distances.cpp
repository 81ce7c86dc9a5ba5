#include "models/network/symmetry/distances.hpp"

#include <algorithm>
#include <optional>

#include "models/network/symmetry/even_lattice.hpp"
#include "models/network/symmetry/orbits.hpp"

namespace dateline {

std::vector<std::uint32_t> hops_from(const Topology& topology, NodeId router) {
  std::vector<std::uint32_t> hops(topology.nodes(), kUnreached);
  std::vector<NodeId> open = {router};
  open.reserve(topology.nodes());
  hops[router.value()] = 0;
  for (std::size_t i = 0; i < open.size(); ++i) {
    for (int p = 0; p < topology.ports(); ++p) {
      const ChannelId c = topology.out(open[i], Port(static_cast<std::uint16_t>(p)));
      if (c == kNoChannel) continue;
      const NodeId next = topology.channel(c).to;
      if (hops[next.value()] != kUnreached) continue;
      hops[next.value()] = hops[open[i].value()] + 1;
      open.push_back(next);
    }
  }
  return hops;
}

namespace {

// The hops of each dimension by themselves.
std::optional<Distances> distances_on_lattice(const Topology& topology) {
  const Grid* const grid = even_lattice(topology);
  if (grid == nullptr) return std::nullopt;
  Distances result{0, 0};
  Rational mean = 0;  // over all pairs of routers, those of a router with itself too
  for (int d = 0; d < grid->dimensions(); ++d) {
    const std::uint64_t k = grid->radix(d);
    std::uint64_t sum = 0, most = 0;
    for (std::uint64_t away = 1; away < k; ++away) {
      const std::uint64_t hops = grid->cyclic() ? std::min(away, k - away) : away;
      sum += hops * (grid->cyclic() ? k : 2 * (k - away));
      most = std::max(most, hops);
    }
    mean += Rational(Integer(sum), Integer(k) * k);
    result.diameter += static_cast<std::uint32_t>(most);
  }
  const Integer terminals = topology.terminals();
  result.mean = mean * Rational(terminals, Integer(terminals - 1));
  return result;
}

}  // namespace

Distances distances(const Topology& topology, const std::function<void(double part)>& progress) {
  if (const std::optional<Distances> known = distances_on_lattice(topology)) return *known;
  const Orbits orbits(topology, topology.automorphisms());
  Distances result{0, 0};
  Integer total = 0;
  std::size_t walked = 0;
  for (const Orbits::Representative& from : orbits.nodes()) {
    if (progress) progress(static_cast<double>(walked++) / static_cast<double>(orbits.nodes().size()));
    const std::uint64_t here = topology.terminals_of(from.node).size();
    if (here == 0) continue;
    const std::vector<std::uint32_t> hops = hops_from(topology, from.node);
    std::uint64_t sum = 0;
    for (std::uint32_t v = 0; v < topology.nodes(); ++v) {
      const std::uint64_t there = topology.terminals_of(NodeId(v)).size();
      if (there == 0) continue;
      sum += there * hops[v];
      result.diameter = std::max(result.diameter, hops[v]);
    }
    total += Integer(sum) * here * from.orbit_size;
  }
  const Integer terminals = topology.terminals();
  result.mean = Rational(total, Integer(terminals * (terminals - 1)));
  return result;
}

}  // namespace dateline

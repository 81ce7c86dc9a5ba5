// The linear program of the oblivious routing with the best worst case, over orbits of flows (routing_orbits.hpp).
// Source: B. Towles, W. J. Dally, S. Boyd, "Throughput-centric routing algorithm design", SPAA 2003. The worst
// permutation of a channel c is an assignment problem; by duality its load is at most gamma if prices u, v >= 0 exist
// with u_i + v_j >= f(i, j, c) for every pair and sum u + sum v <= gamma bandwidth(c). i and j are routers: a
// permutation of terminals is a transportation problem with T_i units at router i, and the sum is of T_i u_i + T_j v_j.
// Pairs of routers without terminals have no flow. So flows, prices and gamma are the columns; rows: conservation of
// each pair's unit of flow at every node, one price row per orbit of flows, one sum per focus channel. Flow into its
// own source or out of its own destination is left out.
// Units: packets/cycle per channel at one packet/terminal/cycle; hops are means over all N^2 pairs of terminals, those
// of one router (0 hops) included.
// Throws ConfigError if the topology is not connected, or if the program would have more than about `max_entries`
// entries (nonzeros).
#pragma once

#include <cstdint>
#include <vector>

#include "models/analysis/optimal/linear_program.hpp"
#include "models/analysis/optimal/routing_orbits.hpp"
#include "models/network/topology/topology.hpp"

namespace dateline {

// Hops of a shortest path, [source x N + destination]. Throws ConfigError if a node cannot be reached.
[[nodiscard]] std::vector<std::uint32_t> hop_distances(const Topology& topology);

struct RoutingProgram {
  LinearProgram program;             // costs are all 0
  std::uint32_t gamma;               // its column
  std::vector<std::uint32_t> flow;   // per orbit of flows: its column, or kNoColumn where the flow is 0
  std::vector<std::uint32_t> price;  // per orbit of prices
  std::vector<double> hops;          // per column: what one unit of it adds to the mean hops
  static constexpr std::uint32_t kNoColumn = 0xffffffffU;
};

// `minimal_only`: flow on shortest paths only.
[[nodiscard]] RoutingProgram routing_program(const Topology& topology, const RoutingOrbits& orbits, bool minimal_only, std::uint64_t max_entries);

// Flows alone, conserved: no price has a column.
[[nodiscard]] RoutingProgram flow_program(const Topology& topology, const RoutingOrbits& orbits, std::uint64_t max_entries);

// What the prices of each focus channel sum to, times terminals, is at most gamma x its bandwidth: a row for each.
// `price`: columns, per orbit of prices.
void add_load_rows(const Topology& topology, const RoutingOrbits& orbits, const std::vector<std::uint32_t>& price, std::uint32_t gamma,
                   LinearProgram& program);

}  // namespace dateline

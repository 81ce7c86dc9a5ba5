// HyperX: a grid in which routers that differ in one coordinate are linked. Source: J. H. Ahn, N. Binkert, A. Davis, M.
// McLaren, R. S. Schreiber, "HyperX: topology, routing, and packaging of efficient large-scale networks", SC 2009; one
// of equal sides is a flattened butterfly (J. Kim, W. J. Dally, D. Abts, ISCA 2007), one of a single dimension a full
// mesh. Sides of 2 make the hypercube's wires.
// Router x0 + S0 (x1 + S1 (...)). Ports by dimension, in each by the other's coordinate. Kinds dim0, dim1, ...
// Sizes: sides 2..255, 1..16 dimensions, as topology_sizes.hpp has them; else ConfigError.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/network/topology/grid.hpp"
#include "models/network/topology/topology.hpp"

namespace dateline {

class HyperXTopology final : public Topology {
 public:
  // Throws InvariantError for a side below 2.
  HyperXTopology(const std::string& name, const std::vector<std::uint32_t>& sides, std::uint32_t terminals_a_router);

  [[nodiscard]] std::vector<std::string> kinds() const override;
  [[nodiscard]] const Grid* grid() const override { return &grid_; }
  [[nodiscard]] std::vector<Symmetry> automorphisms() const override;
  // Those that keep the order of dimensions: permutations of the places of each.
  [[nodiscard]] std::vector<Symmetry> place_symmetries() const;

  // The port from coordinate `x` of dimension d to coordinate `to`, which is another.
  [[nodiscard]] Port port(int d, std::uint32_t x, std::uint32_t to) const {
    return Port(static_cast<std::uint16_t>(first_port_[static_cast<std::size_t>(d)] + (to < x ? to : to - 1)));
  }

 private:
  Grid grid_;
  std::vector<std::uint32_t> first_port_;  // per dimension
};

// "hyperx:4x4", "hyperx:8x8:t8".
[[nodiscard]] std::unique_ptr<Topology> make_hyperx(std::string_view text);
// "fullmesh:8", "fullmesh:8:t4".
[[nodiscard]] std::unique_ptr<Topology> make_full_mesh(std::string_view text);
// Channels from one half to the other where the shortest side S is even: N S / 4, which no even cut is below, S being
// the second eigenvalue of the Laplacian.
[[nodiscard]] std::optional<std::uint64_t> hyperx_bisection(const Topology& topology);

}  // namespace dateline

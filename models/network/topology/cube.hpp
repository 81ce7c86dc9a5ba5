// The cube family: mixed-radix torus, mesh and hypercube. Coordinates and digit arithmetic live here and nowhere else.
// Torus and mesh: port 2d leads to x_d + 1, port 2d+1 to x_d - 1 (modulo k_d on a torus; the border of a mesh has no
// channel).
// A torus ring of radix 2 has two parallel links between its two nodes: + of one meets - of the other.
// Hypercube: port d flips bit d; one link per dimension, so it is no torus of radix 2. Its channels have sign 0.
// Terminals: one a router; `:tT` behind the sizes: T, terminal T r + j at router r; `:tAxB`: A x B, a factor for each
// of two dimensions or more, so that terminals have coordinates of their own (a concentrated mesh: W. J. Dally and B.
// Towles, 2004, section 2.4; Balfour and Dally, 2006): number X0 + K0 X1, K_d = k_d A_d, at router (X_d / A_d).
// Sizes: torus and mesh radices 2..32768, 1..16 dimensions, hypercube 1..16 dimensions; the rest as topology_sizes.hpp
// has it; else ConfigError.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "models/network/topology/grid.hpp"
#include "models/network/topology/topology.hpp"

namespace dateline {

class CubeTopology : public Topology {
 public:
  enum class Kind { torus, mesh, hypercube };

  // `terminals`: of a router, one number, or a factor for each of several dimensions.
  CubeTopology(Kind kind, std::vector<std::uint32_t> radices, const std::vector<std::uint32_t>& terminals = {1});

  // "dim0", "dim1", ...
  [[nodiscard]] std::vector<std::string> kinds() const override;
  [[nodiscard]] const Grid* grid() const override { return &grid_; }
  [[nodiscard]] const Grid* terminal_grid() const override { return terminal_grid_ ? &*terminal_grid_ : Topology::terminal_grid(); }
  [[nodiscard]] std::vector<Symmetry> automorphisms() const override;
  [[nodiscard]] Kind kind() const { return kind_; }
  [[nodiscard]] int dimensions() const { return grid_.dimensions(); }
  [[nodiscard]] std::uint32_t radix(int d) const { return grid_.radix(d); }
  [[nodiscard]] std::uint32_t coordinate(NodeId node, int d) const { return grid_.coordinate(node.value(), d); }
  // All coordinates of a node, dimension 0 first; dimensions() of them.
  [[nodiscard]] const std::uint16_t* coordinates(NodeId node) const { return grid_.row(node.value()); }
  [[nodiscard]] NodeId node_at(const Grid::Coordinates& coordinates) const { return NodeId(grid_.place_at(coordinates)); }
  // The port towards x_d + 1 (sign > 0) or x_d - 1; on a hypercube the one port of dimension d.
  [[nodiscard]] Port port(int d, int sign) const {
    return Port(static_cast<std::uint16_t>(kind_ == Kind::hypercube ? d : 2 * d + (sign > 0 ? 0 : 1)));
  }
  // `node` moved by `offset` in every coordinate, modulo the radices (a hypercube: exclusive or).
  [[nodiscard]] NodeId translate(NodeId node, NodeId offset) const { return NodeId(grid_.translate(node.value(), offset.value())); }
  // The offset by which `translate` takes `from` to `to`.
  [[nodiscard]] NodeId offset(NodeId from, NodeId to) const { return NodeId(grid_.offset(from.value(), to.value())); }

 private:
  void place(const std::vector<std::uint32_t>& terminals);

  Kind kind_;
  Grid grid_;                          // radix 2 everywhere on a hypercube
  std::optional<Grid> terminal_grid_;  // where it is another one
};

// "torus:8x8", "mesh:5x7", "hypercube:6", "mesh:4x4:t2x2", "torus:8x8:t4". Throws ConfigError naming the nearest kind,
// or the size that is wrong.
[[nodiscard]] std::unique_ptr<CubeTopology> make_cube(std::string_view text);
// Channels from one half to the other where the largest radix is even: a plane of a mesh, two of a torus (M. C.
// Azizoglu and O. Egecioglu, 2004); 2^(n-1) of a hypercube.
[[nodiscard]] std::optional<std::uint64_t> cube_bisection(const Topology& topology);
// The topology as a cube; null if it is none. For pictures of cubes: all else asks for Topology::grid
// (tests/tree/test_casts.py).
[[nodiscard]] inline const CubeTopology* as_cube(const Topology& topology) { return dynamic_cast<const CubeTopology*>(&topology); }

}  // namespace dateline

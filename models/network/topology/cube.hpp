// The cube family: mixed-radix torus, mesh and hypercube. Coordinates and digit arithmetic live here and nowhere else.
// Torus and mesh: port 2d leads to x_d + 1, port 2d+1 to x_d - 1 (modulo k_d on a torus; the border of a mesh has no
// channel).
// A torus ring of radix 2 has two parallel links between its two nodes: + of one meets - of the other.
// Hypercube: port d flips bit d; one link per dimension, so it is no torus of radix 2. Its channels have sign 0.
// Sizes: torus and mesh radices 2..32768, 1..16 dimensions, hypercube 1..16 dimensions, at most 2^18 nodes; else
// ConfigError.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "models/network/topology/topology.hpp"

namespace dateline {

class CubeTopology : public Topology {
 public:
  enum class Kind { torus, mesh, hypercube };

  CubeTopology(Kind kind, std::vector<std::uint32_t> radices);

  // "dim0", "dim1", ...
  [[nodiscard]] std::vector<std::string> kinds() const override;
  [[nodiscard]] Kind kind() const { return kind_; }
  [[nodiscard]] int dimensions() const { return static_cast<int>(dimensions_); }
  [[nodiscard]] std::uint32_t radix(int d) const { return radices_[static_cast<std::size_t>(d)]; }
  [[nodiscard]] std::uint32_t coordinate(NodeId node, int d) const {
    return coordinates_[node.value() * dimensions_ + static_cast<std::uint32_t>(d)];
  }
  // All coordinates of a node, dimension 0 first; dimensions() of them.
  [[nodiscard]] const std::uint16_t* coordinates(NodeId node) const { return coordinates_.data() + node.value() * dimensions_; }
  [[nodiscard]] NodeId node_at(const std::vector<std::uint32_t>& coordinates) const;
  // The port towards x_d + 1 (sign > 0) or x_d - 1; on a hypercube the one port of dimension d.
  [[nodiscard]] Port port(int d, int sign) const {
    return Port(static_cast<std::uint16_t>(kind_ == Kind::hypercube ? d : 2 * d + (sign > 0 ? 0 : 1)));
  }
  // `node` moved by `offset` in every coordinate, modulo the radices (a hypercube: exclusive or).
  [[nodiscard]] NodeId translate(NodeId node, NodeId offset) const;
  // The offset by which `translate` takes `from` to `to`.
  [[nodiscard]] NodeId offset(NodeId from, NodeId to) const;

 private:
  Kind kind_;
  std::vector<std::uint32_t> radices_;  // two everywhere on a hypercube
  std::uint32_t dimensions_;
  std::vector<std::uint16_t> coordinates_;  // nodes x dimensions
};

// "torus:8x8", "mesh:5x7", "hypercube:6". Throws ConfigError naming the nearest kind, or the size that is wrong.
[[nodiscard]] std::unique_ptr<CubeTopology> make_cube(std::string_view text);
// The topology as a cube; null if it is none.
[[nodiscard]] inline const CubeTopology* as_cube(const Topology& topology) { return dynamic_cast<const CubeTopology*>(&topology); }

}  // namespace dateline

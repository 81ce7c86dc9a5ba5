// Geometry and dimension-order routing of the reference machine: which channel leaves a port, and which VCs a header
// may ask for.
// Source: docs/reference/router-cycle.md section 1 (ports, arrival ports) and vc-classes.md (classes, wrap-around
// channels, tie rules). Node id = sum_d a_d k_0...k_(d-1). Cube ports 2d (towards increasing) and 2d+1 (towards
// decreasing); hypercube port d.
// Dimensions are corrected in ascending order. Everything is recomputed from the two end nodes on every call.
#pragma once

#include <vector>

#include "reference_machine.hpp"

namespace dateline::reference {

class ReferenceRouting {
 public:
  explicit ReferenceRouting(const ReferenceConfig& config);

  struct Link {
    int end_node;  // -1 where the mesh ends
    int arrival_port;
    int dimension;
  };
  struct Hop {
    int port;
    std::vector<std::vector<int>> ranks;  // the VCs that may be taken, in increasing order; lowest rank first
  };
  // The last network VC a worm took; dimension -1 before its first hop.
  struct Trace {
    int dimension = -1;
    int vc_class = 0;
  };

  [[nodiscard]] int nodes() const;
  [[nodiscard]] int ports() const;
  [[nodiscard]] int dimension_of(int port) const;
  [[nodiscard]] Link link(int node, int port) const;
  // For a header at node, which must not be its destination.
  [[nodiscard]] Hop next_hop(int source, int destination, int node, const Trace& trace) const;
  [[nodiscard]] int two_classes(int vc) const;  // floor(2 vc / V)

 private:
  [[nodiscard]] int stride(int dimension) const;
  [[nodiscard]] int coordinate(int node, int dimension) const;
  [[nodiscard]] bool goes_plus(int dimension, int entry, int goal) const;
  [[nodiscard]] std::vector<std::vector<int>> torus_ranks(bool wraps, int current_class, bool class_one_used) const;

  ReferenceConfig config_;
};

// first, first + 1, ..., last - 1.
[[nodiscard]] std::vector<int> vcs_between(int first, int last);

}  // namespace dateline::reference

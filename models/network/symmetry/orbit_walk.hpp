// Walks all nodes of a network together with, for each, an automorphism that takes the representative of its orbit to
// it: a product of given generators. With no generators every node is its own representative and the automorphism is
// the identity. Cost of a walk: O(N) a node and N numbers for every step of the deepest path in the spanning tree;
// nothing of size N^2 is kept. Throws InvariantError if a generator is no permutation.
#pragma once

#include <cstdint>
#include <vector>

#include "models/network/relation/relation.hpp"
#include "models/network/topology/topology.hpp"

namespace dateline {

class OrbitWalk {
 public:
  // An automorphism g with its inverse; image[v] = g(v).
  struct Automorphism {
    std::vector<std::uint32_t> image, inverse;
  };

  OrbitWalk(std::uint32_t nodes, const std::vector<Symmetry>& generators);

  [[nodiscard]] const std::vector<NodeId>& representatives() const { return representatives_; }

  // visit(node, index of its representative, automorphism) for every node once, representatives ascending.
  template <typename Visit>
  void for_all(Visit visit) const;

 private:
  struct Step {
    std::uint32_t child;
    std::uint32_t generator;
  };
  [[nodiscard]] Automorphism identity() const;
  [[nodiscard]] Automorphism moved(const Automorphism& g, std::uint32_t generator) const;  // generator after g

  std::uint32_t nodes_;
  std::vector<std::vector<std::uint32_t>> generators_, inverses_;
  std::vector<NodeId> representatives_;
  std::vector<std::vector<Step>> children_;  // per node: the spanning forest
};

template <typename Visit>
void OrbitWalk::for_all(Visit visit) const {
  struct Frame {
    std::uint32_t node;
    std::size_t next_child;
    Automorphism map;
  };
  for (std::uint32_t r = 0; r < representatives_.size(); ++r) {
    std::vector<Frame> stack;
    stack.push_back({representatives_[r].value(), 0, identity()});
    visit(representatives_[r], r, stack.back().map);
    while (!stack.empty()) {
      Frame& top = stack.back();
      if (top.next_child == children_[top.node].size()) {
        stack.pop_back();
        continue;
      }
      const Step step = children_[top.node][top.next_child++];
      Automorphism map = moved(top.map, step.generator);
      visit(NodeId(step.child), r, map);
      if (!children_[step.child].empty()) stack.push_back({step.child, 0, std::move(map)});
    }
  }
}

}  // namespace dateline

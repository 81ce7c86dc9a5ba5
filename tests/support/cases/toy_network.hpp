// Any small graph as a topology: links one by one, each with the bandwidths of its two channels. Link i has channel 2i
// (a -> b) and 2i + 1 (b -> a); parallel links are allowed.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "models/network/topology/topology.hpp"

namespace dateline::test {

class ToyNetwork final : public Topology {
 public:
  struct Link {
    std::uint32_t a, b;
    Bandwidth there = 1, back = 1;
  };

  ToyNetwork(std::string name, std::uint32_t nodes, const std::vector<Link>& links) : Topology(std::move(name), nodes, largest_degree(nodes, links)) {
    std::vector<std::uint16_t> used(nodes, 0);
    for (const Link& link : links) {
      const Port at_a(used[link.a]++), at_b(used[link.b]++);
      add_channel({NodeId(link.a), at_a, NodeId(link.b), at_b, -1, 0, link.there});
      add_channel({NodeId(link.b), at_b, NodeId(link.a), at_a, -1, 0, link.back});
    }
    check_links(*this);
  }

 private:
  [[nodiscard]] static int largest_degree(std::uint32_t nodes, const std::vector<Link>& links) {
    std::vector<int> degree(nodes, 0);
    for (const Link& link : links) {
      ++degree[link.a];
      ++degree[link.b];
    }
    return *std::max_element(degree.begin(), degree.end());
  }
};

}  // namespace dateline::test

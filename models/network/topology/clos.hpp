// A folded Clos network of two levels: L leaves of T terminals, each joined to all S spines. Source: C. Clos, "A study
// of non-blocking switching networks", Bell System Technical Journal 1953; folded as in W. J. Dally and B. Towles,
// "Principles and practices of interconnection networks", 2004, section 6.3.
// Leaves are routers 0..L-1, spines L..L+S-1. Port s of a leaf leads to spine s, port l of a spine to leaf l. Kinds
// up1, down1.
// Sizes: L 2..255, S 1..254, T 1..254, as topology_sizes.hpp has them; else ConfigError.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/network/topology/topology.hpp"

namespace dateline {

class ClosTopology final : public Topology {
 public:
  ClosTopology(const std::string& name, std::uint32_t leaves, std::uint32_t spines, std::uint32_t terminals_a_leaf);

  [[nodiscard]] std::vector<std::string> kinds() const override { return {"up1", "down1"}; }
  // All permutations of the leaves, and of the spines.
  [[nodiscard]] std::vector<Symmetry> automorphisms() const override;

  [[nodiscard]] std::uint32_t leaves() const { return leaves_; }
  [[nodiscard]] std::uint32_t spines() const { return nodes() - leaves_; }

 private:
  std::uint32_t leaves_;
};

// "clos:8,4,8": L, S, T.
[[nodiscard]] std::unique_ptr<Topology> make_clos(std::string_view text);
// Channels from one half of the leaves to the other where L is even: L S / 2, wherever the spines are counted.
[[nodiscard]] std::optional<std::uint64_t> clos_bisection(const Topology& topology);

}  // namespace dateline

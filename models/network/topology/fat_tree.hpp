// Fat tree of K^N terminals, a k-ary n-tree. Source: F. Petrini and M. Vanneschi, "k-ary n-trees: high performance
// networks for massively parallel architectures", IPPS 1997.
// Levels 1 (leaves) to N, each of K^(N-1) routers; router w of level l has number (l-1) K^(N-1) + w. Terminal t is at
// leaf t / K. Port K + j leads up: to level l + 1, digit l - 1 (base K, lowest 0) of w replaced by j; port j leads
// down, its inverse. Leaves have no port that leads down, routers of level N none that leads up.
// Kinds up1, down1, up2, ...: between levels l and l + 1.
// Sizes: K 2..127, N 2..20, as topology_sizes.hpp has them; else ConfigError.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/network/topology/topology.hpp"

namespace dateline {

class FatTreeTopology final : public Topology {
 public:
  // Throws InvariantError for an arity or a height below 2.
  FatTreeTopology(const std::string& name, std::uint32_t arity, std::uint32_t levels);

  [[nodiscard]] std::vector<std::string> kinds() const override;
  // Digits changed: each below the level that chooses it, and above.
  [[nodiscard]] std::vector<Symmetry> automorphisms() const override;

  [[nodiscard]] std::uint32_t arity() const { return arity_; }
  [[nodiscard]] std::uint32_t levels() const { return levels_; }
  // 1 for a leaf.
  [[nodiscard]] std::uint32_t level(NodeId router) const { return router.value() / width_ + 1; }
  // Digit d of a router's place in its level.
  [[nodiscard]] std::uint32_t digit(NodeId router, std::uint32_t d) const;

 private:
  [[nodiscard]] NodeId with_digit(NodeId router, std::uint32_t level, std::uint32_t d, std::uint32_t value) const;
  [[nodiscard]] Symmetry digits_changed(std::uint32_t d, bool above, bool turned) const;

  std::uint32_t arity_, levels_;
  std::uint32_t width_;  // routers of a level
};

// "fattree:4,3": K = 4, N = 3.
[[nodiscard]] std::unique_ptr<Topology> make_fat_tree(std::string_view text);
// Channels from one half of the terminals to the other where K is even: K^N / 2, since every permutation has ways
// without a common channel.
[[nodiscard]] std::optional<std::uint64_t> fat_tree_bisection(const Topology& topology);

}  // namespace dateline

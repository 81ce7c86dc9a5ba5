// Hops on a HyperX: coordinates of its routers, packed into a word each so that the first dimension in which two differ
// is found at once, and the channel from a router to another place of one of its dimensions.
// Cost: O(1) of every question, 8 bytes a router.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "models/network/topology/hyperx.hpp"

namespace dateline {

class HyperXHops {
 public:
  // The topology must outlive it.
  explicit HyperXHops(const HyperXTopology& topology);

  [[nodiscard]] int dimensions() const { return dimensions_; }
  [[nodiscard]] std::uint32_t side(int d) const { return topology_.grid()->radix(d); }
  [[nodiscard]] std::uint32_t coordinate(NodeId router, int d) const {
    const Field& field = fields_[static_cast<std::size_t>(d)];
    return static_cast<std::uint32_t>(packed_[router.value()] >> field.shift) & field.mask;
  }
  // The lowest dimension in which they differ; dimensions() if they are the same router.
  [[nodiscard]] int first_difference(NodeId a, NodeId b) const { return dimension_of(packed_[a.value()] ^ packed_[b.value()]); }
  // visit(d) for every dimension in which they differ, ascending.
  template <typename Visit>
  void for_differences(NodeId a, NodeId b, Visit visit) const {
    std::uint64_t differ = packed_[a.value()] ^ packed_[b.value()];
    for (int d = dimension_of(differ); d < dimensions_; d = dimension_of(differ)) {
      visit(d);
      const Field& field = fields_[static_cast<std::size_t>(d)];
      differ &= ~(std::uint64_t{field.mask} << field.shift);
    }
  }
  // The channel to place x of dimension d, which is another than the router's.
  [[nodiscard]] ChannelId to(NodeId router, int d, std::uint32_t x) const {
    return topology_.out(router, topology_.port(d, coordinate(router, d), x));
  }
  // The channel to the destination's place of a dimension in which they differ.
  [[nodiscard]] ChannelId towards(NodeId router, NodeId dst, int d) const { return to(router, d, coordinate(dst, d)); }
  // visit(channel) for every other place of dimension d but the destination's.
  template <typename Visit>
  void for_deroutes(NodeId router, NodeId dst, int d, Visit visit) const {
    const std::uint32_t here = coordinate(router, d), there = coordinate(dst, d);
    for (std::uint32_t x = 0; x < side(d); ++x) {
      if (x != here && x != there) visit(to(router, d, x));
    }
  }

 private:
  struct Field {
    unsigned shift;
    std::uint32_t mask;
  };
  [[nodiscard]] int dimension_of(std::uint64_t differ) const {
    return differ == 0 ? dimensions_ : dimension_of_bit_[static_cast<unsigned>(__builtin_ctzll(differ))];
  }

  const HyperXTopology& topology_;
  int dimensions_;
  std::vector<Field> fields_;  // per dimension
  std::array<std::uint8_t, 64> dimension_of_bit_{};
  std::vector<std::uint64_t> packed_;  // per router
};

}  // namespace dateline

// Coordinates of routers or terminals: place x0 + k0 (x1 + k1 (...)) of a grid of radices k, x0 the lowest dimension.
// What patterns and generators by coordinates ask a topology for (Topology::grid, terminal_grid).
// Cost: O(dimensions) of every function that has coordinates, and divisions; a cube keeps its routers' in a table.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace dateline {

class Grid {
 public:
  using Coordinates = std::vector<std::uint32_t>;  // dimension 0 first

  // `bits`: a hypercube's, whose coordinates are the bits of an address; all radices are 2.
  explicit Grid(std::vector<std::uint32_t> radices, bool bits = false) : radices_(std::move(radices)), bits_(bits) {}

  [[nodiscard]] int dimensions() const { return static_cast<int>(radices_.size()); }
  [[nodiscard]] std::uint32_t radix(int d) const { return radices_[static_cast<std::size_t>(d)]; }
  [[nodiscard]] const std::vector<std::uint32_t>& radices() const { return radices_; }
  [[nodiscard]] bool bits() const { return bits_; }
  // How many places there are.
  [[nodiscard]] std::uint32_t size() const {
    std::uint32_t places = 1;
    for (const std::uint32_t k : radices_) places *= k;
    return places;
  }
  [[nodiscard]] Coordinates coordinates(std::uint32_t place) const {
    Coordinates x;
    x.reserve(radices_.size());
    for (const std::uint32_t k : radices_) {
      x.push_back(place % k);
      place /= k;
    }
    return x;
  }
  [[nodiscard]] std::uint32_t place_at(const Coordinates& x) const {
    std::uint32_t place = 0;
    for (std::size_t d = radices_.size(); d-- > 0;) place = place * radices_[d] + x[d];
    return place;
  }

 private:
  std::vector<std::uint32_t> radices_;
  bool bits_;
};

}  // namespace dateline

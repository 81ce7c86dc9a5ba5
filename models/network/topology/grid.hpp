// Coordinates of routers or terminals: place x0 + k0 (x1 + k1 (...)) of a grid of radices k, x0 the lowest dimension;
// and how the places of a line, which differ in one coordinate, are linked. What patterns, generators, routings and
// analysis by coordinates ask a topology for (Topology::grid, terminal_grid).
// A lattice's places are linked to their neighbours alone. Its router has two ports a dimension, the first towards
// x + 1, or one where coordinates are bits; its coordinates are kept in a table of places x dimensions.
// Cost: O(dimensions) of every function that has coordinates, and divisions where there is no table.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace dateline {

class Grid {
 public:
  using Coordinates = std::vector<std::uint32_t>;  // dimension 0 first
  // none: the places are terminals; open: neighbours, as in a mesh; rings: the ends too, a torus; bits: a hypercube's,
  // whose coordinates are the bits of an address; full: every two.
  enum class Lines : std::uint8_t { none, open, rings, bits, full };

  // With `bits` all radices are 2. A lattice's are below 2^16.
  explicit Grid(std::vector<std::uint32_t> radices, Lines lines = Lines::none)
      : radices_(std::move(radices)), lines_(lines), dimensions_(static_cast<std::uint32_t>(radices_.size())) {
    if (lattice()) keep_table();
  }

  [[nodiscard]] int dimensions() const { return static_cast<int>(dimensions_); }
  [[nodiscard]] std::uint32_t radix(int d) const { return radices_[static_cast<std::size_t>(d)]; }
  [[nodiscard]] const std::vector<std::uint32_t>& radices() const { return radices_; }
  [[nodiscard]] Lines lines() const { return lines_; }
  [[nodiscard]] bool bits() const { return lines_ == Lines::bits; }
  [[nodiscard]] bool lattice() const { return lines_ == Lines::open || cyclic(); }
  // A lattice that every translation, modulo the radices, takes to itself.
  [[nodiscard]] bool cyclic() const { return lines_ == Lines::rings || lines_ == Lines::bits; }
  [[nodiscard]] std::uint32_t ports_a_dimension() const { return bits() ? 1 : 2; }  // of a lattice
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
  // All coordinates of a place of a lattice, dimension 0 first; and one of them.
  [[nodiscard]] const std::uint16_t* row(std::uint32_t place) const { return table_.data() + place * dimensions_; }
  [[nodiscard]] std::uint32_t coordinate(std::uint32_t place, int d) const { return row(place)[d]; }
  // Where a lattice's place is moved to by `offset` in every coordinate, modulo the radices (bits: exclusive or); and
  // the offset by which `from` is moved to `to`.
  [[nodiscard]] std::uint32_t translate(std::uint32_t place, std::uint32_t offset) const {
    std::uint32_t moved = 0;
    for (int d = dimensions(); d-- > 0;) moved = moved * radix(d) + (coordinate(place, d) + coordinate(offset, d)) % radix(d);
    return moved;
  }
  [[nodiscard]] std::uint32_t offset(std::uint32_t from, std::uint32_t to) const {
    std::uint32_t offset = 0;
    for (int d = dimensions(); d-- > 0;) offset = offset * radix(d) + (coordinate(to, d) + radix(d) - coordinate(from, d)) % radix(d);
    return offset;
  }

 private:
  void keep_table() {
    const std::uint32_t places = size();
    table_.reserve(std::size_t{places} * dimensions_);
    for (std::uint32_t place = 0; place < places; ++place) {
      std::uint32_t rest = place;
      for (const std::uint32_t k : radices_) {
        table_.push_back(static_cast<std::uint16_t>(rest % k));
        rest /= k;
      }
    }
  }

  std::vector<std::uint32_t> radices_;
  Lines lines_;
  std::uint32_t dimensions_;
  std::vector<std::uint16_t> table_;  // places x dimensions, of a lattice
};

}  // namespace dateline

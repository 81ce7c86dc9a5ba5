// The short answers of dimension order (HeaderStep), worked out beforehand: they depend on the dimension that a header
// is in, on eight states, and on two coordinates, of its node and of its destination. Where those are equal, it says
// deliver: so it is asked of the highest dimension for a header that differs from its destination in none.
// 8 bytes an entry, 8 k^2 of them for a dimension of radix k.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "models/network/relation/relation.hpp"

namespace dateline {

class StepTable {
 public:
  static constexpr std::uint32_t kDimensions = 8, kStates = 8;
  static constexpr std::size_t kLargest = 1U << 15U;  // entries

  struct Entry {  // one way, and the other of a tie
    std::uint8_t next[2];
    std::uint16_t classes;
    std::uint8_t port[2];
    HeaderStep::Kind kind;
  };

  // No table yet.
  StepTable() : rows_(kDimensions, {0, 0}) {}

  [[nodiscard]] bool empty() const { return entries_.empty(); }
  [[nodiscard]] static constexpr std::size_t entries_of(std::uint32_t radix) { return kStates * std::size_t{radix} * radix; }
  // `entry(state, at, target)` of coordinates that differ. Dimensions ascending, each once.
  template <typename MakeEntry>
  void add(std::uint32_t dimension, std::uint32_t radix, MakeEntry entry);
  [[nodiscard]] const Entry& entry(std::uint32_t dimension, std::uint32_t state, std::uint32_t at, std::uint32_t target) const {
    const Row row = rows_[dimension];  // of no dimension: then entry 0 says deliver
    return entries_[row.first + (state * row.radix + at) * row.radix + target];
  }

 private:
  struct Row {
    std::uint32_t first, radix;
  };

  std::vector<Row> rows_;  // per dimension: where its entries begin
  std::vector<Entry> entries_;
};

template <typename MakeEntry>
void StepTable::add(std::uint32_t dimension, std::uint32_t radix, MakeEntry entry) {
  constexpr Entry kDeliver{{0, 0}, 0, {0, 0}, HeaderStep::Kind::deliver};
  if (entries_.empty()) entries_.push_back(kDeliver);
  rows_[dimension] = {static_cast<std::uint32_t>(entries_.size()), radix};
  for (std::uint32_t i = 0; i < entries_of(radix); ++i) {
    const std::uint32_t at = i / radix % radix, target = i % radix;
    entries_.push_back(at == target ? kDeliver : entry(i / (radix * radix), at, target));
  }
}

}  // namespace dateline

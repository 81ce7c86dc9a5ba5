// The next arrival of every source in time order: a timing wheel for the near future, a heap beyond it. O(1) per
// arrival, nothing per source and cycle.
#pragma once

#include <cstdint>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

#include "models/base/ids.hpp"

namespace dateline {

class ArrivalWheel {
 public:
  static constexpr Cycle kNever = ~Cycle{0};

  explicit ArrivalWheel(std::uint32_t sources) : slots_(kSlots, kNone), occupied_(kSlots / 64, 0), next_(sources, kNone) {}

  // Each source may be in the wheel once, at a cycle not before the last taken one.
  void insert(std::uint32_t source, Cycle at) {
    if (at - base_ < kSlots) return put(source, at);
    far_.emplace(at, source);
  }
  // Moves the sources due at `now` into `due`; every earlier cycle with arrivals must have been taken.
  void take(Cycle now, std::vector<std::uint32_t>& due);
  // The cycle after the last that was taken.
  [[nodiscard]] Cycle begin() const { return base_; }
  // The first cycle from `from` on with an arrival, kNever if there is none.
  [[nodiscard]] Cycle next_cycle(Cycle from) const;
  template <typename Archive>
  void io(Archive& archive) {
    auto& [base, slots, occupied, next, far] = *this;
    archive(base, slots, occupied, next, far);
  }

 private:
  static constexpr std::size_t kSlots = 4096;
  static constexpr std::uint32_t kNone = 0xffffffffU;
  using Far = std::pair<Cycle, std::uint32_t>;

  void put(std::uint32_t source, Cycle at) {
    const std::size_t slot = at % kSlots;
    next_[source] = slots_[slot];
    slots_[slot] = source;
    occupied_[slot / 64] |= std::uint64_t{1} << (slot % 64);
  }

  Cycle base_ = 0;  // the wheel covers base_ .. base_ + kSlots - 1
  std::vector<std::uint32_t> slots_;
  std::vector<std::uint64_t> occupied_;
  std::vector<std::uint32_t> next_;
  std::priority_queue<Far, std::vector<Far>, std::greater<>> far_;
};

}  // namespace dateline

// What is due in a cycle to come, by (cycle, order of coming). Cost: O(log n) each.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "models/base/ids.hpp"

namespace dateline {

template <typename What>
class DueList {
 public:
  static constexpr Cycle kNever = ~Cycle{0};

  void add(Cycle at, const What& what) {
    heap_.push_back({at, added_++, what});
    std::push_heap(heap_.begin(), heap_.end(), later);
  }
  [[nodiscard]] bool empty() const { return heap_.empty(); }
  // kNever if there is nothing.
  [[nodiscard]] Cycle next() const { return heap_.empty() ? kNever : heap_.front().at; }
  // Visits and forgets what is due in `now` or before.
  template <typename Visit>
  void take_due(Cycle now, Visit visit) {
    while (next() <= now && !heap_.empty()) {
      std::pop_heap(heap_.begin(), heap_.end(), later);
      const What what = heap_.back().what;
      heap_.pop_back();
      visit(what);
    }
  }
  template <typename Archive>
  void io(Archive& archive) {
    auto& [heap, added] = *this;
    archive(heap, added);
  }

 private:
  struct Entry {
    Cycle at;
    std::uint64_t order;
    What what;
  };
  static bool later(const Entry& a, const Entry& b) { return a.at != b.at ? a.at > b.at : a.order > b.order; }

  std::vector<Entry> heap_;
  std::uint64_t added_ = 0;
};

}  // namespace dateline

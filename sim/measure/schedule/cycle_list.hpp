// What happens in the cycle that is executed, and what in the next one: two lists whose room is used again.
#pragma once

namespace dateline {

template <typename List>
struct CycleList {
  List now, next;
  // Of the cycle before nothing may be left.
  void begin_cycle() { now.swap(next); }
  template <typename Archive>
  void io(Archive& archive) {
    auto& [these, those] = *this;
    archive(these, those);
  }
};

}  // namespace dateline

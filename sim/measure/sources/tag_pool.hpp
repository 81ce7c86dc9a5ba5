// What a source keeps of its packets on their way, by the tag that they carry: numbered slots, used again. The slot
// that was given back last is taken first.
#pragma once

#include <cstdint>
#include <vector>

namespace dateline {

template <typename T>
class TagPool {
 public:
  // Of a slot that was in use before the contents are those of then.
  [[nodiscard]] std::uint32_t take() {
    if (free_.empty()) {
      slots_.emplace_back();
      return static_cast<std::uint32_t>(slots_.size() - 1);
    }
    const std::uint32_t tag = free_.back();
    free_.pop_back();
    return tag;
  }
  void give_back(std::uint32_t tag) { free_.push_back(tag); }
  [[nodiscard]] T& operator[](std::uint32_t tag) { return slots_[tag]; }
  [[nodiscard]] const T& operator[](std::uint32_t tag) const { return slots_[tag]; }
  template <typename Archive>
  void io(Archive& archive) {
    auto& [slots, free] = *this;
    archive(slots, free);
  }

 private:
  std::vector<T> slots_;
  std::vector<std::uint32_t> free_;
};

}  // namespace dateline

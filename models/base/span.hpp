// Elements that stand next to each other and belong to another object: what a range-for goes over. As std::span of
// C++20, for reading. Valid as long as they stay where they are.
#pragma once

#include <cstddef>

namespace dateline {

template <typename T>
class Span {
 public:
  Span(const T* first, std::size_t size) : first_(first), size_(size) {}

  [[nodiscard]] const T* begin() const { return first_; }
  [[nodiscard]] const T* end() const { return first_ + size_; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] const T& front() const { return *first_; }
  [[nodiscard]] const T& operator[](std::size_t i) const { return first_[i]; }

 private:
  const T* first_;
  std::size_t size_;
};

}  // namespace dateline

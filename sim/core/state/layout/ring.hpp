// A queue in a ring of places, first in first out. The ring doubles when it is full, and never shrinks.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace dateline {

template <typename T>
class Ring {
 public:
  [[nodiscard]] bool empty() const { return count_ == 0; }
  [[nodiscard]] std::size_t size() const { return count_; }
  [[nodiscard]] std::size_t places() const { return places_.size(); }
  // From the front.
  [[nodiscard]] T& operator[](std::size_t i) { return places_[(first_ + i) & (places_.size() - 1)]; }
  [[nodiscard]] const T& operator[](std::size_t i) const { return places_[(first_ + i) & (places_.size() - 1)]; }
  [[nodiscard]] const T& front() const { return places_[first_]; }

  void push_back(const T& what) {
    if (count_ == places_.size()) grow();
    (*this)[count_++] = what;
  }
  void pop_front() {
    first_ = (first_ + 1) & (places_.size() - 1);
    --count_;
  }
  template <typename Gone>
  void remove_if(Gone gone) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count_; ++i) {
      if (!gone((*this)[i])) (*this)[kept++] = (*this)[i];
    }
    count_ = kept;
  }
  template <typename Archive>
  void io(Archive& archive) {
    auto& [places, first, count] = *this;
    archive(places, first, count);
  }

 private:
  [[gnu::noinline]] void grow() {
    std::vector<T> larger(places_.empty() ? 4 : 2 * places_.size());
    for (std::size_t i = 0; i < count_; ++i) larger[i] = (*this)[i];
    places_ = std::move(larger);
    first_ = 0;
  }

  std::vector<T> places_;  // a power of two, or none
  std::size_t first_ = 0, count_ = 0;
};

}  // namespace dateline

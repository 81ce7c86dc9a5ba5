// A vector indexed by a strong id, so that a channel's number cannot be used where a node's belongs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace dateline {

template <typename Index, typename T>
class IdVector {
 public:
  IdVector() = default;
  explicit IdVector(std::size_t size, const T& value = T()) : items_(size, value) {}

  [[nodiscard]] T& operator[](Index i) { return items_[i.value()]; }
  [[nodiscard]] const T& operator[](Index i) const { return items_[i.value()]; }
  [[nodiscard]] std::size_t size() const { return items_.size(); }
  [[nodiscard]] bool empty() const { return items_.empty(); }
  [[nodiscard]] T* data() { return items_.data(); }
  [[nodiscard]] const T* data() const { return items_.data(); }
  void push_back(const T& item) { items_.push_back(item); }
  void assign(std::size_t size, const T& value) { items_.assign(size, value); }
  [[nodiscard]] auto begin() const { return items_.begin(); }
  [[nodiscard]] auto end() const { return items_.end(); }
  template <typename Archive>
  void io(Archive& archive) {
    auto& [items] = *this;
    archive(items);
  }

 private:
  std::vector<T> items_;
};

// A list that is filled without a branch: room for the worst case is made beforehand, then `push(item, whether)` writes
// always and advances only if it counts. Cursors are taken and given back around hot loops, so that they stay in
// registers.
template <typename T>
class AppendList {
 public:
  void reserve_more(std::size_t items) {
    if (size_ < count_ + items) grow(2 * (count_ + items));
  }
  [[nodiscard]] T* cursor() { return room_.data() + count_; }
  void end_at(const T* cursor) { count_ = static_cast<std::size_t>(cursor - room_.data()); }
  void push(const T& item) {
    reserve_more(1);
    room_[count_++] = item;
  }
  void clear() { count_ = 0; }
  template <typename Gone>
  void remove_if(Gone gone) {
    end_at(std::remove_if(begin(), end(), gone));
  }
  void swap(AppendList& other) {
    room_.swap(other.room_);
    std::swap(size_, other.size_);
    std::swap(count_, other.count_);
  }
  void append(const T& item) { room_[count_++] = item; }  // room must have been made
  void push_if(const T& item, bool really) {
    room_[count_] = item;
    count_ += really ? 1 : 0;
  }
  [[nodiscard]] std::size_t size() const { return count_; }
  [[nodiscard]] bool empty() const { return count_ == 0; }
  [[nodiscard]] T* begin() { return room_.data(); }
  [[nodiscard]] T* end() { return room_.data() + count_; }
  [[nodiscard]] const T* begin() const { return room_.data(); }
  [[nodiscard]] const T* end() const { return room_.data() + count_; }
  [[nodiscard]] const T& operator[](std::size_t i) const { return room_[i]; }
  template <typename Archive>
  void io(Archive& archive) {
    auto& [room, count, size] = *this;
    const auto items = static_cast<std::size_t>(archive.count(count));
    if (items >= size) grow(items + 1);
    count = items;
    archive.items(room.data(), count);
  }

 private:
  [[gnu::noinline]] void grow(std::size_t size) {
    room_.resize(size);
    size_ = size;
  }

  std::vector<T> room_;
  std::size_t count_ = 0, size_ = 0;  // size_: of the room
};

}  // namespace dateline

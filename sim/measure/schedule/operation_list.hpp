// Operations in the order in which they came. There is always room for so many more as one that ends lets go: they are
// written without a branch for each, by a cursor that is taken and given back. The list ends at an address, and no
// number has to be made one. Cost: O(1) an operation.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace dateline {

class OperationList {
 public:
  // `spare`: so many more there is always room for.
  explicit OperationList(std::size_t spare) : spare_(spare) { grow(0); }
  OperationList(OperationList&&) = default;  // addresses go with the room; a copy's would not be its own
  OperationList& operator=(OperationList&&) = default;
  OperationList(const OperationList&) = delete;
  OperationList& operator=(const OperationList&) = delete;
  ~OperationList() = default;

  // Room for so many beside those.
  void reserve_more(std::size_t operations) {
    if (static_cast<std::size_t>(full_ - end_) < operations) grow(operations);
  }
  // Where the next one is written; given back is where the one behind the last would be.
  [[nodiscard]] std::uint32_t* cursor() { return end_; }
  void end_at(std::uint32_t* cursor) {
    end_ = cursor;
    if (cursor > full_) grow(0);
  }
  void push(std::uint32_t operation) {
    reserve_more(1);
    *end_++ = operation;
  }
  void clear() { end_ = begin(); }
  // Its room, too.
  void release() { *this = OperationList(spare_); }
  template <typename Gone>
  void remove_if(Gone gone) {
    end_ = std::remove_if(begin(), end(), gone);
  }
  void swap(OperationList& other) { std::swap(*this, other); }
  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(end_ - begin()); }
  [[nodiscard]] bool empty() const { return end_ == begin(); }
  [[nodiscard]] std::uint32_t* begin() { return room_.data(); }
  [[nodiscard]] std::uint32_t* end() { return end_; }
  [[nodiscard]] const std::uint32_t* begin() const { return room_.data(); }
  [[nodiscard]] const std::uint32_t* end() const { return end_; }
  template <typename Archive>
  void io(Archive& archive) {
    auto& [room, end_of, full, spare] = *this;
    static_cast<void>(full);
    static_cast<void>(spare);
    const auto operations = static_cast<std::size_t>(archive.count(size()));
    if constexpr (Archive::kReads) {
      clear();
      reserve_more(operations);
      end_of += operations;
    }
    archive.items(room.data(), operations);
  }

 private:
  [[gnu::noinline]] void grow(std::size_t operations) {
    const std::size_t before = size();
    room_.resize(2 * (before + operations) + spare_);
    end_ = begin() + before;
    full_ = begin() + (room_.size() - spare_);
  }

  std::vector<std::uint32_t> room_;
  std::uint32_t* end_ = nullptr;
  std::uint32_t* full_ = nullptr;  // from there on is spare room only
  std::size_t spare_;
};

}  // namespace dateline

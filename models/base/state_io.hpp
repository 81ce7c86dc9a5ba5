// State as bytes, for checkpoints. A class that holds state lists its fields in one place, which writing and reading
// share, a template of the archive's type:
//   void io(Archive& archive) {
//     auto& [first, second, shape] = *this;  // all of them: a new field does not compile until it stands here
//     archive(first, second);                // `shape` is known from the options
//   }
// Values without such a function are copied byte by byte. What is read must have been written by the same program for
// the same options; the reader throws std::runtime_error where the bytes end early.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <queue>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace dateline {

class StateWriter {
 public:
  static constexpr bool kReads = false;
  static constexpr std::size_t kPart = std::size_t{1} << 14U, kMostOfItem = std::size_t{1} << 10U;
  using Sink = std::function<void(std::string_view)>;

  // Counts the bytes and writes none.
  StateWriter() = default;
  // Hands them over in parts of kPart bytes, what is left by end(): large states pass through the cache once, and are
  // held nowhere else.
  explicit StateWriter(Sink sink) : sink_(std::move(sink)), writes_(true) {}

  template <typename... Fields>
  void operator()(Fields&... fields) {
    (field(fields), ...);
  }
  template <typename T>
  [[gnu::always_inline]] void item(const T& value) {
    static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= kMostOfItem);
    size_ += sizeof(T);
    if (!writes_) return;
    std::memcpy(room_.data() + used_, &value, sizeof(T));
    used_ += sizeof(T);
    if (used_ >= kPart) hand_over();
  }
  template <typename T>
  void items(const T* first, std::size_t count) {
    static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= kMostOfItem);
    size_ += count * sizeof(T);
    while (writes_ && count > 0) {
      const std::size_t fitting = std::min(count, (room_.size() - used_) / sizeof(T));
      std::memcpy(room_.data() + used_, first, fitting * sizeof(T));
      used_ += fitting * sizeof(T);
      first += fitting;
      count -= fitting;
      if (used_ >= kPart) hand_over();
    }
  }
  // How many items follow.
  std::uint64_t count(std::uint64_t items_that_are) {
    item(items_that_are);
    return items_that_are;
  }
  [[nodiscard]] bool writes() const { return writes_; }
  // Bytes so far.
  [[nodiscard]] std::uint64_t size() const { return size_; }
  void end() {
    sink_(std::string_view(room_.data(), used_));
    used_ = 0;
  }

 private:
  template <typename T>
  void field(T& value);
  [[gnu::noinline]] void hand_over() {
    sink_(std::string_view(room_.data(), kPart));
    used_ -= kPart;
    std::memcpy(room_.data(), room_.data() + kPart, used_);
  }

  Sink sink_;
  bool writes_ = false;
  std::uint64_t size_ = 0;
  std::size_t used_ = 0;                        // of room_, less than kPart
  std::array<char, kPart + kMostOfItem> room_;  // not filled before it is used
};

class StateReader {
 public:
  static constexpr bool kReads = true;

  // The bytes must outlive it.
  explicit StateReader(std::string_view bytes) : bytes_(bytes) {}
  template <typename... Fields>
  void operator()(Fields&... fields) {
    (field(fields), ...);
  }
  template <typename T>
  void items(T* first, std::size_t count) {
    static_assert(std::is_trivially_copyable_v<T>);
    if (count > (bytes_.size() - at_) / sizeof(T)) throw std::runtime_error("ends early");
    if (count > 0) std::memcpy(first, bytes_.data() + at_, count * sizeof(T));
    at_ += count * sizeof(T);
  }
  template <typename T>
  void item(T& value) {
    items(&value, 1);
  }
  // How many items follow, none of which is empty.
  std::uint64_t count(std::uint64_t /*items_that_are*/) {
    std::uint64_t items_that_come = 0;
    items(&items_that_come, 1);
    if (items_that_come > bytes_.size() - at_) throw std::runtime_error("ends early");
    return items_that_come;
  }
  [[nodiscard]] bool at_end() const { return at_ == bytes_.size(); }

 private:
  template <typename T>
  void field(T& value);

  std::string_view bytes_;
  std::size_t at_ = 0;
};

namespace state_io {

template <typename T, typename Archive, typename = void>
struct Lists : std::false_type {};
template <typename T, typename Archive>
struct Lists<T, Archive, std::void_t<decltype(std::declval<T&>().io(std::declval<Archive&>()))>> : std::true_type {};

template <typename Archive, typename T>
void one(Archive& archive, T& value) {
  if constexpr (Lists<T, Archive>::value) {
    value.io(archive);
  } else {
    archive.item(value);
  }
}

// So many follow; where items are not made of nothing, the options say how many there are.
template <typename Archive, typename Items>
void set_size(Archive& archive, Items& items) {
  const std::uint64_t count = archive.count(items.size());
  if constexpr (Archive::kReads && std::is_default_constructible_v<typename Items::value_type>) {
    items.resize(count);
  } else if (count != items.size()) {
    throw std::runtime_error("has another number of items than the options say");
  }
}

template <typename Archive, typename Items>
void sequence(Archive& archive, Items& items) {
  set_size(archive, items);
  for (auto& item : items) archive(item);
}

template <typename Archive, typename T>
void one(Archive& archive, std::vector<T>& items) {
  if constexpr (std::is_trivially_copyable_v<T> && !Lists<T, Archive>::value) {
    set_size(archive, items);
    archive.items(items.data(), items.size());
  } else {
    sequence(archive, items);
  }
}

template <typename Archive, typename T>
void one(Archive& archive, std::deque<T>& items) {
  sequence(archive, items);
}

template <typename Archive>
void one(Archive& archive, std::string& text) {
  const std::uint64_t count = archive.count(text.size());
  if constexpr (Archive::kReads) text.resize(count);
  archive.items(text.data(), text.size());
}

template <typename Archive, typename A, typename B>
void one(Archive& archive, std::pair<A, B>& both) {
  archive(both.first, both.second);
}

template <typename Archive, typename T>
void one(Archive& archive, std::optional<T>& value) {
  bool has = value.has_value();
  archive(has);
  if constexpr (Archive::kReads) {
    value.reset();
    if (has) value.emplace();
  }
  if (has) archive(*value);
}

template <typename Archive, typename Key, typename T>
void one(Archive& archive, std::map<Key, T>& items) {
  std::uint64_t count = archive.count(items.size());
  if constexpr (Archive::kReads) {
    items.clear();
    for (; count > 0; --count) {
      Key key{};
      archive(key);
      archive(items[key]);
    }
  } else {
    for (auto& [key, value] : items) {
      Key own = key;
      archive(own, value);
    }
  }
}

template <typename Archive, typename Set>
void set_of(Archive& archive, Set& items) {
  std::vector<typename Set::value_type> all(items.begin(), items.end());
  archive(all);
  if constexpr (Archive::kReads) items = Set(all.begin(), all.end());
}

template <typename Archive, typename T>
void one(Archive& archive, std::set<T>& items) {
  set_of(archive, items);
}

template <typename Archive, typename T>
void one(Archive& archive, std::unordered_set<T>& items) {
  set_of(archive, items);
}

template <typename Archive, typename Key, typename T>
void one(Archive& archive, std::unordered_map<Key, T>& items) {
  std::map<Key, T> all(items.begin(), items.end());
  archive(all);
  if constexpr (Archive::kReads) items = std::unordered_map<Key, T>(all.begin(), all.end());
}

template <typename Archive, typename T, typename Items, typename Less>
void one(Archive& archive, std::priority_queue<T, Items, Less>& queue) {
  Items all;
  if constexpr (!Archive::kReads) {
    for (auto rest = queue; !rest.empty(); rest.pop()) all.push_back(rest.top());
  }
  archive(all);
  if constexpr (Archive::kReads) queue = std::priority_queue<T, Items, Less>(Less(), std::move(all));
}

// What is owned is there, or not, by the options.
template <typename Archive, typename T>
void one(Archive& archive, std::unique_ptr<T>& owned) {
  if (owned) archive(*owned);
}

}  // namespace state_io

template <typename T>
void StateWriter::field(T& value) {
  state_io::one(*this, value);
}
template <typename T>
void StateReader::field(T& value) {
  state_io::one(*this, value);
}

}  // namespace dateline

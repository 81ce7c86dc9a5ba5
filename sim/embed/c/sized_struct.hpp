// Structs that cross dateline.h begin with their size, as the caller's header has it, and grow at their end alone: a
// caller of an older header has less of them than the library, of a newer one more.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string>

#include "models/base/error.hpp"

namespace dateline {

inline constexpr std::uint32_t kLargestStruct = 1024;  // what is beyond is no size

// Of a caller's struct, which is read byte by byte, as it may be shorter than ours; `first`: the struct's size in the
// first header of this ABI.
template <typename Struct>
std::uint32_t checked_size(const Struct* callers, std::uint32_t first, const char* key, const char* name) {
  std::uint32_t size = 0;
  std::memcpy(&size, callers, sizeof size);
  if (size < first || size > kLargestStruct || size % alignof(Struct) != 0) {
    throw ConfigError("network", key, std::to_string(size), std::string("is no size of ") + name);
  }
  return size;
}

// What the caller says; fields that the caller does not know are 0. Throws ConfigError if one that only the caller
// knows is not.
template <typename Struct>
Struct read_struct(const Struct* callers, std::uint32_t first, const char* key, const char* name) {
  const std::uint32_t size = checked_size(callers, first, key, name);
  std::array<char, kLargestStruct> bytes{};
  std::memcpy(bytes.data(), callers, size);
  if (std::any_of(bytes.begin() + sizeof(Struct), bytes.end(), [](char byte) { return byte != 0; })) {
    throw ConfigError("network", key, std::to_string(size), std::string("has a field that this version of the library does not know"));
  }
  Struct own{};
  std::memcpy(&own, bytes.data(), sizeof own);
  return own;
}

// A caller's array of structs, as far apart as the caller's are long.
template <typename Struct>
class StructArray {
 public:
  StructArray(Struct* callers, std::uint32_t first, const char* key, const char* name)
      : size_(checked_size(callers, first, key, name)), bytes_(static_cast<char*>(std::memcpy(callers, &size_, sizeof size_))) {}
  // Fields that only the caller knows are 0.
  void put(std::size_t i, Struct own) {
    own.size = size_;
    const std::size_t known = std::min<std::size_t>(size_, sizeof own);
    char* const to = bytes_ + i * size_;
    std::memcpy(to, &own, known);
    std::memset(to + known, 0, size_ - known);
  }

 private:
  std::uint32_t size_;
  char* bytes_;
};

}  // namespace dateline

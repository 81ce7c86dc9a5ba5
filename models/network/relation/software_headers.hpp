// Software headers of messages to one destination, equal ones once, under small numbers: a place of an absorbed message
// is known by the number. Number 0 is the empty header, of messages that were never absorbed.
// Cost of a search: O(words of the header) on average.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "models/network/relation/relation.hpp"

namespace dateline {

class SoftwareHeaders {
 public:
  static constexpr std::uint32_t kEmpty = 0;

  SoftwareHeaders() { clear(); }
  void clear();
  // The number of an equal header, or a new one.
  [[nodiscard]] std::uint32_t find_or_add(SoftwareHeader header);
  [[nodiscard]] const SoftwareHeader& operator[](std::uint32_t number) const { return headers_[number]; }

 private:
  std::vector<SoftwareHeader> headers_;
  std::unordered_multimap<std::uint64_t, std::uint32_t> numbers_;  // by a digest of the words
};

}  // namespace dateline

#include "models/network/relation/software_headers.hpp"

#include <utility>

#include "models/base/numbers/random.hpp"

namespace dateline {
namespace {

std::uint64_t digest(const SoftwareHeader& header) {
  std::uint64_t state = header.words.size();
  for (const std::uint32_t word : header.words) state = mix(state ^ word);
  return state;
}

}  // namespace

void SoftwareHeaders::clear() {
  headers_.clear();
  numbers_.clear();
  static_cast<void>(find_or_add({}));
}

std::uint32_t SoftwareHeaders::find_or_add(SoftwareHeader header) {
  const std::uint64_t key = digest(header);
  const auto [first, last] = numbers_.equal_range(key);
  for (auto it = first; it != last; ++it) {
    if (headers_[it->second] == header) return it->second;
  }
  const auto number = static_cast<std::uint32_t>(headers_.size());
  headers_.push_back(std::move(header));
  numbers_.emplace(key, number);
  return number;
}

}  // namespace dateline

// Which of the 2^32 ids have been seen: a bit each, in pages that are made when they are needed.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <memory>

namespace dateline {

class IdSet {
 public:
  // False if it was there.
  bool insert(std::uint32_t id) {
    std::unique_ptr<Page>& page = pages_[id >> kPageBits];
    if (!page) page = std::make_unique<Page>();
    const auto bit = (*page)[id & kMask];
    if (bit) return false;
    (*page)[id & kMask] = true;
    return true;
  }
  [[nodiscard]] bool contains(std::uint32_t id) const {
    const std::unique_ptr<Page>& page = pages_[id >> kPageBits];
    return page && (*page)[id & kMask];
  }

 private:
  static constexpr unsigned kPageBits = 20;
  static constexpr std::uint32_t kMask = (std::uint32_t{1} << kPageBits) - 1;
  using Page = std::bitset<std::size_t{1} << kPageBits>;
  std::array<std::unique_ptr<Page>, std::size_t{1} << (32U - kPageBits)> pages_;
};

}  // namespace dateline

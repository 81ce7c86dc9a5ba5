// Which terminal has the memory behind an address: regions that do not overlap, each at one terminal.
#pragma once

#include <cstdint>
#include <map>

#include "models/base/ids.hpp"

namespace dateline {

struct Region {
  std::uint64_t base = 0;  // its first address
  std::uint64_t size = 0;  // bytes, 1 or more; its last address is at most 2^64 - 1
  TerminalId terminal;
};

class AddressMap {
 public:
  // Throws ConfigError: an empty region, one beyond 2^64 - 1, one that overlaps another.
  void add(const Region& region);
  // The region in which the address is; null if there is none.
  [[nodiscard]] const Region* find(std::uint64_t address) const;
  // The one that also has the `bytes` - 1 addresses behind it.
  [[nodiscard]] const Region* find_all(std::uint64_t address, std::uint64_t bytes) const;
  [[nodiscard]] const std::map<std::uint64_t, Region>& regions() const { return regions_; }  // by base

 private:
  std::map<std::uint64_t, Region> regions_;
};

// How many bytes of the region there are from the address, which is in it, on.
[[nodiscard]] inline std::uint64_t room(const Region& region, std::uint64_t address) { return region.size - (address - region.base); }

}  // namespace dateline

#include "sim/systemc/tlm/address_map.hpp"

#include <fmt/format.h>

#include <limits>

#include "models/base/error.hpp"

namespace dateline {

void AddressMap::add(const Region& region) {
  const std::string name = fmt::format("{:#x}+{:#x}", region.base, region.size);
  if (region.size == 0) throw ConfigError("address map", "region", name, "is empty");
  if (region.size - 1 > std::numeric_limits<std::uint64_t>::max() - region.base) {
    throw ConfigError("address map", "region", name, "ends behind address 2^64 - 1");
  }
  const std::uint64_t last = region.base + (region.size - 1);
  const auto after = regions_.upper_bound(last);  // the first region that begins behind it
  if (after != regions_.begin()) {
    const Region& before = std::prev(after)->second;
    if (before.base + (before.size - 1) >= region.base) {
      throw ConfigError("address map", "region", name,
                        fmt::format("overlaps {:#x}+{:#x} at terminal {}", before.base, before.size, before.terminal.value()));
    }
  }
  regions_.emplace(region.base, region);
}

const Region* AddressMap::find(std::uint64_t address) const {
  const auto after = regions_.upper_bound(address);
  if (after == regions_.begin()) return nullptr;
  const Region& region = std::prev(after)->second;
  return address - region.base < region.size ? &region : nullptr;
}

const Region* AddressMap::find_all(std::uint64_t address, std::uint64_t bytes) const {
  const Region* const region = find(address);
  return region != nullptr && bytes <= room(*region, address) ? region : nullptr;
}

}  // namespace dateline

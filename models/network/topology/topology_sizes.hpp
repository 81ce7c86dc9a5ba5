// Sizes in the names of topologies, "dragonfly:4,8,4:palmtree": how they are read, and how large a network may be: at
// most 2^20 routers, 2^25 channels and 2^20 terminals, and kMaxPorts = 255 ports a router, its terminals' among them.
// All throw ConfigError of the name as it was given.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/base/ids.hpp"

namespace dateline {

inline constexpr std::uint32_t kMaxRouters = 1U << 20U;
inline constexpr std::uint32_t kMaxChannels = 1U << 25U;
inline constexpr std::uint32_t kMaxTerminals = 1U << 20U;

// What is computed from the numbers of a name before anything is made; doubles hold what no integer does.
struct TopologySizes {
  double routers, channels;
  std::uint32_t ports;      // network ports of a router, the largest number
  std::uint32_t terminals;  // of a router, the largest number
  double all_terminals;
};
void check_sizes(std::string_view text, const TopologySizes& sizes);

// What stands behind the kind, split at colons: at least one field, at most `most`.
[[nodiscard]] std::vector<std::string> fields_of(std::string_view text, std::size_t most);
// "t4", or where there are several dimensions "t2x2" with a factor for each; `field` is one of `text`.
[[nodiscard]] std::vector<std::uint32_t> read_terminals(std::string_view text, const std::string& field, std::size_t dimensions = 1);

// The routers of `count` terminals at each of routers 0..`routers` - 1.
[[nodiscard]] std::vector<NodeId> terminals_at_each(std::uint32_t routers, std::uint32_t count);

}  // namespace dateline

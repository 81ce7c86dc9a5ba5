#include "models/network/faults/fault_draws.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "models/base/error.hpp"
#include "models/base/join.hpp"
#include "models/base/numbers/random.hpp"

namespace dateline {
namespace {

constexpr std::uint64_t kStreams = 0x7fa17b09c3d2e5a1ULL;  // apart from those of messages

struct Stream {
  std::uint64_t seed, attempt;
  std::uint32_t number;
};

// Adds `count` of `candidates`.
template <typename Item>
void take(FaultSet& faults, std::vector<Item> candidates, std::uint32_t count, const Stream& stream) {
  const std::uint64_t key = packet_key(mix(stream.seed ^ kStreams), stream.number, stream.attempt);
  for (std::uint32_t j = 0; j < count; ++j) {
    std::swap(candidates[j], candidates[j + scale_bits(mix(key + j), candidates.size() - j)]);
    faults.add(candidates[j]);
  }
}

[[noreturn]] void refuse_count(const FaultDraw& draw, std::size_t most, const char* what) {
  throw ConfigError("faults", "faults", draw.part, fmt::format("draws {} {}; at most {} can fail here", draw.count, what, most));
}

// None if the nodes drawn leave too few links to draw from.
std::optional<FaultSet> drawn(FaultSet faults, const std::vector<FaultDraw>& draws, std::uint64_t attempt) {
  for (const bool links : {false, true}) {
    std::uint32_t number = links ? 1 : 0;
    for (const FaultDraw& draw : draws) {
      if (draw.links != links) continue;
      const Stream stream{draw.seed, attempt, number};
      number += 2;
      if (links) {
        std::vector<LinkEnd> candidates = faults.other_links();
        if (draw.count > candidates.size()) {
          if (std::any_of(draws.begin(), draws.end(), [](const FaultDraw& d) { return !d.links; })) return std::nullopt;
          refuse_count(draw, candidates.size(), "links");
        }
        take(faults, std::move(candidates), draw.count, stream);
      } else {
        std::vector<NodeId> candidates = faults.other_nodes();
        if (draw.count >= candidates.size()) refuse_count(draw, candidates.size() - 1, "nodes");
        take(faults, std::move(candidates), draw.count, stream);
      }
    }
  }
  return faults;
}

}  // namespace

std::uint64_t most_fault_draws(const Topology& topology) {
  constexpr std::uint64_t kMost = 10'000, kFewest = 100, kSteps = 200'000'000;
  return std::clamp(kSteps / std::max(topology.channels(), 1U), kFewest, kMost);
}

FaultMap draw_faults(const FaultSet& named, const std::vector<FaultDraw>& draws) {
  if (draws.empty()) return named.map();
  const std::uint64_t most = most_fault_draws(named.topology());
  for (std::uint64_t attempt = 0; attempt < most; ++attempt) {
    const std::optional<FaultSet> faults = drawn(named, draws, attempt);
    if (!faults) continue;
    FaultMap map = faults->map();
    if (map.connected() && map.healthy_terminals() > 0) return map;
  }
  std::vector<std::string> parts;
  for (const FaultDraw& draw : draws) parts.push_back(draw.part);
  throw ConfigError("faults", "faults", join(parts, "+"), fmt::format("left the network connected in none of {} draws", most));
}

}  // namespace dateline

#include "models/network/topology/channel_latencies.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "models/base/error.hpp"

namespace dateline {

ChannelLatencies read_channel_latencies(const ValueSource& source, const std::string& text) {
  const auto number = [&](const std::string& word) {
    if (word.empty() || word.find_first_not_of("0123456789") != std::string::npos) {
      throw ConfigError(source.component, source.key, text, fmt::format("is neither 1..{} cycles nor a list KIND=CYCLES,...", kMaxLatency));
    }
    return static_cast<int>(parse_whole(source, word, 1, kMaxLatency));
  };
  ChannelLatencies latencies;
  if (text.find('=') == std::string::npos) {
    latencies.all = number(text);
    return latencies;
  }
  for (const std::string& part : split(text, ',')) {
    const std::size_t equals = part.find('=');
    if (equals == std::string::npos) number({});
    const std::string kind = part.substr(0, equals);
    const auto same = [&](const ChannelLatencies::OfKind& other) { return other.kind == kind; };
    if (std::any_of(latencies.of_kinds.begin(), latencies.of_kinds.end(), same)) {
      throw ConfigError(source.component, source.key, text, fmt::format("names kind '{}' twice", printable(kind)));
    }
    latencies.of_kinds.push_back({kind, number(part.substr(equals + 1))});
  }
  return latencies;
}

void set_latencies(Topology& topology, const ChannelLatencies& latencies, const ValueSource& source) {
  const std::vector<std::string> kinds = topology.kinds();
  for (const ChannelLatencies::OfKind& given : latencies.of_kinds) {
    const auto at = std::find(kinds.begin(), kinds.end(), given.kind);
    if (at == kinds.end()) {
      throw ConfigError(source.component, source.key, fmt::format("{}={}", given.kind, given.latency),
                        fmt::format("names no kind of channel of {}; it has {}", topology.name(), fmt::join(kinds, ", ")));
    }
    topology.table().set_latency(static_cast<std::uint16_t>(at - kinds.begin()), static_cast<std::uint16_t>(given.latency));
  }
}

}  // namespace dateline

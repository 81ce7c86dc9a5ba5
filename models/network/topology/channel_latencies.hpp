// The latencies of network channels as the user gives them: one for all, "3", or some by kind, "local=1,global=10".
#pragma once

#include <string>
#include <vector>

#include "models/base/text/parse.hpp"
#include "models/network/topology/topology.hpp"

namespace dateline {

struct ChannelLatencies {
  int all = 1;  // cycles, 1..kMaxLatency; of channels that have none by kind, nor of their own
  struct OfKind {
    std::string kind;
    int latency;
  };
  std::vector<OfKind> of_kinds = {};
};

// Throws ConfigError: no number, out of range, a kind twice.
[[nodiscard]] ChannelLatencies read_channel_latencies(const ValueSource& source, const std::string& text);
// Gives the kinds theirs. Throws ConfigError of `source` for a kind that the topology does not have, naming those that
// it has.
void set_latencies(Topology& topology, const ChannelLatencies& latencies, const ValueSource& source);

}  // namespace dateline

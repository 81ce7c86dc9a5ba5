// Linear-complement communication as traffic, on a hypercube with one terminal a router (Hou, Wang, Ku, Hsu, 2001;
// models/lcc/lcc.hpp): every source sends to its copies, each as often; messages to the own terminal are not generated.
// A map has at most one copy a source. Of a scatter the busiest source, of K copies, has share 1, one of k copies k/K.
// Memory: two words a terminal.
#pragma once

#include <string_view>
#include <vector>

#include "models/lcc/lcc.hpp"
#include "models/network/topology/topology.hpp"
#include "models/network/traffic_pattern.hpp"

namespace dateline {

class LccTraffic final : public TrafficPattern {
 public:
  // Terminals are numbered as the nodes that `lcc` speaks of.
  explicit LccTraffic(const Lcc& lcc);
  // "lcc:X", X a name or a file. Throws ConfigError: another topology or number of dimensions, what cannot be read.
  [[nodiscard]] static LccTraffic named(const Topology& topology, std::string_view text);

  [[nodiscard]] std::vector<Demand> row(TerminalId source) const override;
  [[nodiscard]] TerminalId sample(TerminalId source, RandomStream& random) const override;
  [[nodiscard]] Rational share(TerminalId source) const override;

 private:
  [[nodiscard]] std::uint32_t copies(TerminalId source) const { return first_[source.value() + 1] - first_[source.value()]; }

  std::vector<std::uint32_t> first_;  // of the copies of each source, ascending
  std::vector<TerminalId> copies_;
  std::uint32_t most_ = 0;
};

}  // namespace dateline

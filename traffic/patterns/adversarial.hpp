// "adv:I": every terminal sends to those of the group I further on, all alike: to group g + I mod G of G groups, I from
// 1 to G - 1. Groups are those of the topology (a dragonfly's; else routers that have terminals). Source: J. Kim, W. J.
// Dally, S. Scott, D. Abts, ISCA 2008: the pattern that minimal routing on a dragonfly is worst at.
// Memory: a word a terminal. Throws ConfigError for another I, or one group.
#pragma once

#include <string_view>
#include <vector>

#include "models/network/topology/topology.hpp"
#include "models/network/traffic_pattern.hpp"

namespace dateline {

class AdversarialTraffic final : public TrafficPattern {
 public:
  // `text` as above, `adv:` included.
  AdversarialTraffic(std::string_view text, const Topology& topology);
  [[nodiscard]] std::vector<Demand> row(TerminalId source) const override;
  [[nodiscard]] TerminalId sample(TerminalId source, RandomStream& random) const override;
  [[nodiscard]] Rational share(TerminalId /*source*/) const override { return 1; }
  [[nodiscard]] std::vector<Rational> columns(std::uint32_t terminals) const override;

 private:
  [[nodiscard]] const std::vector<TerminalId>& targets(TerminalId source) const { return target_groups_[group_[source.value()]]; }

  std::vector<std::uint32_t> group_;                    // per terminal, numbered without gaps
  std::vector<std::vector<TerminalId>> target_groups_;  // per group: the terminals of the one that it sends to, ascending
};

}  // namespace dateline

// A pattern between virtual nodes, placed on terminals by a bijection: virtual node v sits at places[v], and sends what
// v sends to where its destinations sit. Memory: two words a terminal.
#pragma once

#include <memory>
#include <vector>

#include "models/network/traffic_pattern.hpp"

namespace dateline {

class MappedTraffic final : public TrafficPattern {
 public:
  // `places` is a permutation of the terminals.
  MappedTraffic(std::unique_ptr<TrafficPattern> pattern, std::vector<TerminalId> places);

  [[nodiscard]] std::vector<Demand> row(TerminalId source) const override;
  [[nodiscard]] TerminalId sample(TerminalId source, RandomStream& random) const override;
  [[nodiscard]] Rational share(TerminalId source) const override { return pattern_->share(virtual_node(source)); }
  [[nodiscard]] std::vector<Rational> columns(std::uint32_t terminals) const override;
  // That of the virtual nodes.
  [[nodiscard]] const TrafficPattern& unmapped() const { return *pattern_; }

 private:
  [[nodiscard]] TerminalId virtual_node(TerminalId terminal) const { return TerminalId(at_[terminal.value()]); }

  std::unique_ptr<TrafficPattern> pattern_;
  std::vector<TerminalId> places_;
  std::vector<std::uint32_t> at_;  // the virtual node at each terminal
};

// The virtual node at each terminal.
[[nodiscard]] std::vector<std::uint32_t> virtual_nodes(const std::vector<TerminalId>& places);
// `pattern` as it is, if there are no places.
[[nodiscard]] std::unique_ptr<TrafficPattern> mapped(std::unique_ptr<TrafficPattern> pattern, const std::vector<TerminalId>& places);
// Without its mapping, if it has one.
[[nodiscard]] const TrafficPattern& unmapped(const TrafficPattern& pattern);

}  // namespace dateline

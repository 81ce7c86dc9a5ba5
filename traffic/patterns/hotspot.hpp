// "hotspot:NODES@FRACTION", NODES = terminals with commas between, FRACTION = f above 0, at most 1 ("0.2", "1/5"): with
// probability f a message goes to a hot spot, uniform over those listed, else to another terminal, uniform over all
// (hot spots among them); never to its own. With N terminals and H hot spots, d != s:
//   P(s, d) = (1 - f) / (N - 1) + [d is hot] f / H        if s is none of them,
//   P(s, d) = (1 - f) / (N - 1) + [d is hot] f / (H - 1)  if s is one of several,
//   P(s, d) = 1 / (N - 1)                                 if s is the only one.
// Every row sums to 1. Source: G. Pfister and V. Norton, 1985, with the own terminal left out as `uniform` does. Rows
// are exact, draws too.
#pragma once

#include <string_view>
#include <vector>

#include "models/network/traffic_pattern.hpp"

namespace dateline {

class HotspotTraffic final : public TrafficPattern {
 public:
  // `text` as above, `hotspot:` included. Throws ConfigError: a terminal that is none or stands twice, a fraction
  // outside (0, 1], fewer than two terminals.
  HotspotTraffic(std::string_view text, std::uint32_t terminals);
  [[nodiscard]] std::vector<Demand> row(TerminalId source) const override;
  [[nodiscard]] TerminalId sample(TerminalId source, RandomStream& random) const override;
  [[nodiscard]] Rational share(TerminalId /*source*/) const override { return 1; }
  [[nodiscard]] std::vector<Rational> columns(std::uint32_t terminals) const override;

 private:
  [[nodiscard]] bool hot(TerminalId terminal) const;

  std::uint32_t terminals_;
  std::vector<TerminalId> spots_;  // ascending
  Rational fraction_;
  std::uint64_t heads_, tosses_;  // fraction = heads / tosses
};

}  // namespace dateline

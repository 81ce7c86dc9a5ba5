#include "models/network/traffic_pattern.hpp"

namespace dateline {

std::vector<Rational> TrafficPattern::columns(std::uint32_t terminals) const {
  std::vector<Rational> sums(terminals);
  for (std::uint32_t source = 0; source < terminals; ++source) {
    for (const Demand& d : row(TerminalId(source))) sums[d.destination.value()] += d.probability;
  }
  return sums;
}

}  // namespace dateline

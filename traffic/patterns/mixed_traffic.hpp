// Several patterns at once, each with its load: the demand of all streams together, in flits. What exact channel loads
// are computed from; never drawn from. share: the flits that a source offers, of the sum of all loads.
#pragma once

#include <vector>

#include "models/network/traffic_pattern.hpp"

namespace dateline {

class MixedTraffic final : public TrafficPattern {
 public:
  struct Part {
    const TrafficPattern* pattern;
    Rational load;  // above 0
  };
  // The patterns must outlive it.
  explicit MixedTraffic(std::vector<Part> parts);

  [[nodiscard]] std::vector<Demand> row(TerminalId source) const override;
  [[nodiscard]] TerminalId sample(TerminalId source, RandomStream& random) const override;  // throws InvariantError
  [[nodiscard]] Rational share(TerminalId source) const override;
  [[nodiscard]] std::vector<Rational> columns(std::uint32_t terminals) const override;
  [[nodiscard]] bool permutation_invariant() const override;
  [[nodiscard]] const std::vector<Part>& parts() const { return parts_; }

 private:
  std::vector<Part> parts_;
  Rational load_ = 0;
};

}  // namespace dateline

// Uniform traffic, implicit (no table). `uniform`: every other terminal with 1/(N-1). `uniform-self`: all N, the own
// one included, with 1/N (the definition behind a topology's capacity). Any number of terminals; one alone is silent.
#pragma once

#include "models/network/traffic_pattern.hpp"

namespace dateline {

class UniformTraffic final : public TrafficPattern {
 public:
  UniformTraffic(std::uint32_t terminals, bool include_self) : terminals_(terminals), include_self_(include_self) {}
  [[nodiscard]] std::vector<Demand> row(TerminalId source) const override;
  [[nodiscard]] TerminalId sample(TerminalId source, RandomStream& random) const override;
  [[nodiscard]] Rational share(TerminalId /*source*/) const override { return include_self_ || terminals_ > 1 ? 1 : 0; }
  [[nodiscard]] std::vector<Rational> columns(std::uint32_t terminals) const override {
    return std::vector<Rational>(terminals, share(TerminalId(0)));
  }
  [[nodiscard]] bool permutation_invariant() const override { return true; }
  [[nodiscard]] bool includes_self() const { return include_self_; }

 private:
  std::uint32_t terminals_;
  bool include_self_;
};

}  // namespace dateline

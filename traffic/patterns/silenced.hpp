// Traffic whose terminals at failed nodes send nothing, while the others send to them as before: they do not know yet.
#pragma once

#include <memory>
#include <vector>

#include "models/network/faults/fault_map.hpp"
#include "models/network/traffic_pattern.hpp"

namespace dateline {

class SilencedTraffic final : public TrafficPattern {
 public:
  // The faults must outlive it.
  SilencedTraffic(std::unique_ptr<TrafficPattern> pattern, const FaultMap& faults) : pattern_(std::move(pattern)), faults_(faults) {}
  [[nodiscard]] std::vector<Demand> row(TerminalId source) const override {
    return silent(source) ? std::vector<Demand>{} : pattern_->row(source);
  }
  [[nodiscard]] TerminalId sample(TerminalId source, RandomStream& random) const override { return pattern_->sample(source, random); }
  [[nodiscard]] Rational share(TerminalId source) const override { return silent(source) ? Rational(0) : pattern_->share(source); }
  [[nodiscard]] std::vector<Rational> columns(std::uint32_t terminals) const override {
    std::vector<Rational> sums = pattern_->columns(terminals);
    for (std::uint32_t t = 0; t < terminals; ++t) {
      if (!silent(TerminalId(t))) continue;
      for (const Demand& d : pattern_->row(TerminalId(t))) sums[d.destination.value()] -= d.probability;
    }
    return sums;
  }

 private:
  [[nodiscard]] bool silent(TerminalId terminal) const { return faults_.failed(faults_.topology().router_of(terminal)); }

  std::unique_ptr<TrafficPattern> pattern_;
  const FaultMap& faults_;
};

}  // namespace dateline

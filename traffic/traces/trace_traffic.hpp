// A trace as a traffic pattern, as far as a run asks for one: who sends at all, and how much beside the others. Where
// to is in the trace alone: there are no rows.
#pragma once

#include <algorithm>

#include "models/base/error.hpp"
#include "models/network/traffic_pattern.hpp"

namespace dateline {

class TraceTraffic final : public TrafficPattern {
 public:
  // `flits`: that each terminal sends.
  explicit TraceTraffic(std::vector<std::uint64_t> flits) : flits_(std::move(flits)) {
    for (const std::uint64_t f : flits_) most_ = std::max(most_, f);
  }
  [[nodiscard]] std::vector<Demand> row(TerminalId /*source*/) const override { throw InvariantError("the destinations of a trace are not counted"); }
  [[nodiscard]] TerminalId sample(TerminalId /*source*/, RandomStream& /*random*/) const override {
    throw InvariantError("the destinations of a trace are not drawn");
  }
  [[nodiscard]] Rational share(TerminalId source) const override { return Rational(flits_[source.value()], most_); }

 private:
  std::vector<std::uint64_t> flits_;
  std::uint64_t most_ = 1;
};

}  // namespace dateline

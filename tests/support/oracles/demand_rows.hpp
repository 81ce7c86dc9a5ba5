// A traffic pattern given row by row. For tests.
#pragma once

#include <utility>
#include <vector>

#include "models/network/traffic_pattern.hpp"

namespace dateline::test {

class DemandRows final : public TrafficPattern {
 public:
  explicit DemandRows(std::vector<std::vector<Demand>> rows) : rows_(std::move(rows)) {}
  [[nodiscard]] std::vector<Demand> row(TerminalId source) const override { return rows_[source.value()]; }
  [[nodiscard]] TerminalId sample(TerminalId source, RandomStream& /*random*/) const override { return rows_[source.value()].front().destination; }
  [[nodiscard]] Rational share(TerminalId source) const override {
    Rational sum = 0;
    for (const Demand& d : rows_[source.value()]) sum += d.probability;
    return sum;
  }

 private:
  std::vector<std::vector<Demand>> rows_;
};

}  // namespace dateline::test

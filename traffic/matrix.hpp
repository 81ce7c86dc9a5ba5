// Traffic from a matrix file: N lines of N numbers ("0.25", "1/3"), row = source. Rows sum to at most 1; a smaller row
// sends less, an empty one nothing. Columns are free (a hot spot has a column sum above 1). Kept as sparse rows,
// exactly.
// Diagonal entries are messages like any other.
#pragma once

#include <string>
#include <vector>

#include "models/network/traffic_pattern.hpp"

namespace dateline {

class MatrixTraffic final : public TrafficPattern {
 public:
  // Throws ConfigError naming the line: not a number, a wrong count, a row sum above 1.
  MatrixTraffic(const std::string& path, std::uint32_t terminals);
  [[nodiscard]] std::vector<Demand> row(TerminalId source) const override { return rows_[source.value()].demands; }
  [[nodiscard]] TerminalId sample(TerminalId source, RandomStream& random) const override;
  [[nodiscard]] Rational share(TerminalId source) const override { return rows_[source.value()].share; }

 private:
  struct Row {
    std::vector<Demand> demands;
    Rational share;
    std::vector<std::uint64_t> cumulative;  // weights over the row's common denominator, running sums
  };
  std::vector<Row> rows_;
};

}  // namespace dateline

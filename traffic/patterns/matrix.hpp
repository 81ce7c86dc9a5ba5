// Traffic from a matrix file: N lines of N numbers ("0.25", "1/3"), row = source. Rows sum to at most 1; a smaller row
// sends less, an empty one nothing. A row whose sum is within 1e-5 of 1, above or below, is a rounded one: it is
// divided by its sum. "FILE normalise": every row is, be they counts; an empty one stays empty. Columns are free (a hot
// spot has a column sum above 1). Kept as sparse rows, exactly.
// Diagonal entries are messages like any other.
#pragma once

#include <string_view>
#include <vector>

#include "models/base/text/line_reader.hpp"
#include "models/base/text/parse.hpp"
#include "models/network/traffic_pattern.hpp"

namespace dateline {

class MatrixTraffic final : public TrafficPattern {
 public:
  // `text`: "FILE" or "FILE normalise". Throws ConfigError naming the line: not a number, a wrong count, a row sum
  // above 1 and no rounded one; and for a file whose own name ends in " normalise".
  MatrixTraffic(std::string_view text, std::uint32_t terminals);
  [[nodiscard]] std::vector<Demand> row(TerminalId source) const override { return rows_[source.value()].demands; }
  [[nodiscard]] TerminalId sample(TerminalId source, RandomStream& random) const override;
  [[nodiscard]] Rational share(TerminalId source) const override { return rows_[source.value()].share; }

  struct RoundedRow {
    TerminalId source;
    Rational sum;  // as the file has it
  };
  // The rows that were taken for rounded ones.
  [[nodiscard]] const std::vector<RoundedRow>& rounded_rows() const { return rounded_; }
  [[nodiscard]] std::size_t rows() const { return rows_.size(); }

 private:
  struct Row {
    std::vector<Demand> demands;
    Rational share;
    std::vector<std::uint64_t> cumulative;  // weights over the row's common denominator, running sums
  };
  [[nodiscard]] Row scaled(std::vector<Demand> demands, bool counts, const LineReader& reader);

  std::vector<Row> rows_;
  std::vector<RoundedRow> rounded_;
};

}  // namespace dateline

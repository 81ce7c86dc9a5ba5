#include "traffic/matrix.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/network/error.hpp"
#include "models/network/parse.hpp"

namespace dateline {
namespace {

// Integer weights in the ratio of the probabilities, as running sums. A draw below the last one is exact as long as the
// common denominator fits 63 bits; beyond that the weights are rounded to 62 bits (a relative error of 2^-62 a draw,
// nothing a run could show).
std::vector<std::uint64_t> running_weights(const std::vector<Demand>& demands, const Rational& share) {
  Integer common = 1;
  for (const Demand& d : demands) common = lcm(common, denominator(d.probability));
  const Integer limit = Integer(1) << 62U;
  const Rational scale = Rational(common) * share > limit ? Rational(Rational(limit) / share) : Rational(common);
  std::vector<std::uint64_t> sums;
  Rational sum = 0;
  for (const Demand& d : demands) {
    sum += d.probability * scale;
    sums.push_back(static_cast<std::uint64_t>(numerator(sum) / denominator(sum)));
  }
  return sums;
}

// Bits of the least common denominator of a whole matrix: 60-digit decimals take 200, all fractions up to 1/1000 take
// 1,437. Sums and products of loads carry it from step to step, so that a matrix of unrelated denominators would never
// end.
constexpr unsigned kMostDenominatorBits = 2048;

}  // namespace

MatrixTraffic::MatrixTraffic(const std::string& path, std::uint32_t terminals) {
  constexpr std::size_t kCharactersPerNumber = 66;
  LineReader reader("traffic", "matrix", path, std::size_t{terminals} * kCharactersPerNumber + 1000);
  Integer common = 1;
  const Integer largest = Integer(1) << kMostDenominatorBits;
  while (const auto words = reader.next()) {
    const auto source = static_cast<std::uint32_t>(rows_.size());
    if (source == terminals) reader.fail(fmt::format("is one too many: the network has {} terminals", terminals));
    if (words->size() != terminals) reader.fail(fmt::format("holds {} numbers; the network has {} terminals", words->size(), terminals));
    Row row;
    for (std::uint32_t v = 0; v < terminals; ++v) {
      const auto value = read_rational((*words)[v]);
      if (!value) reader.fail(fmt::format("'{}' is no number; allowed are 0.25 or 1/3, not negative", printable((*words)[v])));
      if (*value == 0) continue;
      common = lcm(common, denominator(*value));
      if (common > largest) {
        reader.fail(fmt::format("brings the common denominator of the matrix above {} bits; write decimals, or fractions of one denominator",
                                kMostDenominatorBits));
      }
      row.demands.push_back({TerminalId(v), *value});
      row.share += *value;
    }
    if (row.share > 1) reader.fail(fmt::format("sums to {}; a row sums to at most 1", to_double(row.share)));
    row.cumulative = running_weights(row.demands, row.share);
    rows_.push_back(std::move(row));
  }
  if (rows_.size() != terminals) {
    throw ConfigError("traffic", "matrix", path, fmt::format("ends after {} rows; the network has {} terminals", rows_.size(), terminals));
  }
}

TerminalId MatrixTraffic::sample(TerminalId source, RandomStream& random) const {
  const Row& row = rows_[source.value()];
  const std::uint64_t drawn = random.below64(row.cumulative.back());
  const auto it = std::upper_bound(row.cumulative.begin(), row.cumulative.end(), drawn);
  return row.demands[static_cast<std::size_t>(it - row.cumulative.begin())].destination;
}

}  // namespace dateline

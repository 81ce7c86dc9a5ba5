#include "traffic/patterns/matrix.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "models/base/error.hpp"
#include "models/base/text/line_reader.hpp"
#include "models/base/text/parse.hpp"

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

const Integer& largest_denominator() {
  static const Integer largest = Integer(1) << kMostDenominatorBits;
  return largest;
}

std::vector<Demand> read_demands(const LineReader& reader, const std::vector<std::string>& words) {
  Integer common = 1;
  std::vector<Demand> demands;
  for (std::uint32_t v = 0; v < words.size(); ++v) {
    const auto value = read_rational(words[v]);
    if (!value) reader.fail(fmt::format("'{}' is no number; allowed are 0.25 or 1/3, not negative", printable(words[v])));
    if (*value == 0) continue;
    common = lcm(common, denominator(*value));
    if (common > largest_denominator()) {
      reader.fail(fmt::format("brings the common denominator of the matrix above {} bits; write decimals, or fractions of one denominator",
                              kMostDenominatorBits));
    }
    demands.push_back({TerminalId(v), *value});
  }
  return demands;
}

// The form "FILE normalise" and its file.
struct MatrixForm {
  std::string path;
  bool counts;
};

MatrixForm form_of(std::string_view text) {
  constexpr std::string_view kForm = " normalise";
  const bool counts = text.size() >= kForm.size() && text.substr(text.size() - kForm.size()) == kForm;
  if (!counts) return {std::string(text), false};
  std::error_code error;
  if (std::filesystem::exists(std::string(text), error)) {
    throw ConfigError("traffic", "matrix", text, "is a file of that whole name, and the form FILE normalise, too; give the file another name");
  }
  return {std::string(text.substr(0, text.size() - kForm.size())), true};
}

const Rational kRounding(1, 100'000);  // of a row that was meant to sum to 1

}  // namespace

MatrixTraffic::MatrixTraffic(std::string_view text, std::uint32_t terminals) {
  constexpr std::size_t kCharactersPerNumber = 66;
  const auto [path, counts] = form_of(text);
  LineReader reader("traffic", "matrix", path, std::size_t{terminals} * kCharactersPerNumber + 1000);
  Integer common = 1;
  while (const auto words = reader.next()) {
    const auto source = static_cast<std::uint32_t>(rows_.size());
    if (source == terminals) reader.fail(fmt::format("is one too many: the network has {} terminals", terminals));
    if (words->size() != terminals) reader.fail(fmt::format("holds {} numbers; the network has {} terminals", words->size(), terminals));
    Row row = scaled(read_demands(reader, *words), counts, reader);
    for (const Demand& d : row.demands) common = lcm(common, denominator(d.probability));
    if (common > largest_denominator()) {
      reader.fail(fmt::format("brings the common denominator of the matrix above {} bits; write decimals of 6 digits (a row may miss 1 by 1e-5)",
                              kMostDenominatorBits));
    }
    row.cumulative = running_weights(row.demands, row.share);
    rows_.push_back(std::move(row));
  }
  if (rows_.size() != terminals) {
    throw ConfigError("traffic", "matrix", path, fmt::format("ends after {} rows; the network has {} terminals", rows_.size(), terminals));
  }
}

MatrixTraffic::Row MatrixTraffic::scaled(std::vector<Demand> demands, bool counts, const LineReader& reader) {
  Rational sum = 0;
  for (const Demand& d : demands) sum += d.probability;
  const bool rounded = !counts && sum != 1 && sum <= 1 + kRounding && sum >= 1 - kRounding;
  if (!counts && !rounded && sum > 1) {
    reader.fail(fmt::format("sums to {}; a row sums to at most 1, or 1.00001 where it is rounded; for counts: 'matrix:FILE normalise'",
                            to_double(sum)));
  }
  if (rounded) rounded_.push_back({TerminalId(static_cast<std::uint32_t>(rows_.size())), sum});
  if (sum == 0 || !(counts || rounded)) return {std::move(demands), sum, {}};
  for (Demand& d : demands) d.probability /= sum;
  return {std::move(demands), 1, {}};
}

TerminalId MatrixTraffic::sample(TerminalId source, RandomStream& random) const {
  const Row& row = rows_[source.value()];
  const std::uint64_t drawn = random.below64(row.cumulative.back());
  const auto it = std::upper_bound(row.cumulative.begin(), row.cumulative.end(), drawn);
  return row.demands[static_cast<std::size_t>(it - row.cumulative.begin())].destination;
}

}  // namespace dateline

#include "models/lcc/lcc_set.hpp"

#include <fmt/format.h>

#include <cerrno>

#include "models/base/error.hpp"
#include "models/base/join.hpp"
#include "models/base/text/line_reader.hpp"
#include "models/base/text/name_table.hpp"
#include "models/base/text/system_reason.hpp"
#include "models/lcc/lcc_names.hpp"

namespace dateline {
namespace {

constexpr std::size_t kLongestLine = 1000;

// The digits of a line, with blanks between them or not.
Bits row_in(const LineReader& lines, const std::vector<std::string>& words, std::size_t& dimensions) {
  const std::string digits = join(words, "");
  if (const auto wrong = digits.find_first_not_of("01"); wrong != std::string::npos) {
    lines.fail(fmt::format("'{}' is no row of 0 and 1", printable(digits)));
  }
  if (dimensions == 0) dimensions = digits.size();
  if (digits.size() > kMostDimensions) lines.fail(fmt::format("has {} columns; 1..{} dimensions are allowed", digits.size(), kMostDimensions));
  if (digits.size() != dimensions) lines.fail(fmt::format("has {} digits, the first row {}", digits.size(), dimensions));
  Bits row = 0;
  for (std::size_t j = 0; j < digits.size(); ++j) row |= static_cast<Bits>(digits[j] == '1') << j;
  return row;
}

NamedLcc split_weight(const std::string& command, const std::string& text) {
  NamedLcc part;
  const auto star = text.rfind('*');
  part.name = text.substr(0, star);
  if (part.name.empty()) throw ConfigError(command, "lcc", text, "names no communication; NAME or FILE, *W for a weight, joined by commas");
  if (star != std::string::npos) {
    part.weight = static_cast<std::uint32_t>(parse_whole({command, "lcc's weight of " + part.name}, text.substr(star + 1), 1, kMostWeight));
  }
  return part;
}

// What is no name. `of`: whose dimensions they are, if they are known.
Lcc of_file(const std::string& command, const std::string& name, std::optional<int> dimensions, const std::string& of) {
  errno = 0;
  if (name.find_first_of("./") == std::string::npos && !std::ifstream(name)) {
    throw ConfigError(command, "lcc", name, unknown_name(name, names_of(lcc_table())) + "; as a file it cannot be read" + because_of(errno));
  }
  Lcc lcc = read_lcc_file({command, "lcc"}, name);
  if (dimensions && lcc.dimensions() != *dimensions) {
    throw ConfigError(command, "lcc", name, fmt::format("has {} dimensions, {} has {}", lcc.dimensions(), printable(of), *dimensions));
  }
  return lcc;
}

}  // namespace

Lcc read_lcc_file(const ValueSource& source, const std::string& path) {
  LineReader lines(source.component, source.key, path, kLongestLine);
  Lcc lcc;
  std::size_t n = 0;
  std::vector<Bits> rows;
  for (auto words = lines.next(); words; words = lines.next()) {
    if (rows.empty() && !lcc.scatter && words->size() == 1 && words->front() == "scatter") {
      lcc.scatter = true;
      continue;
    }
    if (n > 0 && rows.size() == n + 1) lines.fail(fmt::format("is one too many: A has {} rows, and b follows", n));
    rows.push_back(row_in(lines, *words, n));
  }
  if (rows.empty()) throw ConfigError(source.component, source.key, path, fmt::format("has no row: 1..{} dimensions are allowed", kMostDimensions));
  if (rows.size() <= n) {
    throw ConfigError(source.component, source.key, path,
                      fmt::format("ends after {} rows; A has {} and b, which is missing, follows an empty line", rows.size(), n));
  }
  lcc.b = rows.back();
  rows.pop_back();
  lcc.a = std::move(rows);
  return lcc;
}

Lcc read_lcc(const std::string& command, const std::string& text, int dimensions, const std::string& network) {
  if (text.empty()) throw ConfigError(command, "lcc", text, "names no communication; NAME or FILE");
  if (text.find_first_of(",*") != std::string::npos)
    throw ConfigError(command, "lcc", text, "is more than one NAME or FILE: sets and weights are for remap");
  return is_lcc_name(text) ? lcc_named(command, text, dimensions) : of_file(command, text, dimensions, network);
}

std::vector<NamedLcc> read_lcc_set(const std::string& command, const std::string& text, std::optional<int> dimensions) {
  const std::vector<std::string> parts = split(text, ',');
  if (parts.size() > kMostLccs) throw ConfigError(command, "lcc", text, fmt::format("has {} communications; at most {}", parts.size(), kMostLccs));
  std::vector<NamedLcc> set;
  std::string of = "dims";  // whose number of dimensions it is
  for (const std::string& part : parts) {
    set.push_back(split_weight(command, part));
    NamedLcc& named = set.back();
    if (is_lcc_name(named.name)) continue;
    named.lcc = of_file(command, named.name, dimensions, of);
    if (!dimensions) of = named.name;
    dimensions = named.lcc.dimensions();
  }
  for (NamedLcc& named : set) {
    if (!is_lcc_name(named.name)) continue;
    if (!dimensions) throw ConfigError(command, "dims", fmt::format("is missing: the dimensions of {}", named.name));
    named.lcc = lcc_named(command, named.name, *dimensions);
  }
  return set;
}

}  // namespace dateline

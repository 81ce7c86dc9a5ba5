#include "traffic/traces/trace_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "models/base/error.hpp"

namespace dateline {
namespace {

constexpr std::array<std::string_view, 5> kColumns = {"cycle", "source", "destination", "flits", "class"};
constexpr std::uint64_t kMaxRank = 0xfffffffeU, kMaxClass = 255;

std::string_view trimmed(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || (c >= '\t' && c <= '\r'); };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

std::string header(std::size_t columns) { return fmt::format("{}", fmt::join(kColumns.begin(), kColumns.begin() + columns, ",")); }

}  // namespace

TraceFile::TraceFile(const ValueSource& source, const std::string& path) : lines_(source, path) {
  const std::size_t found = next_row();
  columns_ = found == kMostColumns ? found : kMostColumns - 1;
  if (found == columns_ && std::equal(kColumns.begin(), kColumns.begin() + columns_, values_.begin())) return;
  lines_.fail_at(std::max<std::uint64_t>(lines_.line(), 1),
                 fmt::format("{}; allowed: a file begins with {} or {}", found == 0 ? "the file ends" : "is no header", header(4), header(5)));
}

std::size_t TraceFile::next_row() {
  std::string_view line;
  while (lines_.next(line)) {
    line = trimmed(line.substr(0, line.find('#')));
    if (line.empty()) continue;
    std::size_t count = 0;
    for (bool more = true; more && count < values_.size(); ++count) {
      const std::size_t comma = line.find(',');
      values_[count] = trimmed(line.substr(0, comma));
      more = comma != std::string_view::npos;
      if (more) line.remove_prefix(comma + 1);
    }
    return count;
  }
  return 0;
}

std::uint64_t TraceFile::number(std::size_t column, std::uint64_t low, std::uint64_t high) const {
  const std::optional<std::uint64_t> value = whole_number(values_[column], high);
  if (!value || *value < low) {
    lines_.fail(fmt::format("{} '{}' is not allowed; allowed: {}..{}", kColumns[column], printable(values_[column]), low, high));
  }
  return *value;
}

bool TraceFile::next(TracePacket& packet) {
  const std::size_t found = next_row();
  if (found == 0) return false;
  if (found != columns_) {
    lines_.fail(fmt::format("holds {} values{}; allowed: {}, as the header has it", std::min(found, kMostColumns),
                            found > kMostColumns ? " and more" : "", header(columns_)));
  }
  packet.cycle = number(0, 0, kLastTraceCycle);
  if (packet.cycle < last_) lines_.fail(fmt::format("cycle {} stands behind cycle {}; cycles do not decrease", packet.cycle, last_));
  last_ = packet.cycle;
  packet.source = static_cast<std::uint32_t>(number(1, 0, kMaxRank));
  packet.destination = static_cast<std::uint32_t>(number(2, 0, kMaxRank));
  packet.flits = static_cast<std::uint32_t>(number(3, 1, kMaxTraceFlits));
  packet.traffic_class = columns_ == kMostColumns ? static_cast<std::uint8_t>(number(4, 0, kMaxClass)) : std::uint8_t{0};
  return true;
}

}  // namespace dateline

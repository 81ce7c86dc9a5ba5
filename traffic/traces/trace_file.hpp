// trace:FILE, packets as CSV: a header `cycle,source,destination,flits` or `cycle,source,destination,flits,class`, then
// a row a packet, cycles not decreasing. `#` begins a comment, up to the end of the line; empty lines and blanks around
// values are skipped. Memory: 64 KB, however long the file.
#pragma once

#include <array>

#include "models/base/text/text_lines.hpp"
#include "traffic/traces/trace_reader.hpp"

namespace dateline {

class TraceFile final : public TraceReader {
 public:
  // Reads the header.
  TraceFile(const ValueSource& source, const std::string& path);

  [[nodiscard]] bool next(TracePacket& packet) override;
  [[noreturn]] void fail(const std::string& problem) const override { lines_.fail(problem); }
  [[nodiscard]] bool has_classes() const override { return columns_ == kMostColumns; }
  [[nodiscard]] bool has_dependencies() const override { return false; }

 private:
  static constexpr std::size_t kMostColumns = 5;
  // The values of the next line that has any, at most one more than columns; none at the end.
  [[nodiscard]] std::size_t next_row();
  [[nodiscard]] std::uint64_t number(std::size_t column, std::uint64_t low, std::uint64_t high) const;

  TextLines lines_;
  std::array<std::string_view, kMostColumns + 1> values_;
  std::size_t columns_ = 0;
  Cycle last_ = 0;
};

}  // namespace dateline

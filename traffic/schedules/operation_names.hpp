// The names of operations in a schedule file: their numbers within their ranks, counted from 0 in the order of the
// file, and labels. A name may stand before the line that it names: then it waits for the end of the file.
// Throws ConfigError with the line: a label given twice, a name without its operation, an operation that waits for
// itself. Memory: 8 bytes a rank, 12 a name that waits, and 4 an operation if ranks take turns in the file.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/base/text/text_lines.hpp"
#include "traffic/schedules/label_table.hpp"
#include "traffic/schedules/schedule_builder.hpp"

namespace dateline {

class OperationNames {
 public:
  using Handle = ScheduleBuilder::Handle;

  OperationNames(ScheduleBuilder& builder, const TextLines& lines) : builder_(builder), lines_(lines), ranks_(builder.ranks()) {}

  // The builder's newest operation.
  void add(Handle operation);
  // A name of one.
  void label(Handle operation, std::string_view label);
  // `operation` waits for the end, or the start, of what the name means in its rank.
  void wait(Handle operation, std::string_view name, bool on_start);
  // At the end of the file.
  void resolve();

 private:
  static constexpr Handle kNone = LabelTable::kNone;
  static constexpr std::uint32_t kMost = Schedule::kMaxOperations - 1;
  static constexpr std::uint32_t kSteps = 64;  // backwards, at most, to find a number
  struct Rank {
    std::uint32_t last : 30;      // its newest operation
    std::uint32_t scattered : 1;  // other ranks' operations stand between its own
    std::uint32_t count;
  };
  struct Waiting {
    std::uint32_t operation : 30;
    std::uint32_t is_label : 1;
    std::uint32_t on_start : 1;
    std::uint32_t name;  // a number within the rank, or a label's
    std::uint32_t line;
  };
  // The operation of a rank with that number; kNone if that is not known yet.
  [[nodiscard]] Handle numbered(const Rank& rank, std::uint32_t number) const;
  void link(Handle operation, Handle before, bool on_start, std::uint64_t line);
  [[nodiscard]] std::vector<Handle> in_order_of_ranks(std::vector<std::uint32_t>& begin) const;
  [[nodiscard]] std::string missing(const Waiting& waiting) const;

  ScheduleBuilder& builder_;
  const TextLines& lines_;
  std::vector<Rank> ranks_;
  std::vector<Handle> previous_;  // the one before each in its rank; empty while ranks do not take turns
  LabelTable labels_;
  std::vector<Waiting> waiting_;
};

}  // namespace dateline

// The text of a GOAL file, part by part: comments are skipped where a statement may begin, blanks between parts are
// free and need not be there ("8 b", "8b"). Throws ConfigError(component, key, path, "line 7: problem").
#pragma once

#include <string>
#include <string_view>

#include "models/base/text/text_lines.hpp"

namespace dateline {

class GoalText {
 public:
  GoalText(const ValueSource& source, const std::string& path) : lines_(source, path) {}

  // Goes on to the next statement, in this line or a later one. False at the end of the file.
  [[nodiscard]] bool next_statement();
  [[nodiscard]] std::uint64_t line() const { return lines_.line(); }

  // Whether nothing is left of the line.
  [[nodiscard]] bool line_ends();
  // Whether that comes next; then it is taken.
  [[nodiscard]] bool take(std::string_view part);
  // A letter, then letters, digits and '_'; empty if there is none. Valid until the next statement.
  [[nodiscard]] std::string_view identifier();
  [[nodiscard]] std::uint64_t number(std::string_view what, std::uint64_t low, std::uint64_t high);

  // "'x' stands here" or "the line ends".
  [[nodiscard]] std::string found();
  [[noreturn]] void fail(const std::string& problem) const { lines_.fail(problem); }
  // At the end of the file.
  [[noreturn]] void fail_at_end(const std::string& problem) const { lines_.fail_at(lines_.line() == 0 ? 1 : lines_.line(), problem); }

 private:
  [[nodiscard]] bool statement_in_line();
  template <typename Is>
  std::string_view take_while(std::size_t length, Is is);

  TextLines lines_;
  std::string_view rest_;      // of the line
  std::uint64_t comment_ = 0;  // the line in which the one that is open began
};

}  // namespace dateline

#include "traffic/schedules/goal_text.hpp"

#include <fmt/format.h>

#include "models/base/error.hpp"

namespace dateline {
namespace {

bool letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

bool GoalText::next_statement() {
  while (!statement_in_line()) {
    if (lines_.next(rest_)) continue;
    if (comment_ != 0) lines_.fail_at(comment_, "the comment has no end; allowed: '*/'");
    return false;
  }
  return true;
}

bool GoalText::statement_in_line() {
  while (true) {
    if (comment_ != 0) {
      const std::size_t end = rest_.find("*/");
      if (end == std::string_view::npos) return false;
      rest_.remove_prefix(end + 2);
      comment_ = 0;
    }
    if (line_ends() || take("//")) return false;
    if (!take("/*")) return true;
    comment_ = lines_.line();
  }
}

bool GoalText::line_ends() {
  while (!rest_.empty() && (rest_[0] == ' ' || rest_[0] == '\t')) rest_.remove_prefix(1);
  return rest_.empty();
}

bool GoalText::take(std::string_view part) {
  if (line_ends() || rest_.substr(0, part.size()) != part) return false;
  rest_.remove_prefix(part.size());
  return true;
}

std::string_view GoalText::identifier() {
  if (line_ends() || !letter(rest_[0])) return {};
  return take_while(1, [](char c) { return letter(c) || digit(c) || c == '_'; });
}

std::uint64_t GoalText::number(std::string_view what, std::uint64_t low, std::uint64_t high) {
  const std::string_view digits = line_ends() ? std::string_view{} : take_while(0, digit);
  if (digits.empty()) fail(fmt::format("{}; allowed: a {}, {}..{}", found(), what, low, high));
  const std::optional<std::uint64_t> value = whole_number(digits, high);
  if (!value || *value < low) fail(fmt::format("'{}' is no {}; allowed: {}..{}", printable(digits), what, low, high));
  return *value;
}

template <typename Is>
std::string_view GoalText::take_while(std::size_t length, Is is) {
  while (length < rest_.size() && is(rest_[length])) ++length;
  const std::string_view part = rest_.substr(0, length);
  rest_.remove_prefix(length);
  return part;
}

std::string GoalText::found() { return line_ends() ? "the line ends" : fmt::format("'{}' stands here", printable(rest_)); }

}  // namespace dateline

// Errors of two kinds. ConfigError: the user's input is wrong; one line that names the component, the key, the value
// given and what is allowed; exit status 2. InvariantError: the program is wrong; checked in release builds too.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace dateline {

class ConfigError : public std::runtime_error {
 public:
  // "component: key=value rule", for example "dor: vcs=0 not in 1..16". The value is made printable and cut at 60
  // characters, and so are component and key, which may hold names that a user typed. An empty value is written ''.
  ConfigError(std::string_view component, std::string_view key, std::string_view value, std::string_view rule);
  // Without a value: "simulate: load is missing".
  ConfigError(std::string_view component, std::string_view key, std::string_view rule);
};

// Work that a budget forbids.
class BudgetError final : public ConfigError {
  using ConfigError::ConfigError;
};

class InvariantError : public std::logic_error {
 public:
  explicit InvariantError(const std::string& what) : std::logic_error("internal error: " + what) {}
};

// Non-printable bytes as \xNN, cut at 60 characters: what a user typed, safe on one line of a terminal.
[[nodiscard]] std::string printable(std::string_view text);

// The same without the cut, for a whole line.
[[nodiscard]] std::string one_line(std::string_view text);

// "unknown; nearest: torus, mesh": the names closest to `given` in edit distance (at most three), for error lines.
[[nodiscard]] std::string unknown_name(std::string_view given, const std::vector<std::string>& known);

// The same where a name is compared as `name` and shown as `shown`, each of these once.
struct NameAs {
  std::string name, shown;
};
[[nodiscard]] std::string unknown_name_as(std::string_view given, const std::vector<NameAs>& known);

}  // namespace dateline

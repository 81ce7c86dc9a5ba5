// The value of an option in a run, with its type: what commands read. A setting knows the option that set it, so that
// what is wrong with a value is said of the option that the user wrote.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/base/text/parse.hpp"

namespace dateline {

struct Option;

class AnySetting {
 public:
  // Whether this run uses it, and it was given or has a default. Of an option that the command does not have: no.
  [[nodiscard]] bool has() const { return has_; }
  [[nodiscard]] bool given() const { return given_; }
  // As it was written, or the default. Throws ConfigError if there is none.
  [[nodiscard]] const std::string& text() const;
  // Throws ConfigError(command, option, text, rule).
  [[noreturn]] void refuse(const std::string& rule) const;
  [[nodiscard]] ValueSource source() const;

 private:
  friend class Declarations;
  friend class OptionReader;
  const Option* option_ = nullptr;
  std::string text_;
  bool has_ = false, given_ = false;
};

template <typename T>
class Setting : public AnySetting {
 public:
  Setting() = default;
  Setting(T default_value) : default_(std::move(default_value)) {}  // NOLINT(google-explicit-constructor): = default
  // Throws ConfigError if there is none.
  [[nodiscard]] const T& operator*() const {
    if (!has()) (void)text();
    return *value_;
  }
  [[nodiscard]] const T* operator->() const { return &**this; }
  // Of an option that the command may not have, or that this run may not use.
  [[nodiscard]] std::optional<T> get() const { return has() ? value_ : std::nullopt; }
  [[nodiscard]] T value_or(T otherwise) const { return has() ? *value_ : std::move(otherwise); }

 private:
  friend class Declarations;
  friend class OptionReader;
  std::optional<T> value_, default_;
};

// A file of --out KIND=FILE, with the arguments behind it.
class OutputSetting : public AnySetting {
 public:
  [[nodiscard]] const std::string& path() const { return path_; }
  // NAME of ",NAME=VALUE"; its values are joined by +.
  [[nodiscard]] bool has(const std::string& name) const;
  using AnySetting::has;
  [[nodiscard]] std::vector<std::string> arguments(const std::string& name) const;
  // Throws ConfigError(command, "out, NAME", value, rule).
  [[noreturn]] void refuse_argument(const std::string& name, const std::string& rule) const;
  [[nodiscard]] ValueSource argument_source(const std::string& name) const;

 private:
  friend class Declarations;
  friend class OptionReader;
  struct Argument {
    std::string name, value;
  };
  [[nodiscard]] const Argument* find(const std::string& name) const;
  std::string path_;
  std::vector<Argument> arguments_;
};

}  // namespace dateline

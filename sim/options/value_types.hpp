// The types of options' values: what is allowed, in words, and how a text becomes a value. Each has
//   values()            what is allowed, for people
//   choices()           the only words allowed; none: other values too
//   kWhole              its numbers are whole: 07 is 7
//   parse<T>(source, t) throws ConfigError
//   show(value)         the text of a default
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "models/base/enum_names.hpp"
#include "models/base/error.hpp"
#include "models/base/numbers/rational.hpp"
#include "models/base/text/in_digits.hpp"
#include "models/base/text/parse.hpp"

namespace dateline {

inline constexpr std::uint64_t kMost64 = ~std::uint64_t{0};
inline constexpr std::uint64_t kLongestRun = 1'000'000'000'000'000;  // cycles

// A whole number. `shown`: in place of "low..high".
struct Whole {
  std::uint64_t low, high;
  std::string unit = {};
  std::string shown = {};
  static constexpr bool kWhole = true;
  [[nodiscard]] std::string values() const { return shown.empty() ? fmt::format("{}..{}{}{}", low, high, unit.empty() ? "" : " ", unit) : shown; }
  [[nodiscard]] static std::vector<std::string> choices() { return {}; }
  template <typename T>
  [[nodiscard]] T parse(const ValueSource& source, const std::string& text) const {
    return static_cast<T>(parse_whole(source, text, low, high));
  }
  template <typename T>
  [[nodiscard]] std::string show(T value) const {
    return std::to_string(value);
  }
};

// A whole number, or a word in its place.
struct NumberOrWord {
  std::optional<std::uint64_t> number = {};
  std::string word = {};
};
struct WholeOr {
  std::uint64_t low, high;
  std::vector<std::string> words;
  std::string shown;
  static constexpr bool kWhole = true;
  [[nodiscard]] const std::string& values() const { return shown; }
  [[nodiscard]] static std::vector<std::string> choices() { return {}; }
  template <typename T>
  [[nodiscard]] T parse(const ValueSource& source, const std::string& text) const {
    for (const std::string& word : words) {
      if (text == word) return {std::nullopt, word};
    }
    if (text.find_first_not_of("0123456789") != std::string::npos) {
      throw ConfigError(source.component, source.key, text, "is none of " + shown + in_digits(text, low, high));
    }
    return {parse_whole(source, text, low, high), {}};
  }
  [[nodiscard]] static std::string show(const NumberOrWord& value) { return value.number ? std::to_string(*value.number) : value.word; }
};

// An exact number that is not negative.
struct Number {
  std::string shown;
  static constexpr bool kWhole = false;
  [[nodiscard]] const std::string& values() const { return shown; }
  [[nodiscard]] static std::vector<std::string> choices() { return {}; }
  template <typename T>
  [[nodiscard]] T parse(const ValueSource& source, const std::string& text) const {
    return read(source, text);
  }
  [[nodiscard]] static std::string show(const Rational& value) { return to_string(value); }
  // `shown`: what the user wrote, if that is more.
  [[nodiscard]] static Rational read(const ValueSource& source, const std::string& text, const std::string& shown = {});
};

// One of an enumeration's names.
template <typename Enum>
struct OneOf {
  static constexpr bool kWhole = false;
  [[nodiscard]] std::string values() const { return fmt::format("{}", fmt::join(choices(), " | ")); }
  [[nodiscard]] static std::vector<std::string> choices() { return choices_of<Enum>(); }
  template <typename T>
  [[nodiscard]] T parse(const ValueSource& source, const std::string& text) const {
    for (const auto& entry : enum_names(Enum{})) {
      if (entry.name == text) return entry.value;
    }
    throw ConfigError(source.component, source.key, text, unknown_name(text, choices()));
  }
  [[nodiscard]] static std::string show(Enum value) { return name_of(value); }
};

// The same, or a word that leaves it open.
template <typename Enum>
struct OneOfOr {
  std::string word;
  static constexpr bool kWhole = false;
  [[nodiscard]] std::string values() const { return fmt::format("{}", fmt::join(choices(), " | ")); }
  [[nodiscard]] std::vector<std::string> choices() const {
    std::vector<std::string> names = choices_of<Enum>();
    names.push_back(word);
    return names;
  }
  template <typename T>
  [[nodiscard]] T parse(const ValueSource& source, const std::string& text) const {
    if (text == word) return std::nullopt;
    for (const auto& entry : enum_names(Enum{})) {
      if (entry.name == text) return entry.value;
    }
    throw ConfigError(source.component, source.key, text, unknown_name(text, choices()));
  }
  [[nodiscard]] std::string show(const std::optional<Enum>& value) const { return value ? name_of(*value) : word; }
};

// One of these words.
struct OneWord {
  std::vector<std::string> words;
  static constexpr bool kWhole = false;
  [[nodiscard]] std::string values() const { return fmt::format("{}", fmt::join(words, " | ")); }
  [[nodiscard]] const std::vector<std::string>& choices() const { return words; }
  template <typename T>
  [[nodiscard]] T parse(const ValueSource& source, const std::string& text) const {
    for (const std::string& word : words) {
      if (word == text) return text;
    }
    throw ConfigError(source.component, source.key, text, unknown_name(text, words));
  }
  [[nodiscard]] static std::string show(const std::string& value) { return value; }
};

// true or false; may stand without a value.
struct Flag {
  static constexpr bool kWhole = false;
  [[nodiscard]] static std::string values() { return "false | true"; }
  [[nodiscard]] static std::vector<std::string> choices() { return {"false", "true"}; }
  template <typename T>
  [[nodiscard]] T parse(const ValueSource& source, const std::string& text) const {
    if (text != "false" && text != "true") throw ConfigError(source.component, source.key, text, unknown_name(text, choices()));
    return text == "true";
  }
  [[nodiscard]] static std::string show(bool value) { return value ? "true" : "false"; }
};

// Text that the command reads itself: names, files.
struct Text {
  std::string shown;
  static constexpr bool kWhole = false;
  [[nodiscard]] const std::string& values() const { return shown; }
  [[nodiscard]] static std::vector<std::string> choices() { return {}; }
  template <typename T>
  [[nodiscard]] T parse(const ValueSource& /*source*/, const std::string& text) const {
    return text;
  }
  [[nodiscard]] static std::string show(const std::string& value) { return value; }
};

// What a function makes of the text; its default is a text too (Option::otherwise).
template <typename T>
struct Parsed {
  std::string shown;
  std::function<T(const ValueSource&, const std::string&)> read;
  static constexpr bool kWhole = false;
  [[nodiscard]] const std::string& values() const { return shown; }
  [[nodiscard]] static std::vector<std::string> choices() { return {}; }
  template <typename>
  [[nodiscard]] T parse(const ValueSource& source, const std::string& text) const {
    return read(source, text);
  }
  [[nodiscard]] static std::string show(const T& /*value*/) { return {}; }
};

}  // namespace dateline

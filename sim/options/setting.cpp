#include "sim/options/setting.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/base/error.hpp"
#include "sim/options/option.hpp"

namespace dateline {

const std::string& AnySetting::text() const {
  if (option_ == nullptr) throw InvariantError("a setting without an option");
  if (!has_) throw ConfigError(option_->command, option_->key(), fmt::format("is missing; allowed: {}", option_->values));
  return text_;
}

void AnySetting::refuse(const std::string& rule) const {
  if (option_ == nullptr) throw InvariantError("a setting without an option: " + rule);
  throw ConfigError(option_->command, option_->key(), has_ ? text_ : "", rule);
}

ValueSource AnySetting::source() const {
  if (option_ == nullptr) throw InvariantError("a setting without an option");
  return {option_->command, option_->key()};
}

const OutputSetting::Argument* OutputSetting::find(const std::string& name) const {
  const auto found = std::find_if(arguments_.begin(), arguments_.end(), [&](const Argument& a) { return a.name == name; });
  return found == arguments_.end() ? nullptr : &*found;
}

bool OutputSetting::has(const std::string& name) const { return find(name) != nullptr; }

std::vector<std::string> OutputSetting::arguments(const std::string& name) const {
  const Argument* const argument = find(name);
  return argument == nullptr ? std::vector<std::string>() : split(argument->value, '+');
}

void OutputSetting::refuse_argument(const std::string& name, const std::string& rule) const {
  const Argument* const argument = find(name);
  if (argument == nullptr) refuse(rule);
  throw ConfigError(source().component, argument_source(name).key, argument->value, rule);
}

ValueSource OutputSetting::argument_source(const std::string& name) const { return {source().component, "out, " + name}; }

}  // namespace dateline

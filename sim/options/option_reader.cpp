#include "sim/options/option_reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "models/base/error.hpp"

namespace dateline {
namespace {

// "007" as "7"; anything else as it is.
std::string without_zeros(const std::string& value) {
  const std::size_t first = value.find_first_not_of('0');
  if (first == 0 || value.find_first_not_of("0123456789") != std::string::npos || value.empty()) return value;
  return first == std::string::npos ? "0" : value.substr(first);
}

}  // namespace

std::string allowed_text(const Option& option) {
  constexpr std::size_t kMost = 200;
  return option.values.size() > kMost ? fmt::format("; allowed: see --help {}", name_of(option.group)) : "; allowed: " + option.values;
}

Option* OptionReader::find(const std::string& name) {
  const auto found = std::find_if(declarations_.options_.begin(), declarations_.options_.end(), [&](const Option& o) { return o.name == name; });
  return found == declarations_.options_.end() ? nullptr : &*found;
}

void OptionReader::set(Option& option, const std::string& value) {
  option.setting->text_ = option.whole ? without_zeros(value) : value;
  option.setting->has_ = true;
}

// A comma of the file's name stays: behind it stands no argument of the kind.
void OptionReader::take_arguments(const Option& option, OutputSetting& setting, std::string file, const std::string& value) {
  const auto refuse = [&](const std::string& rule) { throw ConfigError(option.command, "out", value, rule); };
  setting.arguments_.clear();
  while (true) {
    const std::size_t comma = file.rfind(',');
    if (comma == std::string::npos) break;
    const std::string last = file.substr(comma + 1);
    const std::string name = last.substr(0, last.find('='));
    const bool known = last.size() > name.size() && std::find(option.arguments.begin(), option.arguments.end(), name) != option.arguments.end();
    const auto meant = [&](const std::string& argument) { return argument == name + "s" || argument + "s" == name; };
    if (last.size() > name.size() && std::any_of(option.arguments.begin(), option.arguments.end(), meant)) {
      refuse(fmt::format("has {} behind its file; allowed there: {}", printable(name), fmt::join(option.arguments, ", ")));
    }
    if (!known) break;
    if (setting.has(name)) refuse(fmt::format("has {} twice", name));
    if (last.size() == name.size() + 1) refuse(fmt::format("has no value of {}", name));
    setting.arguments_.push_back({name, last.substr(name.size() + 1)});
    file.resize(comma);
  }
  for (const std::string& name : option.arguments) {
    if (file.find("," + name + "=") != std::string::npos) refuse(fmt::format("has values of {} that are not joined by +", name));
  }
  if (file.empty()) refuse(fmt::format("names no file; allowed: {}=FILE", option.kind()));
  setting.path_ = std::move(file);
}

// "KIND=FILE,NAME=VALUE,..."
void OptionReader::take_out(const std::string& value, std::map<std::string, int>& seen, bool overrides) {
  const std::string& command = declarations_.command();
  const std::size_t equals = value.find('=');
  const std::string kind = value.substr(0, equals);
  Option* const option = find("out=" + kind);
  if (option == nullptr) {
    std::vector<std::string> kinds;
    for (const auto& [name, setting] : declarations_.outputs_) kinds.push_back(name.substr(name.find('=') + 1));
    throw ConfigError(command, "out", value, unknown_name(kind, kinds) + "; written KIND=FILE");
  }
  if (equals == std::string::npos) throw ConfigError(command, "out", value, fmt::format("names no file; allowed: {}=FILE", kind));
  if (++seen[option->name] > 1) throw ConfigError(command, "out", value, "is given twice");
  OutputSetting& setting = *declarations_.outputs_.at(option->name);
  if (!overrides && setting.given()) return;
  take_arguments(*option, setting, value.substr(equals + 1), value);
  set(*option, value);
  setting.given_ = true;
}

void OptionReader::take(const std::vector<OptionWord>& words, bool overrides) {
  const std::string& command = declarations_.command();
  std::map<std::string, int> seen;
  for (const OptionWord& word : words) {
    if (word.name == "out" && !declarations_.outputs_.empty()) {
      take_out(word.value, seen, overrides);
      continue;
    }
    Option* const option = find(word.name);
    if (option == nullptr || option->is_kind())
      throw ConfigError(command, "option", "--" + word.name, unknown_name(word.name, declarations_.names()));
    if (++seen[word.name] > 1) throw ConfigError(command, word.name, word.value, "is given twice");
    if (word.value.empty())
      throw ConfigError(command, word.name, "", fmt::format("is empty; --{} needs a value{}", word.name, allowed_text(*option)));
    if (!overrides && option->setting->given()) continue;
    set(*option, word.value);
    option->setting->given_ = true;
  }
}

void OptionReader::set_defaults() {
  for (Option& option : declarations_.options_) {
    if (option.setting->has()) continue;
    const auto other =
        std::find_if(option.other_defaults.begin(), option.other_defaults.end(), [&](const Option::OtherDefault& d) { return holds(d.beside); });
    if (other != option.other_defaults.end()) {
      set(option, other->value);
    } else if (option.default_value) {
      set(option, *option.default_value);
    }
  }
}

bool OptionReader::holds(const OptionCondition& condition) const {
  const Option* const option = declarations_.find(condition.name);
  if (option == nullptr || !turned_on(*option)) return false;
  const std::string& value = option->setting->text_;
  if (begins_with_one(value, condition.except)) return false;
  if (!condition.begins.empty() && !begins_with_one(value, condition.begins)) return false;
  return condition.is == nullptr || condition.is(value);
}

void OptionReader::drop_unused() {
  std::vector<Option*> unused;
  const auto holding = [&](const OptionCondition& condition) { return holds(condition); };
  for (Option& option : declarations_.options_) {
    const auto excluding = std::find_if(option.excluding.begin(), option.excluding.end(), holding);
    std::vector<OptionCondition> needed;
    std::copy_if(option.needed.begin(), option.needed.end(), std::back_inserter(needed),
                 [&](const OptionCondition& condition) { return declarations_.find(condition.name) != nullptr; });
    const bool misses = !needed.empty() && std::none_of(needed.begin(), needed.end(), holding);
    if (excluding == option.excluding.end() && !misses) continue;
    if (option.setting->given()) refuse_unused(option, excluding == option.excluding.end() ? nullptr : &*excluding, needed);
    unused.push_back(&option);
  }
  for (Option* option : unused) option->setting->has_ = false;
}

// By what leaves the option no use: a value of another one, which may be one that it needs another value of.
void OptionReader::refuse_unused(const Option& option, const OptionCondition* excluding, const std::vector<OptionCondition>& needed) const {
  for (const OptionCondition& other : needed) {
    const bool by_value = !other.begins.empty() || (other.is != nullptr && needed.size() == 1);
    if (excluding == nullptr && by_value && turned_on(*declarations_.find(other.name))) excluding = &other;
  }
  const auto shown = [](const Option& other) {
    return other.is_kind() ? fmt::format("out={}", printable(other.setting->text_))
                           : fmt::format("{}={}", other.name, printable(other.setting->text_));
  };
  if (excluding != nullptr) option.setting->refuse(fmt::format("has no meaning with {}", shown(*declarations_.find(excluding->name))));
  std::vector<std::string> names;
  for (const OptionCondition& other : needed) names.push_back(other.begins.size() == 1 ? other.name + "=" + other.begins.front() : other.name);
  option.setting->refuse(fmt::format("has no meaning without {}", fmt::join(names, " or ")));
}

void OptionReader::read(const std::vector<OptionWord>& line, const std::vector<OptionWord>& file) {
  take(line, true);
  take(file, false);
  set_defaults();
  for (const Option& option : declarations_.options_) {
    if (option.setting->has() && !option.choices.empty()) option.assign(option.setting->source(), option.setting->text_);
  }
  drop_unused();
  for (const Option& option : declarations_.options_) {
    if (option.setting->has() && option.choices.empty() && option.assign) option.assign(option.setting->source(), option.setting->text_);
  }
}

}  // namespace dateline

#include "sim/options/declarations.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "models/base/error.hpp"

namespace dateline {
Option& Declarations::declare(std::string name, AnySetting& setting, std::string values, std::string help) {
  if (find(name) != nullptr) throw InvariantError(fmt::format("option {} is declared twice", name));
  Option& option = options_.emplace_back();
  option.command = command_;
  option.name = std::move(name);
  option.values = std::move(values);
  option.help = std::move(help);
  option.group = group_;
  if (group_ == OptionGroup::output || group_ == OptionGroup::out) option.effect = OptionEffect::output;
  option.setting = &setting;
  setting.option_ = &option;
  return option;
}

OptionDeclaration Declarations::add_out(const std::string& kind, OutputSetting& setting, std::string help, std::vector<std::string> arguments) {
  const OptionGroup before = std::exchange(group_, OptionGroup::out);
  std::string values = "FILE | -";
  for (const std::string& argument : arguments) values += fmt::format("[,{}=...]", argument);
  Option& option = declare("out=" + kind, setting, std::move(values), std::move(help));
  option.arguments = std::move(arguments);
  outputs_[option.name] = &setting;
  group_ = before;
  return OptionDeclaration(option);
}

const Option* Declarations::find(const std::string& name) const {
  const auto found = std::find_if(options_.begin(), options_.end(), [&](const Option& option) { return option.name == name; });
  return found == options_.end() ? nullptr : &*found;
}

std::vector<std::string> Declarations::names() const {
  std::vector<std::string> names;
  bool kinds = false;
  for (const Option& option : options_) {
    if (!option.is_kind()) names.push_back(option.name);
    if (option.is_kind() && !std::exchange(kinds, true)) names.emplace_back("out");
  }
  return names;
}

std::vector<std::pair<std::string, std::string>> Declarations::record() const {
  std::vector<std::pair<std::string, std::string>> list;
  for (const Option& option : options_) {
    if (option.effect == OptionEffect::model && option.setting->has()) list.emplace_back(option.name, option.setting->text_);
  }
  return list;
}

std::vector<std::string> Declarations::changed() const {
  std::vector<std::string> names;
  for (const Option& option : options_) {
    if (option.effect == OptionEffect::model && turned_on(option)) names.push_back(option.name);
  }
  return names;
}

std::vector<const Option*> Declarations::used() const {
  std::vector<const Option*> list;
  for (const Option& option : options_) {
    if (option.setting->has() && option.setting->given()) list.push_back(&option);
  }
  return list;
}

}  // namespace dateline

// The options of a command, each bound to the setting that takes its value; option_reader.hpp gives them their values.
#pragma once

#include <deque>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "sim/options/option.hpp"
#include "sim/options/setting.hpp"
#include "sim/options/value_types.hpp"

namespace dateline {

// Whether the run uses the option, with another value than its default.
[[nodiscard]] inline bool turned_on(const Option& option) { return option.setting->has() && option.setting->text() != option.default_value; }

class Declarations {
 public:
  explicit Declarations(std::string command) : command_(std::move(command)) {}
  Declarations(const Declarations&) = delete;
  Declarations& operator=(const Declarations&) = delete;

  // Of the options that follow.
  void group(OptionGroup group) { group_ = group; }
  // The setting, which must outlive this object, has the default, if any.
  template <typename T, typename Type>
  OptionDeclaration add(std::string name, Setting<T>& setting, const Type& type, std::string help) {
    Option& option = declare(std::move(name), setting, type.values(), std::move(help));
    option.choices = type.choices();
    option.whole = Type::kWhole;
    if (setting.default_) option.default_value = type.show(*setting.default_);
    option.assign = [&setting, type](const ValueSource& source, const std::string& text) { setting.value_ = type.template parse<T>(source, text); };
    return OptionDeclaration(option);
  }
  // A kind of --out. `arguments`: what may stand behind its file.
  OptionDeclaration add_out(const std::string& kind, OutputSetting& setting, std::string help, std::vector<std::string> arguments = {});

  [[nodiscard]] const std::string& command() const { return command_; }
  [[nodiscard]] const std::deque<Option>& options() const { return options_; }
  // Null if there is none.
  [[nodiscard]] const Option* find(const std::string& name) const;
  // What a user may write: every option that is no kind of --out, and "out" if there are any.
  [[nodiscard]] std::vector<std::string> names() const;

  // Once read. Options that a result depends on, with their texts, in the order of declaration.
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> record() const;
  // The names among them whose text is not the default.
  [[nodiscard]] std::vector<std::string> changed() const;
  // Those that this run uses and that were given.
  [[nodiscard]] std::vector<const Option*> used() const;

 private:
  friend class OptionReader;
  Option& declare(std::string name, AnySetting& setting, std::string values, std::string help);

  std::string command_;
  OptionGroup group_ = OptionGroup::network;
  std::deque<Option> options_;                     // where they are they stay: settings point to them
  std::map<std::string, OutputSetting*> outputs_;  // by the name of the kind's option
};

}  // namespace dateline

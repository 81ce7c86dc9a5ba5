// Gives the options of a command their values. Throws ConfigError: unknown or repeated option (with the nearest names),
// a value that is not allowed, an option that has no use beside the others.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "sim/options/declarations.hpp"

namespace dateline {

// "--name value", or a line of a configuration file.
struct OptionWord {
  std::string name, value;
};

// "; allowed: ...", where that is short enough for a line.
[[nodiscard]] std::string allowed_text(const Option& option);

class OptionReader {
 public:
  explicit OptionReader(Declarations& declarations) : declarations_(declarations) {}
  // Sets all settings: what the line says, else what the file says, else the default.
  void read(const std::vector<OptionWord>& line, const std::vector<OptionWord>& file);

 private:
  [[nodiscard]] Option* find(const std::string& name);  // null if there is none
  void take(const std::vector<OptionWord>& words, bool overrides);
  void take_out(const std::string& value, std::map<std::string, int>& seen, bool overrides);
  static void take_arguments(const Option& option, OutputSetting& setting, std::string file, const std::string& value);
  static void set(Option& option, const std::string& value);
  void set_defaults();
  void drop_unused();
  [[nodiscard]] bool holds(const OptionCondition& condition) const;
  [[noreturn]] void refuse_unused(const Option& option, const OptionCondition* excluding, const std::vector<OptionCondition>& needed) const;

  Declarations& declarations_;
};

}  // namespace dateline

// The text of `dateline COMMAND --help`.
#pragma once

#include <string>

#include "sim/cli/command_line/command.hpp"

namespace dateline {

// The common options on one screen; with a group's name or `all` those options in full. Throws ConfigError for any
// other word.
[[nodiscard]] std::string help_text(const Command& command, const std::string& group = "");

// What a group's options are, in full; empty if the command has none.
[[nodiscard]] std::string group_text(const Declarations& declarations, OptionGroup group);
// An option in full.
[[nodiscard]] std::string option_text(const Option& option);

}  // namespace dateline

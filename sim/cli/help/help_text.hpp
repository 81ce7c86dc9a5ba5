// The text of `dateline COMMAND --help`.
#pragma once

#include <string>

#include "sim/cli/command_line/command.hpp"

namespace dateline {

// The common options, a line each; with a group's name or `all` those options in full. Throws ConfigError for any other
// word.
[[nodiscard]] std::string help_text(const Command& command, const std::string& group = "");

}  // namespace dateline

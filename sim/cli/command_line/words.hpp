// The words of a command line and of --config FILE, read by Boost.Program_options, and handed to the options they name
// (sim/options/declarations.hpp). Throws ConfigError: malformed, unknown or empty options, and what the options refuse.
#pragma once

#include <string>
#include <vector>

#include "sim/cli/command_line/command.hpp"

namespace dateline {

// Gives the options their values. `notes`: of options that were given by an old name.
void read_words(const Command& command, const std::vector<std::string>& arguments, Declarations& declarations, std::vector<std::string>& notes);

}  // namespace dateline

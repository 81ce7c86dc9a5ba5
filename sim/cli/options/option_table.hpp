// Every option of every command, once: name, default, allowed values, help. `dateline list --json` prints it.
#pragma once

#include <vector>

#include "sim/cli/options/options.hpp"

namespace dateline {

[[nodiscard]] const std::vector<OptionSpec>& option_table();

}  // namespace dateline

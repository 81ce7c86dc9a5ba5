// What a user may have meant otherwise: names of routings and patterns that another tool uses for something else
// (models/network/name_elsewhere.hpp).
#pragma once

#include <string>
#include <vector>

#include "sim/cli/options.hpp"

namespace dateline {

// A line for each such name among the options of a run that has gone well.
[[nodiscard]] std::vector<std::string> name_notes(const Options& options);

}  // namespace dateline

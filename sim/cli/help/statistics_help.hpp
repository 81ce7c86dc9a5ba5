// What every number of simulate's result means, as `dateline help statistics` prints it: from the schema of the result
// (docs/schemas/simulate.json), which is built into the program.
#pragma once

#include <string>

namespace dateline {

// A line a key: its path (`[]`: of each element), its unit (`-`: it is no number), its definition.
[[nodiscard]] std::string statistics_help();

}  // namespace dateline

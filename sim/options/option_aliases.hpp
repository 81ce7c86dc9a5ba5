// Names of options and commands as they were before 0.2.0, which are understood until 0.3.0.
#pragma once

#include <string>
#include <vector>

#include "sim/options/option_reader.hpp"

namespace dateline {

struct RenamedWords {
  std::vector<OptionWord> words;
  std::vector<std::string> notes;  // "--open is now --external", each once
};
// The words under the names that the command has. Throws ConfigError where an old option has nothing to belong to.
[[nodiscard]] RenamedWords renamed(const Declarations& declarations, const std::vector<OptionWord>& words);

// The command that an old name stands for, "mesh row" of "inverse-sort"; empty if it is none.
[[nodiscard]] std::string renamed_command(const std::string& name);

// The old names of the command's options, each once, and what is written today: "--load ...pkt".
struct OldName {
  std::string name, now;
};
[[nodiscard]] std::vector<OldName> old_names(const Declarations& declarations);

}  // namespace dateline

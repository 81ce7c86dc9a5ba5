// What the settings of every command hold beside its own: where its result goes, and what it records of the options.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "models/base/enum_names.hpp"
#include "sim/options/declarations.hpp"
#include "sim/options/setting.hpp"

namespace dateline {

enum class ProgressMode { automatic, always, never };  // automatic: as a line on a terminal, else every 10% of long work
constexpr std::array<EnumName<ProgressMode>, 3> enum_names(ProgressMode) {
  return {{{ProgressMode::automatic, "auto"}, {ProgressMode::always, "always"}, {ProgressMode::never, "never"}}};
}

struct CommonSettings {
  Setting<std::string> json, config;
  Setting<ProgressMode> progress{ProgressMode::automatic};
  Setting<std::uint64_t> seed{1};

  // Of the options that were read, for results and for the files that must not be one.
  std::string command;
  std::vector<std::pair<std::string, std::string>> record;
  std::vector<std::string> changed;  // names in it whose value is not the default
  struct NamedFile {
    std::string option, path;
  };
  std::vector<NamedFile> files_read, files_written;
};

// The commands' declare() functions call these last: json and config, and progress before them.
void declare_result(Declarations& declarations, CommonSettings& settings);
void declare_progress(Declarations& declarations, CommonSettings& settings);
// Of a command that draws in every run; and of one that draws beside some options only.
OptionDeclaration declare_seed(Declarations& declarations, CommonSettings& settings);
void declare_seed_where_used(Declarations& declarations, CommonSettings& settings);

// Fills what is known once the options are read.
void note_read(const Declarations& declarations, CommonSettings& settings);

}  // namespace dateline

// A checkpoint as bytes: what it is of (version, options, cycle), as text that a person can read, then the state, then
// a sum over all of it. What is read must be whole, and of the same version and the same options.
#pragma once

#include <cstdint>
#include <istream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "models/base/ids.hpp"
#include "models/base/text/parse.hpp"
#include "sim/options/common_settings.hpp"

namespace dateline {

inline constexpr int kResultVersion = 7;  // raised whenever results for the same options change

struct CheckpointHead {
  std::string made_by;                                       // "simulate", "network"
  std::vector<std::pair<std::string, std::string>> options;  // that results depend on
  Cycle cycle = 0;                                           // the next to be executed
};

// Those that were recorded, and a digest of each file that one of them names: with another content it is another run.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> options_with_files(const CommonSettings& settings);

[[nodiscard]] std::string checkpoint(const CheckpointHead& head, std::string_view state);
// All bytes of a stream that begins as a checkpoint does; of another no more than its beginning.
[[nodiscard]] std::string read_checkpoint(std::istream& in);
// The state in it; sets `head.cycle`. `source`: the option that names the checkpoint, `name` its value. Throws
// ConfigError: no checkpoint, a damaged one, another version, another command, the first option that differs.
[[nodiscard]] std::string_view checkpointed_state(std::string_view bytes, const ValueSource& source, const std::string& name, CheckpointHead& head);

}  // namespace dateline

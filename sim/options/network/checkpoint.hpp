// A checkpoint as bytes: what it is of (version, options, notes, cycle), as text that a person can read, then the
// state, then a sum over all of it. What is read must be whole, and of the same version; of the same options, unless
// the reader knows what to do with others.
#pragma once

#include <cstdint>
#include <istream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "models/base/error.hpp"
#include "models/base/ids.hpp"
#include "models/base/numbers/digest.hpp"
#include "models/base/state_io.hpp"
#include "models/base/text/parse.hpp"
#include "sim/options/common_settings.hpp"

namespace dateline {

inline constexpr int kResultVersion = 13;  // raised whenever results for the same options change

using NamedTexts = std::vector<std::pair<std::string, std::string>>;

struct CheckpointHead {
  std::string made_by;    // "simulate", "network"
  NamedTexts options;     // that results depend on
  Cycle cycle = 0;        // the next to be executed
  NamedTexts notes = {};  // what else its readers must know
};

struct OpenedCheckpoint {
  CheckpointHead head;     // values of options on one line, as the head has them
  std::string_view state;  // in the bytes
};

// Those that were recorded, and a digest of each file that one of them names: with another content it is another run.
inline constexpr std::string_view kDigestOf = ", digest of ";  // behind the option's name
[[nodiscard]] NamedTexts options_with_files(const CommonSettings& settings);

// What of a checkpoint stands before its cycle.
[[nodiscard]] std::string head_of_checkpoint(const CheckpointHead& head);
// The lines behind it, before the state; the last line.
[[nodiscard]] std::string state_lines(Cycle cycle, std::uint64_t bytes);
[[nodiscard]] std::string sum_line(const Digest& sum);

// Hands a checkpoint to `sink`, part by part. `fields(archive)` has those of the state, twice: the head says how many
// bytes they are.
template <typename Fields>
void write_checkpoint(std::string_view head, Cycle cycle, const Fields& fields, const StateWriter::Sink& sink) {
  static_assert(StateWriter::kPart % Digest::kStripe == 0);
  StateWriter counted;
  fields(counted);
  Digest sum;
  StateWriter written([&](std::string_view part) {
    sum.add(part);
    sink(part);
  });
  const std::string lines = state_lines(cycle, counted.size());
  written.items(head.data(), head.size());
  written.items(lines.data(), lines.size());
  fields(written);
  written.end();
  if (written.size() != head.size() + lines.size() + counted.size()) throw InvariantError("a state that is saved has changed meanwhile");
  sink(sum_line(sum));
}

// The bytes of a checkpoint, and not what stands behind it in the stream; of what begins as none no more than its
// beginning.
[[nodiscard]] std::string read_checkpoint(std::istream& in);
// Throws ConfigError: no checkpoint, a damaged one, another version, of another than `made_by`. `source`: the option
// that names the checkpoint, `name` its value.
[[nodiscard]] OpenedCheckpoint open_checkpoint(std::string_view bytes, const ValueSource& source, const std::string& name,
                                               const std::string& made_by);
// What is wrong with the options that a checkpoint has there; empty if nothing is.
[[nodiscard]] std::string other_options(const CheckpointHead& there, const NamedTexts& here);
// The state in it; sets `head.cycle`. `source`: the option that names the checkpoint, `name` its value. Throws
// ConfigError: no checkpoint, a damaged one, another version, another command, the first option that differs.
[[nodiscard]] std::string_view checkpointed_state(std::string_view bytes, const ValueSource& source, const std::string& name, CheckpointHead& head);

}  // namespace dateline

// --branch: a run that goes on from the checkpoint of another whose options differ from its own, but only in what acts
// from that cycle on (kBranchOptions, the one list of these). It is the state of that run before the cycle; from then
// on random numbers, sources, window and faults are those of its own options (docs/guide/checkpoints.md).
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "sim/options/network/checkpoint.hpp"
#include "sim/options/network/network_options.hpp"
#include "sim/options/run_settings.hpp"

namespace dateline {

// Notes of a checkpoint: that it was asked for at a cycle, so that runs can branch from it; whether packets count
// already: no, yes, or from the next cycle on.
inline constexpr const char *kAtNote = "at", *kMeasuredNote = "measured", *kNextMeasured = "next";
[[nodiscard]] std::optional<std::string> note_of(const CheckpointHead& head, std::string_view name);

// What a branch is of.
struct Branch {
  struct Difference {
    std::string name;
    std::optional<std::string> there, here;  // none: the option had no use
  };
  Cycle cycle = 0;
  std::vector<Difference> differences;
  // What is known of the load, and the window, are the same in both.
  [[nodiscard]] bool same_verdict() const;
};

// Throws ConfigError: no checkpoint for branches, a branch itself, the first option in which a branch may not differ.
[[nodiscard]] Branch branch_of(const CheckpointHead& there, const NamedTexts& here, const SimulateSettings& settings, const NetworkObjects& network);

// In the checkpoints of a branch, as notes, and read from them; none in another's.
[[nodiscard]] NamedTexts notes_of(const Branch& branch);
[[nodiscard]] std::optional<Branch> noted_branch(const CheckpointHead& head, const ValueSource& source);

// {cycle, options: what differed there, by name}
[[nodiscard]] nlohmann::ordered_json branch_json(const Branch& branch);
[[nodiscard]] std::string branch_line(const Branch& branch);

}  // namespace dateline

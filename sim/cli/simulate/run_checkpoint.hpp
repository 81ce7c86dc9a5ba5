// The checkpoints of a run: --checkpoint, --checkpoint-every, --checkpoint-at, --resume and --branch. A checkpoint has
// the machine, the source, the statistics and all else that the run knows between two cycles; a run that is resumed
// writes the bytes of one that was never stopped. Files are replaced as a whole: one that is killed at any moment
// leaves the checkpoint before.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "sim/cli/simulate/branch_options.hpp"
#include "sim/measure/run.hpp"
#include "sim/measure/run_loop.hpp"
#include "sim/measure/transient.hpp"
#include "sim/options/network/checkpoint.hpp"
#include "sim/options/run_settings.hpp"

namespace dateline {

// Of --resume.
struct ResumedCheckpoint {
  std::string bytes;
  std::string_view state;     // in them
  bool for_branches = false;  // as the notes say
  std::string measured = {};
  bool just_now = false;  // nothing has been executed since
};

// What a checkpoint notes of the run beside its options.
struct NotedOfRun {
  std::optional<Branch> branch = {};        // none of a run that is no branch
  std::optional<Transient> transient = {};  // that --warmup detect has found, which is not looked for once more
};

class RunCheckpoint final : public CycleListener {
 public:
  static constexpr int kStatus = 75;  // exit status of a run that was asked to stop
  // Thrown between two cycles, once the checkpoint is written.
  struct Stopped {
    Cycle cycle;
  };

  // Throws ConfigError: a checkpoint that cannot be written, or cannot be resumed.
  // As many tiles go on as it was of, and what was counted.
  RunCheckpoint(const SimulateSettings& settings, const NetworkObjects& network, const ExecutionOptions& execution);

  [[nodiscard]] bool active() const { return settings_.checkpoint.file.has() || settings_.checkpoint.resume.has(); }
  // A checkpoint for branches counts for the verdict of each (ExecutionOptions::count_granted).
  [[nodiscard]] bool counts_granted() const { return settings_.checkpoint.at.has() || resumed_.for_branches; }
  // Of this run, or taken over from the one that is resumed.
  [[nodiscard]] const NotedOfRun& noted() const { return noted_; }
  void note(const std::optional<Transient>& found) { noted_.transient = found; }
  // Before the run; both must outlive it.
  void watch(Run& run, const RunConfig& config) {
    run_ = &run;
    config_ = &config;
  }
  // Once the run has ended: ConfigError if it did so before the cycle of --checkpoint-at.
  void check_reached(Cycle end) const;

  void begin(CompiledNetwork& network) override;
  void after(Cycle now) override;

 private:
  [[nodiscard]] bool due();
  // The cycle of --checkpoint-at, if it has come.
  [[nodiscard]] std::optional<Cycle> asked_for() const;
  void write(Cycle cycle, NamedTexts notes);
  [[nodiscard]] CheckpointHead head(Cycle cycle) const;
  void read(CompiledNetwork& network);

  const SimulateSettings& settings_;
  const ExecutionOptions& execution_;
  NamedTexts options_;  // of the run, and digests of the files that they name
  ResumedCheckpoint resumed_;
  NotedOfRun noted_;
  Run* run_ = nullptr;
  const RunConfig* config_ = nullptr;
  CompiledNetwork* network_ = nullptr;
  struct Written {
    std::chrono::steady_clock::time_point time = std::chrono::steady_clock::now();
    Cycle before = 0;  // in which nothing had been executed when it was written, or resumed
  } written_;
  std::uint64_t calls_ = 0;
};

}  // namespace dateline

// The checkpoints of a run: --checkpoint, --checkpoint-every and --resume. A checkpoint has the machine, the source,
// the statistics and all else that the run knows between two cycles; a run that is resumed writes the bytes of one that
// was never stopped. Files are replaced as a whole: one that is killed at any moment leaves the checkpoint before.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "sim/measure/run.hpp"
#include "sim/measure/run_loop.hpp"
#include "sim/options/network/checkpoint.hpp"
#include "sim/options/run_settings.hpp"

namespace dateline {

class RunCheckpoint final : public CycleListener {
 public:
  static constexpr int kStatus = 75;  // exit status of a run that was asked to stop
  // Thrown between two cycles, once the checkpoint is written.
  struct Stopped {
    Cycle cycle;
  };

  // Throws ConfigError: a checkpoint that cannot be written, or cannot be resumed.
  // `tiles`: of the network; as many go on. Before what else takes long: a digest of each file that options name.
  RunCheckpoint(const SimulateSettings& settings, int tiles);

  [[nodiscard]] bool active() const { return settings_.checkpoint.file.has() || settings_.checkpoint.resume.has(); }
  // Before the run, which must outlive it.
  void watch(Run& run) { run_ = &run; }

  void begin(CompiledNetwork& network) override;
  void after(Cycle now) override;

 private:
  void refuse_place_of_others() const;
  [[nodiscard]] bool due();
  void write();
  [[nodiscard]] CheckpointHead head(Cycle cycle) const;

  const SimulateSettings& settings_;
  std::vector<std::pair<std::string, std::string>> options_;  // of the run, with which it is resumed
  std::string bytes_;                                         // of --resume
  std::string_view resumed_;                                  // the state in them
  Run* run_ = nullptr;
  CompiledNetwork* network_ = nullptr;
  bool resuming_ = false;  // nothing has been executed since
  std::chrono::steady_clock::time_point written_ = std::chrono::steady_clock::now();
  Cycle last_ = 0;  // the cycle before which it was written, or resumed
  std::uint64_t calls_ = 0;
};

}  // namespace dateline

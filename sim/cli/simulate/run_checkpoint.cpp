#include "sim/cli/simulate/run_checkpoint.hpp"

#include <fmt/format.h>

#include <csignal>

#include "models/base/numbers/digest.hpp"
#include "models/base/state_io.hpp"
#include "sim/cli/network/fault_report.hpp"
#include "sim/cli/network/network_changes.hpp"
#include "sim/cli/output/result_file.hpp"

namespace dateline {
namespace {

constexpr std::uint64_t kCallsPerLook = 256;  // at the clock, which costs as much as a small cycle

volatile std::sig_atomic_t asked_to_stop = 0;  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables): a handler reaches nothing else

extern "C" void ask_to_stop(int /*number*/) { asked_to_stop = 1; }

}  // namespace

RunCheckpoint::RunCheckpoint(const SimulateSettings& settings, int tiles, const FaultMap* first, const std::vector<ChangedNetwork>& changes)
    : settings_(settings), tiles_(tiles) {
  const CheckpointSettings& own = settings.checkpoint;
  if (active() && (first != nullptr || !changes.empty())) {
    faults_ = fmt::format("{:016x}", digest(faults_json(first).dump() + changes_json(changes).dump()));
  }
  if (own.file.has()) {
    const ResultFile writable(settings.command, "checkpoint", *own.file);
    if (!writable.replaces()) own.file.refuse("is no file that can be replaced");
    for (const int number : {SIGTERM, SIGUSR1}) std::signal(number, ask_to_stop);
  }
  if (!own.resume.has()) return;
  std::ifstream file = open_file(own.resume.source(), *own.resume);
  bytes_ = read_checkpoint(file);
  CheckpointHead theirs = head(0);
  resumed_ = checkpointed_state(bytes_, own.resume.source(), *own.resume, theirs);
}

CheckpointHead RunCheckpoint::head(Cycle cycle) const {
  CheckpointHead found{settings_.command, settings_.record, cycle};
  if (tiles_ > 1) found.options.emplace_back("tiles", std::to_string(tiles_));
  if (!faults_.empty()) found.options.emplace_back("faults and fault-events, as read", faults_);
  return found;
}

void RunCheckpoint::begin(CompiledNetwork& network) {
  network_ = &network;
  if (!settings_.checkpoint.resume.has()) return;
  StateReader state(resumed_);
  run_->io(state, network);
  if (!state.at_end()) throw InvariantError("a checkpoint that is longer than its run");
  bytes_.clear();
  last_ = run_->next();
  resuming_ = true;
}

bool RunCheckpoint::due() {
  if (asked_to_stop != 0) return true;
  if (!settings_.checkpoint.every.has()) return false;
  const CheckpointInterval every = *settings_.checkpoint.every;
  if (every.cycles > 0) return run_->next() / every.cycles > last_ / every.cycles;
  return ++calls_ % kCallsPerLook == 0 && std::chrono::steady_clock::now() - written_ >= std::chrono::seconds(every.seconds);
}

void RunCheckpoint::after(Cycle /*now*/) {
  if (std::exchange(resuming_, false) || run_->finished() || !settings_.checkpoint.file.has() || !due()) return;
  write();
  if (asked_to_stop != 0) throw Stopped{run_->next()};
}

void RunCheckpoint::write() {
  StateWriter state;
  run_->io(state, *network_);
  ResultFile(settings_.command, "checkpoint", *settings_.checkpoint.file).commit(checkpoint(head(run_->next()), state.bytes()));
  written_ = std::chrono::steady_clock::now();
  last_ = run_->next();
}

}  // namespace dateline

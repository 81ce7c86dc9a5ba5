#include "sim/cli/simulate/run_checkpoint.hpp"

#include <csignal>
#include <filesystem>

#include "models/base/state_io.hpp"
#include "sim/cli/output/result_file.hpp"

namespace dateline {
namespace {

constexpr std::uint64_t kCallsPerLook = 256;  // at the clock, which costs as much as a small cycle

volatile std::sig_atomic_t asked_to_stop = 0;  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables): a handler reaches nothing else

extern "C" void ask_to_stop(int /*number*/) { asked_to_stop = 1; }

}  // namespace

RunCheckpoint::RunCheckpoint(const SimulateSettings& settings, int tiles) : settings_(settings) {
  const CheckpointSettings& own = settings.checkpoint;
  if (!active()) return;
  options_ = options_with_files(settings);
  if (tiles > 1) options_.emplace_back("tiles", std::to_string(tiles));
  // What is counted from the beginning on for them is state.
  if (settings.out.channels.has()) options_.emplace_back("out", "channels");
  if (settings.out.pair_latency.has()) options_.emplace_back("out", "pair-latency");
  if (own.file.has()) {
    refuse_place_of_others();
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

// Of a file that the run reads, but for the checkpoint from which it goes on, or writes.
void RunCheckpoint::refuse_place_of_others() const {
  const Setting<std::string>& file = settings_.checkpoint.file;
  const auto check = [&](const std::string& path, const std::string& option) {
    if (ResultFile::place_of(path) == ResultFile::place_of(*file)) file.refuse("is the place of " + option + " too");
  };
  for (const CommonSettings::NamedFile& read : settings_.files_read) {
    std::error_code none;
    if (read.option != "resume" && std::filesystem::is_regular_file(read.path, none)) check(read.path, read.option);
  }
  for (const CommonSettings::NamedFile& written : settings_.files_written) check(written.path, written.option);
  if (settings_.json.has()) check(*settings_.json, "json");
}

CheckpointHead RunCheckpoint::head(Cycle cycle) const { return {settings_.command, options_, cycle}; }

void RunCheckpoint::begin(CompiledNetwork& network) {
  network_ = &network;
  if (!settings_.checkpoint.resume.has()) return;
  StateReader state(resumed_);
  const auto refuse = [&] { settings_.checkpoint.resume.refuse("does not fit this run: a file that is named in one of its files has changed"); };
  try {
    run_->io(state, network);
  } catch (const std::runtime_error&) {
    refuse();
  }
  if (!state.at_end()) refuse();
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

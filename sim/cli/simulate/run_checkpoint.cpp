#include "sim/cli/simulate/run_checkpoint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <filesystem>

#include "models/base/state_io.hpp"
#include "sim/cli/output/result_file.hpp"

namespace dateline {
namespace {

constexpr std::uint64_t kCallsPerLook = 256;  // at the clock, which costs as much as a small cycle

volatile std::sig_atomic_t asked_to_stop = 0;  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables): a handler reaches nothing else

// The network changes before that cycle: what is counted then is of the cycle before, which a checkpoint has not.
bool changes_before(const RunConfig& config, Cycle cycle) {
  return std::any_of(config.changes.begin(), config.changes.end(), [&](const NetworkChange& change) { return change.at == cycle; });
}

extern "C" void ask_to_stop(int /*number*/) { asked_to_stop = 1; }

constexpr const char* kTransientNote = "transient";  // of --warmup detect

std::optional<Transient> noted_transient(const CheckpointHead& head, const ValueSource& source) {
  const std::optional<std::string> text = note_of(head, kTransientNote);
  if (!text) return std::nullopt;
  std::array<std::uint64_t, 4> numbers{};
  const std::vector<std::string> parts = split(*text, ' ');
  for (std::size_t i = 0; i < std::min(parts.size(), numbers.size()); ++i) numbers.at(i) = parse_whole(source, parts[i], 0, ~std::uint64_t{0});
  return Transient{numbers[0] != 0, numbers[1], numbers[2], numbers[3]};
}

// Of a file that the run reads, but for the checkpoint from which it goes on, or writes.
void refuse_place_of_others(const SimulateSettings& settings) {
  const Setting<std::string>& file = settings.checkpoint.file;
  const auto check = [&](const std::string& path, const std::string& option) {
    if (ResultFile::place_of(path) == ResultFile::place_of(*file)) file.refuse("is the place of " + option + " too");
  };
  for (const CommonSettings::NamedFile& read : settings.files_read) {
    std::error_code none;
    if (read.option != "resume" && std::filesystem::is_regular_file(read.path, none)) check(read.path, read.option);
  }
  for (const CommonSettings::NamedFile& written : settings.files_written) check(written.path, written.option);
  if (settings.json.has()) check(*settings.json, "json");
}

}  // namespace

RunCheckpoint::RunCheckpoint(const SimulateSettings& settings, const NetworkObjects& network, const ExecutionOptions& execution)
    : settings_(settings), execution_(execution) {
  const CheckpointSettings& own = settings.checkpoint;
  if (own.branch.value_or(false) && !own.resume.has()) own.branch.refuse("has no meaning without resume");
  if (!active()) return;
  options_ = options_with_files(settings);
  if (own.file.has()) refuse_place_of_others(settings);
  remove_left_results(settings);
  for (const Setting<std::string>* file : {&own.file, &own.resume}) {
    if (file->has()) ResultFile::remove_left(**file);
  }
  if (own.file.has()) {
    const ResultFile writable(settings.command, "checkpoint", *own.file);
    if (!writable.replaces()) own.file.refuse("is no file that can be replaced");
    for (const int number : {SIGTERM, SIGUSR1}) std::signal(number, ask_to_stop);
  }
  if (!own.resume.has()) return;
  std::ifstream file = open_file(own.resume.source(), *own.resume);
  resumed_.bytes = read_checkpoint(file);
  const OpenedCheckpoint opened = open_checkpoint(resumed_.bytes, own.resume.source(), *own.resume, settings.command);
  if (file.peek() != std::ifstream::traits_type::eof()) own.resume.refuse("is damaged: more stands behind it");
  resumed_.state = opened.state;
  resumed_.for_branches = note_of(opened.head, kAtNote).has_value();
  resumed_.measured = note_of(opened.head, kMeasuredNote).value_or("");
  if (own.branch.value_or(false)) {
    noted_.branch = branch_of(opened.head, head(0).options, settings, network);
    return;
  }
  const std::string other = other_options(opened.head, head(0).options);
  if (!other.empty()) own.resume.refuse(other);
  noted_.branch = noted_branch(opened.head, own.resume.source());
  noted_.transient = noted_transient(opened.head, own.resume.source());
}

CheckpointHead RunCheckpoint::head(Cycle cycle) const {
  CheckpointHead found{settings_.command, options_, cycle};
  if (execution_.tiles > 1) found.options.emplace_back("tiles", std::to_string(execution_.tiles));
  // What is counted from the beginning on is state.
  if (execution_.count_channels) found.options.emplace_back("counts", "channels");
  if (settings_.out.pair_latency.has()) found.options.emplace_back("out", "pair-latency");
  if (noted_.branch) found.notes = notes_of(*noted_.branch);
  if (noted_.transient) {
    const auto& [steady, deliveries, discarded, end] = *noted_.transient;
    found.notes.emplace_back(kTransientNote, fmt::format("{} {} {} {}", steady ? 1 : 0, deliveries, discarded, end));
  }
  return found;
}

void RunCheckpoint::begin(CompiledNetwork& network) {
  network_ = &network;
  const auto& [file, resume, at, branch, every] = settings_.checkpoint;
  if (resume.has()) read(network);
  if (!at.has()) return;
  if (!at->number && run_->state().phase != Phase::warmup) at.refuse("is a warm-up that there is not; allowed: 1..10^15");
  if (at->number && *at->number <= run_->state().due && resume.has()) at.refuse(fmt::format("has passed; the next cycle is {}", run_->state().due));
}

void RunCheckpoint::read(CompiledNetwork& network) {
  StateReader state(resumed_.state);
  const bool branches = settings_.checkpoint.branch.value_or(false);
  const auto refuse = [&] { settings_.checkpoint.resume.refuse("does not fit this run: a file that is named in one of its files has changed"); };
  if (!branches) {
    try {
      run_->io(state, network);
    } catch (const std::runtime_error&) {
      refuse();
    }
    if (!state.at_end()) refuse();
  } else {
    const auto& warmup = settings_.window.warmup;
    const bool begins = resumed_.measured != "yes" && config_->protocol == RunConfig::Protocol::window && warmup.has();
    const Cycle least = noted_.branch->cycle + (resumed_.measured == kNextMeasured ? 0 : 1);
    if (begins && config_->warmup < least) {
      warmup.refuse(fmt::format("is over after {} cycles, and the branch begins at cycle {}; allowed: {}..10^15", config_->warmup,
                                noted_.branch->cycle, least));
    }
    run_->branch(state, network, noted_.branch->cycle, noted_.branch->same_verdict());
  }
  if (!state.at_end()) throw InvariantError("a checkpoint that is longer than its run");
  resumed_.bytes.clear();
  written_.before = run_->state().due;
  resumed_.just_now = true;
}

bool RunCheckpoint::due() {
  if (asked_to_stop != 0) return true;
  if (!settings_.checkpoint.every.has()) return false;
  const CheckpointInterval every = *settings_.checkpoint.every;
  if (every.cycles > 0) return run_->state().due / every.cycles > written_.before / every.cycles;
  return ++calls_ % kCallsPerLook == 0 && std::chrono::steady_clock::now() - written_.time >= std::chrono::seconds(every.seconds);
}

void RunCheckpoint::after(Cycle /*now*/) {
  if (std::exchange(resumed_.just_now, false) || run_->finished() || !settings_.checkpoint.file.has()) return;
  if (const std::optional<Cycle> cycle = asked_for()) {
    if (changes_before(*config_, *cycle))
      settings_.checkpoint.at.refuse(fmt::format("is cycle {}, before which the network changes; allowed: another", *cycle));
    const RunState& state = run_->state();
    const char* const measured = !unmeasured(state, *cycle) ? "yes" : state.phase == Phase::warmup ? "no" : kNextMeasured;
    write(*cycle, {{kAtNote, std::to_string(*cycle)}, {kMeasuredNote, measured}});
    throw Stopped{*cycle};
  }
  if (!due() || changes_before(*config_, run_->state().due)) return;
  write(run_->state().due, {});
  if (asked_to_stop != 0) throw Stopped{run_->state().due};
}

std::optional<Cycle> RunCheckpoint::asked_for() const {
  const auto& at = settings_.checkpoint.at;
  if (!at.has()) return std::nullopt;
  if (at->number) return run_->state().due >= *at->number ? std::optional<Cycle>(*at->number) : std::nullopt;
  return run_->state().phase == Phase::warmup ? std::nullopt : std::optional(run_->state().window_begin);
}

void RunCheckpoint::check_reached(Cycle end) const {
  const auto& at = settings_.checkpoint.at;
  if (at.has()) at.refuse(fmt::format("does not come: the run has ended after {} cycles", end));
}

void RunCheckpoint::write(Cycle cycle, NamedTexts notes) {
  CheckpointHead written = head(cycle);
  written.notes.insert(written.notes.end(), notes.begin(), notes.end());
  ResultFile file(settings_.command, "checkpoint", *settings_.checkpoint.file);
  const auto fields = [&](StateWriter& archive) { run_->io(archive, *network_); };
  write_checkpoint(head_of_checkpoint(written), cycle, fields, [&](std::string_view part) { file.append(std::string(part)); });
  file.commit_lasting("");
  written_.time = std::chrono::steady_clock::now();
  written_.before = run_->state().due;
}

}  // namespace dateline

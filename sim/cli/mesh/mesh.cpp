// dateline mesh run: one permutation on the synchronous store-and-forward mesh machine.
#include <fmt/format.h>

#include <algorithm>

#include "models/base/error.hpp"
#include "models/base/text/parse.hpp"
#include "models/mesh/permutations/permutation_rules.hpp"
#include "sim/cli/command_line/command.hpp"
#include "sim/cli/command_line/commands.hpp"
#include "sim/cli/mesh/mesh_frames.hpp"
#include "sim/cli/mesh/mesh_report.hpp"
#include "sim/cli/mesh/mesh_trace.hpp"
#include "sim/cli/output/progress.hpp"
#include "sim/options/mesh_settings.hpp"
#include "sim/options/network/network_options.hpp"
#include "traffic/patterns/permutation.hpp"

namespace dateline {
namespace {

constexpr double kBytesPerProcessor = 140;  // machine, instance and reports, at most
constexpr std::uint32_t kStepsBetweenDrawings = 64;

std::optional<std::uint32_t> queue_option(const MeshRunSettings& settings) {
  const NumberOrWord& queue = *settings.queue;
  if (queue.number) return static_cast<std::uint32_t>(*queue.number);
  return queue.word == "unbounded" ? std::optional(kUnboundedQueue) : std::nullopt;
}

OrderChoice order_option(const MeshRunSettings& settings) {
  const std::string& text = settings.order.text();
  if (text == "inverse-sort") return {OrderKind::inverse_sort, 0};
  if (text == "none") return {OrderKind::kept, 0};
  if (text.rfind("random:", 0) == 0) {
    return {OrderKind::random, parse_whole({settings.command, "order, seed"}, text.substr(7), 0, ~std::uint64_t{0})};
  }
  settings.order.refuse(unknown_name(text, {"inverse-sort", "random:SEED", "none"}));
}

std::vector<NodeId> destinations(const MeshRunSettings& settings, std::uint32_t side) {
  const std::string& name = settings.permutation.text();
  if (name.rfind("permutation:", 0) != 0) return mesh_permutation(name, side, settings.permutation.source());
  const PermutationTraffic permutation = read_permutation(name.substr(12), side * side);
  std::vector<NodeId> nodes;
  for (const TerminalId to : permutation.destinations()) nodes.emplace_back(to.value());
  return nodes;
}

MeshStudy study_of(const MeshRunSettings& settings) {
  MeshStudy study;
  study.algorithm = mesh_algorithm(settings.algorithm.text()).name;
  MeshRequest request;
  request.side = *settings.side;
  request.queue = queue_option(settings);
  request.home_register = *settings.home == "register";
  request.order = order_option(settings);
  request.spacing = *settings.spacing;
  const double needed = kBytesPerProcessor * request.side * request.side;
  if (needed > available_memory()) {
    settings.side.refuse(
        fmt::format("is too large for memory: needs about {}, available are {}", readable_bytes(needed), readable_bytes(available_memory())));
  }
  study.destination = destinations(settings, request.side);
  study.setup = make_mesh_setup(study.algorithm, request, study.destination);
  study.bound = mesh_lower_bound(request.side, study.destination);
  return study;
}

void run(const MeshRunSettings& settings, const ZoneSchedule* schedule, MeshMachine& machine) {
  ProgressLine line(*settings.progress);
  std::uint32_t countdown = 0;
  while (machine.advance()) {
    if (!line.shown() || ++countdown < kStepsBetweenDrawings) continue;
    countdown = 0;
    const MeshResult& r = machine.result();
    const double done = schedule != nullptr ? static_cast<double>(machine.clock().step) / static_cast<double>(schedule->budget())
                                            : static_cast<double>(r.delivered) / static_cast<double>(r.moving);
    line.draw(std::min(done, 1.0), fmt::format("step {}, {} of {} packets delivered", machine.clock().step, r.delivered, r.moving));
  }
}

std::uint32_t steps_between(const OutputSetting& frames) {
  constexpr std::uint64_t kMost = 1'000'000;
  if (!frames.has("every")) return 1;
  const std::vector<std::string> values = frames.arguments("every");
  if (values.size() != 1) frames.refuse_argument("every", fmt::format("is no one number of 1..{}", kMost));
  return static_cast<std::uint32_t>(parse_whole(frames.argument_source("every"), values.front(), 1, kMost));
}

// The files that are written while the machine runs.
class MeshLogs final : public MeshObserver {
 public:
  explicit MeshLogs(const MeshRunSettings& settings) {
    const std::uint32_t every = steps_between(settings.out.frames);
    frames_file_ = output_file(settings.out.frames);
    if (frames_file_) frames_ = std::make_unique<MeshFrames>(*frames_file_, every);
    trace_file_ = output_file(settings.out.trace);
    if (trace_file_) trace_ = std::make_unique<MeshTrace>(*trace_file_);
  }
  [[nodiscard]] MeshObserver* observer() { return frames_ || trace_ ? this : nullptr; }
  [[nodiscard]] bool take_stdout() const { return is_stdout(frames_file_) || is_stdout(trace_file_); }
  void begin(const MeshMachine& machine) {
    if (frames_) frames_->begin(machine);
  }
  void crossed(std::uint32_t step, const MeshCrossing& crossing) override {
    if (trace_) trace_->crossed(step, crossing);
  }
  void stepped(const MeshMachine& machine) override {
    if (frames_) frames_->stepped(machine);
    if (trace_) trace_->stepped(machine);
  }
  void commit() {
    if (frames_file_) frames_file_->commit("");
    if (trace_file_) trace_file_->commit("");
  }

 private:
  std::unique_ptr<ResultFile> frames_file_, trace_file_;
  std::unique_ptr<MeshFrames> frames_;
  std::unique_ptr<MeshTrace> trace_;
};

}  // namespace

int run_mesh_permutation(const MeshRunSettings& settings) {
  const MeshStudy study = study_of(settings);
  JsonOutput json(settings);
  MeshLogs logs(settings);
  MeshMachine machine(study.setup.config, study.destination, *study.setup.algorithm, logs.observer());
  logs.begin(machine);
  run(settings, study.setup.schedule, machine);
  logs.commit();
  json.commit(mesh_json(settings, study, machine));
  if (!json.wants_stdout() && !logs.take_stdout()) fmt::print("{}", mesh_text(settings, study, machine));
  if (machine.result().deadlock) {
    say(fmt::format("deadlock: after step {} no packet can move, {} are left", machine.clock().step,
                    machine.result().moving - machine.result().delivered));
    return 1;
  }
  return 0;
}

}  // namespace dateline

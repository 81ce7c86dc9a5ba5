// dateline mesh: one permutation on the synchronous store-and-forward mesh machine.
#include <fmt/format.h>

#include <algorithm>

#include "models/base/error.hpp"
#include "models/base/text/parse.hpp"
#include "models/mesh/permutations/permutation_rules.hpp"
#include "sim/cli/mesh/mesh_frames.hpp"
#include "sim/cli/mesh/mesh_report.hpp"
#include "sim/cli/mesh/mesh_trace.hpp"
#include "sim/cli/network/network_options.hpp"
#include "sim/cli/options/command.hpp"
#include "sim/cli/output/progress.hpp"
#include "traffic/patterns/permutation.hpp"

namespace dateline {
namespace {

constexpr double kBytesPerProcessor = 140;  // machine, instance and reports, at most
constexpr std::uint32_t kStepsBetweenDrawings = 64;

std::optional<std::uint32_t> queue_option(const Options& options) {
  const std::string& text = options.text("queue");
  if (text == "auto") return std::nullopt;
  if (text == "unbounded") return kUnboundedQueue;
  if (text.find_first_not_of("0123456789") != std::string::npos) options.refuse("queue", "is none of auto, unbounded, 1..65534 packets");
  return static_cast<std::uint32_t>(options.whole("queue", 1, kUnboundedQueue - 1));
}

OrderChoice order_option(const Options& options) {
  const std::string& text = options.text("order");
  if (text == "inverse-sort") return {OrderKind::inverse_sort, 0};
  if (text == "none") return {OrderKind::kept, 0};
  if (text.rfind("random:", 0) == 0) {
    return {OrderKind::random, parse_whole({options.command(), "order, seed"}, text.substr(7), 0, ~std::uint64_t{0})};
  }
  options.refuse("order", unknown_name(text, {"inverse-sort", "random:SEED", "none"}));
}

std::vector<NodeId> destinations(const Options& options, std::uint32_t side) {
  const std::string& name = options.text("permutation");
  if (name.rfind("permutation:", 0) != 0) return mesh_permutation(name, side);
  const PermutationTraffic permutation = read_permutation(name.substr(12), side * side);
  std::vector<NodeId> nodes;
  for (const TerminalId to : permutation.destinations()) nodes.emplace_back(to.value());
  return nodes;
}

MeshStudy study_of(const Options& options) {
  MeshStudy study;
  study.algorithm = mesh_algorithm(options.text("algorithm")).name;
  MeshRequest request;
  request.side = static_cast<std::uint32_t>(options.whole("side", 2, kLongestMeshSide));
  request.queue = queue_option(options);
  request.home_register = options.choice("home") == 1;
  request.order = order_option(options);
  request.spacing = static_cast<std::uint32_t>(options.whole("spacing", 0, 64));
  const double needed = kBytesPerProcessor * request.side * request.side;
  if (needed > available_memory()) {
    options.refuse(
        "side", fmt::format("is too large for memory: needs about {}, available are {}", readable_bytes(needed), readable_bytes(available_memory())));
  }
  study.destination = destinations(options, request.side);
  study.setup = make_mesh_setup(study.algorithm, request, study.destination);
  study.bound = mesh_lower_bound(request.side, study.destination);
  return study;
}

void run(const Options& options, const ZoneSchedule* schedule, MeshMachine& machine) {
  ProgressLine line(options.pick<ProgressMode>("progress"));
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

// The files that are written while the machine runs.
class MeshLogs final : public MeshObserver {
 public:
  explicit MeshLogs(const Options& options) {
    if (options.has("frames")) {
      const auto every = static_cast<std::uint32_t>(options.whole("frame-every", 1, 1'000'000));
      frames_file_ = std::make_unique<ResultFile>("mesh", "frames", options.text("frames"));
      frames_ = std::make_unique<MeshFrames>(*frames_file_, every);
    }
    if (options.has("trace")) {
      trace_file_ = std::make_unique<ResultFile>("mesh", "trace", options.text("trace"));
      trace_ = std::make_unique<MeshTrace>(*trace_file_);
    }
  }
  [[nodiscard]] MeshObserver* observer() { return frames_ || trace_ ? this : nullptr; }
  [[nodiscard]] bool take_stdout() const { return (frames_file_ && frames_file_->is_stdout()) || (trace_file_ && trace_file_->is_stdout()); }
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

int run_mesh(const Options& options) {
  const MeshStudy study = study_of(options);
  JsonOutput json(options);
  MeshLogs logs(options);
  MeshMachine machine(study.setup.config, study.destination, *study.setup.algorithm, logs.observer());
  logs.begin(machine);
  run(options, study.setup.schedule, machine);
  logs.commit();
  json.commit(mesh_json(options, study, machine));
  if (!json.wants_stdout() && !logs.take_stdout()) fmt::print("{}", mesh_text(options, study, machine));
  if (machine.result().deadlock) {
    say(fmt::format("deadlock: after step {} no packet can move, {} are left", machine.clock().step,
                    machine.result().moving - machine.result().delivered));
    return 1;
  }
  return 0;
}

}  // namespace dateline

// dateline mesh: one permutation on the synchronous store-and-forward mesh machine.
#include <fmt/format.h>

#include <algorithm>

#include "models/mesh/algorithms.hpp"
#include "models/mesh/mesh_bounds.hpp"
#include "models/mesh/permutation_rules.hpp"
#include "models/network/error.hpp"
#include "models/network/parse.hpp"
#include "sim/cli/command.hpp"
#include "sim/cli/mesh_frames.hpp"
#include "sim/cli/network_options.hpp"
#include "sim/cli/progress.hpp"
#include "traffic/permutation.hpp"

namespace dateline {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kBytesPerProcessor = 140;  // machine, instance and reports, at most
constexpr std::uint32_t kStepsBetweenDrawings = 64;

struct MeshStudy {
  std::string algorithm;  // its full name
  std::vector<NodeId> destination;
  MeshSetup setup;
  MeshLowerBound bound;
};

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
  if (name.rfind("permutation:", 0) == 0) return read_permutation(name.substr(12), side * side).destinations();
  return mesh_permutation(name, side);
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
  ProgressLine line(options.choice("progress"));
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

std::uint32_t largest(const std::array<std::uint16_t, 4>& queues) { return *std::max_element(queues.begin(), queues.end()); }

Json queues_json(const std::array<std::uint16_t, 4>& queues) {
  Json json;
  for (const Side side : kSides) json[name_of(side)] = queues[static_cast<std::size_t>(side)];
  return json;
}

Json queue_json(std::uint32_t queue) { return queue == kUnboundedQueue ? Json(nullptr) : Json(queue); }

Json mesh_json(const Options& options, const MeshStudy& study, const MeshMachine& machine) {
  const MeshResult& r = machine.result();
  const ZoneSchedule* schedule = study.setup.schedule;
  const std::uint32_t side = machine.side();
  Json json = result_header("dateline.mesh/1", options);
  json["side"] = side;
  json["algorithm"] = study.algorithm;
  json["queue"] = queue_json(study.setup.config.queue);
  json["steps"] = r.steps;
  json["steps_per_side"] = static_cast<double>(r.steps) / side;
  json["budget"] = schedule != nullptr ? Json(schedule->budget()) : Json(nullptr);
  json["T2"] = schedule != nullptr ? Json(schedule->sort_steps()) : Json(nullptr);
  json["T34"] = schedule != nullptr ? Json(schedule->critical_steps()) : Json(nullptr);
  json["lower_bound"] = study.bound.steps();
  json["farthest"] = study.bound.farthest;
  json["diameter"] = 2 * side - 2;
  json["moving_packets"] = r.moving;
  json["delivered"] = r.delivered;
  json["deadlock"] = r.deadlock;
  json["moves"] = r.moves;
  json["max_input_queue"] = largest(r.max_input);
  json["max_output_queue"] = largest(r.max_output);
  json["queues"] = {{"input", queues_json(r.max_input)}, {"output", queues_json(r.max_output)}};
  json["row_delay"] = r.waits.row;
  json["max_row_wait"] = r.waits.max_row;
  json["turn_wait"] = r.waits.turn;
  json["max_turn_wait"] = r.waits.max_turn;
  json["column_wait"] = r.waits.column;
  json["max_column_wait"] = r.waits.max_column;
  json["max_stage34_steps"] = schedule != nullptr ? Json(longest_critical_stage(*schedule, r)) : Json(nullptr);
  json["rounds_over_T34"] = schedule != nullptr ? Json(r.overruns) : Json(nullptr);
  json["bytes_per_processor"] = static_cast<double>(machine.bytes()) / (static_cast<double>(side) * side);
  return json;
}

std::string mesh_text(const Options& options, const MeshStudy& study, const MeshMachine& machine) {
  const MeshResult& r = machine.result();
  const std::uint32_t side = machine.side(), queue = study.setup.config.queue;
  std::string text = fmt::format("mesh {0}x{0}, {1}, {2}: {3} packets to move\n", side, study.algorithm, options.text("permutation"), r.moving);
  const auto line = [&](const char* what, const std::string& value) { text += fmt::format("{:<22}{}\n", what, value); };
  line("steps", fmt::format("{} ({:.2f} sqrt N){}", r.steps, static_cast<double>(r.steps) / side, r.deadlock ? ", then a deadlock" : ""));
  if (study.setup.schedule != nullptr) {
    const ZoneSchedule& schedule = *study.setup.schedule;
    line("budget", fmt::format("{} ({:.2f} sqrt N); stage 2 {}, stages 3 and 4 {}", schedule.budget(), static_cast<double>(schedule.budget()) / side,
                               schedule.sort_steps(), schedule.critical_steps()));
    line("longest stage 3 and 4", fmt::format("{} steps; {} phases ran over", longest_critical_stage(schedule, r), r.overruns));
  }
  line("lower bound", fmt::format("{} (farthest packet {}, busiest cut {}); diameter {}", study.bound.steps(), study.bound.farthest,
                                  study.bound.busiest_cut, 2 * side - 2));
  line("delivered", fmt::format("{} of {}", r.delivered, r.moving));
  line("moves", fmt::format("{}", r.moves));
  const auto queues = [](const std::array<std::uint16_t, 4>& q) {
    return fmt::format("left {}, right {}, top {}, bottom {}", q[0], q[1], q[2], q[3]);
  };
  line("largest queues",
       fmt::format("of {}, home {}", queue == kUnboundedQueue ? "unbounded capacity" : fmt::format("{} places", queue), options.text("home")));
  line("  input", queues(r.max_input));
  line("  output", queues(r.max_output));
  const auto wait = [](std::uint64_t sum, std::uint32_t most) { return fmt::format("{} packet-steps, at most {} at one place", sum, most); };
  line("waits along rows", wait(r.waits.row, r.waits.max_row));
  line("waits at turns", wait(r.waits.turn, r.waits.max_turn));
  line("waits along columns", wait(r.waits.column, r.waits.max_column));
  return text;
}

}  // namespace

int run_mesh(const Options& options) {
  const MeshStudy study = study_of(options);
  const auto every = static_cast<std::uint32_t>(options.whole("frame-every", 1, 1'000'000));
  JsonOutput json(options);
  std::unique_ptr<ResultFile> file;
  std::unique_ptr<MeshFrames> frames;
  if (options.has("frames")) {
    file = std::make_unique<ResultFile>("mesh", "frames", options.text("frames"));
    frames = std::make_unique<MeshFrames>(*file, every);
  } else if (options.given("frame-every")) {
    options.refuse("frame-every", "needs frames");
  }
  MeshMachine machine(study.setup.config, study.destination, *study.setup.algorithm, frames.get());
  if (frames) frames->begin(machine);
  run(options, study.setup.schedule, machine);
  if (file) file->commit("");
  json.commit(mesh_json(options, study, machine));
  if (!json.wants_stdout() && !(file && file->is_stdout())) fmt::print("{}", mesh_text(options, study, machine));
  if (machine.result().deadlock) {
    fmt::print(stderr, "dateline: deadlock: after step {} no packet can move, {} are left\n", machine.clock().step,
               machine.result().moving - machine.result().delivered);
    return 1;
  }
  return 0;
}

}  // namespace dateline

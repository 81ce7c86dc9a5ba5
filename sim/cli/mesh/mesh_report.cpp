#include "sim/cli/mesh/mesh_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/base/text/counted.hpp"
#include "sim/cli/output/result_file.hpp"
#include "sim/options/mesh_settings.hpp"

namespace dateline {
namespace {

using Json = nlohmann::ordered_json;

std::uint32_t largest(const std::array<std::uint16_t, 4>& queues) { return *std::max_element(queues.begin(), queues.end()); }

Json queues_json(const std::array<std::uint16_t, 4>& queues) {
  Json json;
  for (const Side side : kSides) json[name_of(side)] = queues[static_cast<std::size_t>(side)];
  return json;
}

Json queue_json(std::uint32_t queue) { return queue == kUnboundedQueue ? Json(nullptr) : Json(queue); }

}  // namespace

nlohmann::ordered_json mesh_json(const MeshRunSettings& settings, const MeshStudy& study, const MeshMachine& machine) {
  const MeshResult& r = machine.result();
  const ZoneSchedule* schedule = study.setup.schedule;
  const std::uint32_t side = machine.side();
  Json json = result_header("dateline.mesh-run/2", settings);
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

std::string mesh_text(const MeshRunSettings& settings, const MeshStudy& study, const MeshMachine& machine) {
  const MeshResult& r = machine.result();
  const std::uint32_t side = machine.side(), queue = study.setup.config.queue;
  std::string text =
      fmt::format("mesh {0}x{0}, {1}, {2}: {3} to move\n", side, study.algorithm, settings.permutation.text(), counted(r.moving, "packet"));
  const auto line = [&](const char* what, const std::string& value) { text += fmt::format("{:<22}{}\n", what, value); };
  line("steps", fmt::format("{} ({:.2f} sqrt N){}", r.steps, static_cast<double>(r.steps) / side, r.deadlock ? ", then a deadlock" : ""));
  if (study.setup.schedule != nullptr) {
    const ZoneSchedule& schedule = *study.setup.schedule;
    line("budget", fmt::format("{} ({:.2f} sqrt N); stage 2 {}, stages 3 and 4 {}", schedule.budget(), static_cast<double>(schedule.budget()) / side,
                               schedule.sort_steps(), schedule.critical_steps()));
    line("longest stage 3 and 4", fmt::format("{}; {} ran over", counted(longest_critical_stage(schedule, r), "step"), counted(r.overruns, "phase")));
  }
  line("lower bound", fmt::format("{} (farthest packet {}, busiest cut {}); diameter {}", study.bound.steps(), study.bound.farthest,
                                  study.bound.busiest_cut, 2 * side - 2));
  line("delivered", fmt::format("{} of {}", r.delivered, r.moving));
  line("moves", fmt::format("{}", r.moves));
  const auto queues = [](const std::array<std::uint16_t, 4>& q) {
    return fmt::format("left {}, right {}, top {}, bottom {}", q[0], q[1], q[2], q[3]);
  };
  line("largest queues",
       fmt::format("of {}, home {}", queue == kUnboundedQueue ? "unbounded capacity" : counted(queue, "place"), settings.home.text()));
  line("  input", queues(r.max_input));
  line("  output", queues(r.max_output));
  const auto wait = [](std::uint64_t sum, std::uint32_t most) {
    return fmt::format("{}, at most {} at one place", counted(sum, "packet-step"), most);
  };
  line("waits along rows", wait(r.waits.row, r.waits.max_row));
  line("waits at turns", wait(r.waits.turn, r.waits.max_turn));
  line("waits along columns", wait(r.waits.column, r.waits.max_column));
  return text;
}

}  // namespace dateline

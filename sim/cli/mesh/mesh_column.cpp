// dateline mesh column: one destination column under an attack: which arrivals its full queues refuse.
#include <fmt/format.h>

#include <algorithm>

#include "models/base/text/counted.hpp"
#include "models/base/text/parse.hpp"
#include "models/mesh/column/column_attack.hpp"
#include "models/mesh/column/column_model.hpp"
#include "sim/cli/command_line/command.hpp"
#include "sim/cli/command_line/commands.hpp"
#include "sim/cli/output/result_file.hpp"
#include "sim/options/mesh_settings.hpp"

namespace dateline {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kBlockedShown = 10;

ColumnAttack attack_of(const MeshColumnSettings& settings) {
  ColumnAttack attack;
  attack.length = *settings.length;
  const std::vector<std::string> words = split(settings.attack.text(), ',');
  if (words.size() != 4) settings.attack.refuse("is not four numbers M,KU,KV,LO");
  const auto number = [&](std::size_t i, const char* key) {
    return static_cast<int>(parse_whole({settings.command, fmt::format("attack's {}", key)}, words[i], 0, 4 * kLongestColumn));
  };
  attack.upper_rows = number(0, "M");
  attack.upper_packets = number(1, "KU");
  attack.victim_packets = number(2, "KV");
  attack.train_step = number(3, "LO");
  return attack;
}

Json result_json(const MeshColumnSettings& settings, const ColumnAttack& attack, const ColumnResult& result) {
  Json json = result_header("dateline.mesh-column/2", settings);
  json["packets"] = result.packets;
  json["blocked_packet_steps"] = result.blocked_packet_steps;
  json["refused_steps"] = result.refused_steps;
  json["blocked_packets"] = result.blocked.size();
  json["blocked"] = Json::array();
  for (const BlockedArrival& b : result.blocked) json["blocked"].push_back({{"row", b.row}, {"step", b.step}, {"steps", b.steps}});
  json["victim"] = {{"row", attack.upper_rows}, {"longest_wait", result.longest_wait[static_cast<std::size_t>(attack.upper_rows)]}};
  json["last_exit_step"] = result.last_exit_step;
  json["undelayed_exit_step"] = result.undelayed_exit_step;
  json["linear_bound"] = undelayed_bound(attack.length);
  json["max_left_queue"] = result.max_left_queue;
  json["max_below_queue"] = result.max_below_queue;
  json["max_out_queue"] = result.max_out_queue;
  return json;
}

std::string result_text(const MeshColumnSettings& settings, const ColumnAttack& attack, const ColumnResult& result) {
  std::string text = fmt::format("a column of {}, queues of {}, attack {}: {}\n", counted(attack.length, "row"), settings.queue.text(),
                                 settings.attack.text(), counted(result.packets, "packet"));
  text += fmt::format("{:<18}{} packet-steps (packets: {}, refusals: {})\n", "blocked", result.blocked_packet_steps, result.blocked.size(),
                      result.refused_steps);
  for (std::size_t i = 0; i < std::min(result.blocked.size(), kBlockedShown); ++i) {
    const BlockedArrival& b = result.blocked[i];
    text += fmt::format("{:<18}row {} in {} from step {}\n", "", b.row, counted(b.steps, "step"), b.step);
  }
  if (result.blocked.size() > kBlockedShown) text += fmt::format("{:<18}... {} more\n", "", result.blocked.size() - kBlockedShown);
  text += fmt::format("{:<18}row {}, waits {} at most\n", "victim", attack.upper_rows,
                      counted(result.longest_wait[static_cast<std::size_t>(attack.upper_rows)], "step"));
  text += fmt::format("{:<18}in step {}; undelayed {}, any undelayed column {}\n", "last exit", result.last_exit_step, result.undelayed_exit_step,
                      undelayed_bound(attack.length));
  text += fmt::format("{:<18}left {}, below {}, out {}\n", "largest queues", result.max_left_queue, result.max_below_queue, result.max_out_queue);
  return text;
}

}  // namespace

int run_mesh_column(const MeshColumnSettings& settings) {
  const ColumnAttack attack = attack_of(settings);
  const int queue = *settings.queue;
  const std::vector<ColumnArrival> arrivals = attack_arrivals(attack);
  JsonOutput json(settings);
  const ColumnResult result = run_column(attack.length, queue, arrivals);
  json.commit(result_json(settings, attack, result));
  if (!json.wants_stdout()) fmt::print("{}", result_text(settings, attack, result));
  return 0;
}

}  // namespace dateline

// dateline mesh-column: one destination column under an attack: which arrivals its full queues refuse.
#include <fmt/format.h>

#include <algorithm>

#include "models/base/text/counted.hpp"
#include "models/base/text/parse.hpp"
#include "models/mesh/column/column_attack.hpp"
#include "models/mesh/column/column_model.hpp"
#include "sim/cli/options/command.hpp"
#include "sim/cli/output/result_file.hpp"

namespace dateline {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kBlockedShown = 10;

ColumnAttack attack_of(const Options& options) {
  ColumnAttack attack;
  attack.length = static_cast<int>(options.whole("length", kShortestColumn, kLongestColumn));
  const std::vector<std::string> words = split(options.text("attack"), ',');
  if (words.size() != 4) options.refuse("attack", "is not four numbers M,KU,KV,LO");
  const auto number = [&](std::size_t i, const char* key) {
    return static_cast<int>(parse_whole({options.command(), fmt::format("attack's {}", key)}, words[i], 0, 4 * kLongestColumn));
  };
  attack.upper_rows = number(0, "M");
  attack.upper_packets = number(1, "KU");
  attack.victim_packets = number(2, "KV");
  attack.train_step = number(3, "LO");
  return attack;
}

Json result_json(const Options& options, const ColumnAttack& attack, const ColumnResult& result) {
  Json json = result_header("dateline.mesh-column/1", options);
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

std::string result_text(const Options& options, const ColumnAttack& attack, const ColumnResult& result) {
  std::string text = fmt::format("a column of {}, queues of {}, attack {}: {}\n", counted(attack.length, "row"), options.text("queue"),
                                 options.text("attack"), counted(result.packets, "packet"));
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

int run_mesh_column(const Options& options) {
  const ColumnAttack attack = attack_of(options);
  const int queue = static_cast<int>(options.whole("queue", 1, kLongestColumnQueue));
  const std::vector<ColumnArrival> arrivals = attack_arrivals(attack);
  JsonOutput json(options);
  const ColumnResult result = run_column(attack.length, queue, arrivals);
  json.commit(result_json(options, attack, result));
  if (!json.wants_stdout()) fmt::print("{}", result_text(options, attack, result));
  return 0;
}

}  // namespace dateline

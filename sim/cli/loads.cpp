// dateline loads: exact channel loads of a routing under a pattern.
#include <fmt/format.h>

#include "models/analysis/capacity.hpp"
#include "models/analysis/channel_load.hpp"
#include "sim/cli/command.hpp"
#include "sim/cli/network_options.hpp"
#include "sim/cli/result_file.hpp"
#include "traffic/registry.hpp"

namespace dateline {
namespace {

constexpr double kBudget = 1e9;  // steps: minutes

std::string name_of(const Channel& c) {
  const char* sign = c.sign > 0 ? " +" : c.sign < 0 ? " -" : "";
  return fmt::format("{}->{} (dimension {}{})", c.from.value(), c.to.value(), c.dimension, sign);
}

nlohmann::ordered_json loads_json(const Options& options, const CubeTopology& topology, const ChannelLoads& loads) {
  auto json = result_header("dateline.loads/1", options);
  const Rational capacity = capacity_load(topology);
  const bool any = loads.gamma_max > 0;
  using Json = nlohmann::ordered_json;
  json["gamma_max"] = to_string(loads.gamma_max);
  json["capacity_load"] = to_string(capacity);
  json["throughput"] = any ? Json(to_string(Rational(1 / loads.gamma_max))) : Json(nullptr);
  json["fraction_of_capacity"] = any ? Json(to_string(Rational(capacity / loads.gamma_max))) : Json(nullptr);
  json["mean_hops"] = to_string(loads.mean_hops);
  json["by_symmetry"] = loads.by_symmetry;
  json["channels"] = Json::array();
  for (std::uint32_t c = 0; c < topology.channels(); ++c) {
    const Channel& channel = topology.channel(ChannelId(c));
    json["channels"].push_back({{"from", channel.from.value()},
                                {"to", channel.to.value()},
                                {"dimension", channel.dimension},
                                {"sign", channel.sign},
                                {"load", to_string(loads.load[c])}});
  }
  return json;
}

std::string loads_csv(const Topology& topology, const ChannelLoads& loads) {
  std::string text = "from,to,dimension,sign,load,load_exact\n";
  for (std::uint32_t c = 0; c < topology.channels(); ++c) {
    const Channel& channel = topology.channel(ChannelId(c));
    text += fmt::format("{},{},{},{},{},{}\n", channel.from.value(), channel.to.value(), channel.dimension, channel.sign, to_double(loads.load[c]),
                        to_string(loads.load[c]));
  }
  return text;
}

}  // namespace

int run_loads(const Options& options) {
  const NetworkObjects network = make_network(options);
  const auto pattern = make_traffic(options.text("traffic"), *network.topology);
  JsonOutput json(options);
  std::unique_ptr<ResultFile> csv;
  if (options.has("csv")) csv = std::make_unique<ResultFile>("loads", "csv", options.text("csv"));
  LoadOptions settings;
  settings.budget = kBudget;
  const ChannelLoads loads = channel_load(*network.topology, *network.relation, *pattern, settings);
  if (csv) csv->commit(loads_csv(*network.topology, loads));
  json.commit(loads_json(options, *network.topology, loads));
  if (json.wants_stdout() || (csv && csv->is_stdout())) return 0;

  const Rational capacity = capacity_load(*network.topology);
  fmt::print("{} {}, traffic {}: exact loads of {} channels\n", options.text("topology"), options.text("routing"), options.text("traffic"),
             network.topology->channels());
  if (loads.gamma_max == 0) {
    fmt::print("no channel carries anything: every source is silent or sends to itself\n");
    return 0;
  }
  const auto line = [](const char* name, const Rational& value, const char* unit) {
    fmt::print("{:<22}{:<12.6f} = {} {}\n", name, to_double(value), to_string(value), unit);
  };
  line("largest load", loads.gamma_max, "packets/cycle at one packet/node/cycle");
  fmt::print("{:<22}{}\n", "on channel", name_of(network.topology->channel(loads.busiest)));
  line("ideal throughput", 1 / loads.gamma_max, "flits/node/cycle");
  line("fraction of capacity", capacity / loads.gamma_max, fmt::format("(capacity load {})", to_string(capacity)).c_str());
  line("mean hops", loads.mean_hops, "");
  return 0;
}

}  // namespace dateline

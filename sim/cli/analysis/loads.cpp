// dateline loads: exact channel loads of a routing under a pattern.
#include <fmt/format.h>

#include "models/analysis/loads/channel_load.hpp"
#include "models/analysis/loads/loading_pairs.hpp"
#include "models/base/text/counted.hpp"
#include "sim/cli/analysis/throughput_report.hpp"
#include "sim/cli/command_line/command.hpp"
#include "sim/cli/command_line/commands.hpp"
#include "sim/cli/network/fault_report.hpp"
#include "sim/cli/network/name_notes.hpp"
#include "sim/cli/output/load_report.hpp"
#include "sim/cli/output/result_file.hpp"
#include "sim/options/analysis_settings.hpp"
#include "sim/options/network/network_options.hpp"
#include "traffic/registry.hpp"

namespace dateline {
namespace {

constexpr std::size_t kPairsShown = 20;  // a channel

double error_of_largest(const Topology& topology, const ChannelLoads& loads) {
  return loads.gamma_max > 0 ? loads.standard_error[loads.busiest.value()] / to_double(to_rational(topology.channel(loads.busiest).bandwidth)) : 0.0;
}

// Of a channel whose bandwidth is not 1: what crosses it, and what it can carry.
std::string bandwidth_text(const Topology& topology, const ChannelLoads& loads) {
  const Bandwidth bandwidth = topology.channel(loads.busiest).bandwidth;
  if (bandwidth == 1) return {};
  return fmt::format(": {} packets/cycle cross it, relative to its bandwidth of {}", to_string(loads.load[loads.busiest.value()]),
                     to_string(bandwidth));
}

nlohmann::ordered_json loads_json(const LoadsSettings& settings, const NetworkObjects& network, const TrafficPattern& pattern,
                                  const ChannelLoads& loads, const std::optional<NetworkThroughput>& best) {
  auto json = result_header("dateline.loads/2", settings);
  const Topology& topology = *network.topology;
  add_faults(json, network.relation->faults(), pattern);
  add_load_keys(json, topology, loads.gamma_max, loads.injection_limit());
  json["network_throughput"] = network_throughput_json(best);
  json["mean_hops"] = to_string(loads.mean_hops);
  json["mean_absorptions"] = to_string(loads.mean_absorptions);
  json["mean_intermediate_stops"] = to_string(loads.mean_intermediate_stops);
  json["by_symmetry"] = loads.by_symmetry;
  json["sampled"] = nullptr;
  if (!loads.standard_error.empty())
    json["sampled"] = {{"paths", settings.sample_paths.text()}, {"gamma_max_standard_error", error_of_largest(topology, loads)}};
  json["channels"] = nlohmann::ordered_json::array();
  for (std::uint32_t c = 0; c < topology.channels(); ++c) {
    auto channel = channel_json(topology.channel(ChannelId(c)));
    const Bandwidth bandwidth = topology.channel(ChannelId(c)).bandwidth;
    if (bandwidth != 1) channel["bandwidth"] = to_string(bandwidth);
    channel["load"] = to_string(loads.load[c]);
    if (!loads.standard_error.empty()) channel["standard_error"] = loads.standard_error[c];
    json["channels"].push_back(std::move(channel));
  }
  return json;
}

std::string loads_csv(const Topology& topology, const ChannelLoads& loads) {
  std::string text = loads.standard_error.empty() ? "from,to,dimension,sign,load,load_exact,bandwidth\n"
                                                  : "from,to,dimension,sign,load,load_exact,bandwidth,standard_error\n";
  for (std::uint32_t c = 0; c < topology.channels(); ++c) {
    const Channel& channel = topology.channel(ChannelId(c));
    text += fmt::format("{},{},{},{},{},{},{}", channel.from.value(), channel.to.value(), channel.dimension, channel.sign, to_double(loads.load[c]),
                        to_string(loads.load[c]), to_string(channel.bandwidth));
    text += loads.standard_error.empty() ? "\n" : fmt::format(",{}\n", loads.standard_error[c]);
  }
  return text;
}

// A line for each pair shown, and for a channel with more one for the others, without source and destination.
std::string pairs_csv(const Topology& topology, const std::vector<ChannelPairs>& pairs) {
  std::string text = "channel,from,to,dimension,sign,source,destination,pairs,load,load_exact\n";
  for (std::uint32_t c = 0; c < topology.channels(); ++c) {
    const Channel& channel = topology.channel(ChannelId(c));
    const auto line = [&](const std::string& ends, std::uint64_t count, const Rational& load) {
      text += fmt::format("{},{},{},{},{},{},{},{},{}\n", c, channel.from.value(), channel.to.value(), channel.dimension, channel.sign, ends, count,
                          to_double(load), to_string(load));
    };
    for (const LoadingPair& pair : pairs[c].most) line(fmt::format("{},{}", pair.source, pair.destination), 1, pair.load.value());
    if (pairs[c].others > 0) line(",", pairs[c].others, pairs[c].of_others.value());
  }
  return text;
}

}  // namespace

int run_loads(const LoadsSettings& settings) {
  const NetworkObjects network = make_network(network_options(settings, settings.network, &settings.traffic));
  JsonOutput json(settings);
  const std::unique_ptr<ResultFile> channels = output_file(settings.out.channels);
  const std::unique_ptr<ResultFile> pairs = output_file(settings.out.channel_pairs);
  LoadOptions options;
  options.budget = kLoadBudget;
  if (settings.sample_paths.has()) options.sample = {*settings.sample_paths, *settings.seed};
  const auto pattern = make_pattern(settings.traffic, network);  // after the checks: a worst case may take long
  const ChannelLoads loads = channel_load(*network.topology, *network.relation, *pattern, options);
  if (pairs) pairs->commit(pairs_csv(*network.topology, loading_pairs(*network.topology, *network.relation, *pattern, kPairsShown, kLoadBudget)));
  if (channels) channels->commit(loads_csv(*network.topology, loads));
  const Rational gamma = settings.sample_paths.has() ? Rational(0) : loads.gamma_max;  // an estimate proves nothing
  const auto best = network_throughput_beside(network, *pattern, gamma, effort_of_analysis());
  json.commit(loads_json(settings, network, *pattern, loads, best));
  note_rounded_rows(settings.traffic, *pattern);
  if (json.wants_stdout() || is_stdout(channels) || is_stdout(pairs)) return 0;

  fmt::print("{} {}, traffic {}: {} loads of {}\n", settings.network.topology.text(), settings.network.routing.text(),
             settings.traffic.traffic.text(), settings.sample_paths.has() ? "estimated" : "exact", counted(network.topology->channels(), "channel"));
  fmt::print("{}", fault_lines(network.relation->faults(), *pattern));
  if (loads.gamma_max == 0) {
    fmt::print("no channel carries anything: sources are silent, or their packets stay at their node\n");
    return 0;
  }
  const Channel& busiest = network.topology->channel(loads.busiest);
  fmt::print("{}", number_line("largest load", loads.gamma_max, "packets/cycle at one packet/terminal/cycle"));
  if (settings.sample_paths.has()) {
    fmt::print("{:<22}{:.6f}, from {} paths a pair; the largest of many estimates lies above the true largest\n", "standard error",
               error_of_largest(*network.topology, loads), settings.sample_paths.text());
  }
  fmt::print("{:<22}{}{}\n", "on channel", channel_text(busiest), bandwidth_text(*network.topology, loads));
  fmt::print("{}", throughput_lines(*network.topology, loads.gamma_max, loads.injection_limit()));
  fmt::print("{}", network_throughput_line(best));
  fmt::print("{}", number_line("mean hops", loads.mean_hops, ""));
  if (loads.mean_reinjections() > 0) {
    fmt::print("{}{}", number_line("mean absorptions", loads.mean_absorptions, "of a packet, at faults"),
               number_line("intermediate stops", loads.mean_intermediate_stops, "of a packet, at the ends of segments"));
  }
  return 0;
}

}  // namespace dateline

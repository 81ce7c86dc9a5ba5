// dateline worst-case: the exact worst-case permutation of an oblivious routing, with a certificate that no other is
// worse.
#include "models/analysis/worst_case/worst_case.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/analysis/loads/symmetry_check.hpp"
#include "models/analysis/optimal/linear_program.hpp"
#include "models/analysis/worst_case/limited_traffic.hpp"
#include "models/analysis/worst_case/random_permutations.hpp"
#include "models/base/text/counted.hpp"
#include "models/network/relation/path_table_file.hpp"
#include "models/network/symmetry/orbits.hpp"
#include "sim/cli/analysis/ratio_report.hpp"
#include "sim/cli/analysis/traffic_limits.hpp"
#include "sim/cli/command_line/command.hpp"
#include "sim/cli/command_line/commands.hpp"
#include "sim/cli/network/fault_report.hpp"
#include "sim/cli/output/integer_json.hpp"
#include "sim/cli/output/load_report.hpp"
#include "sim/cli/output/progress.hpp"
#include "sim/cli/output/result_file.hpp"
#include "sim/options/analysis_settings.hpp"
#include "sim/options/network/network_options.hpp"
#include "traffic/patterns/permutation.hpp"

namespace dateline {
namespace {

using Json = nlohmann::ordered_json;

Json sample_json(const Topology& topology, const PermutationSample& sample, std::uint64_t seed) {
  Json worst;
  add_load_keys(worst, topology, sample.worst);
  Json json = {{"count", sample.count},
               {"seed", seed},
               {"worst", to_string(sample.worst)},
               {"worst_fraction", worst["fraction_of_capacity"]},
               {"worst_permutation", fmt::format("random:{}", seed + sample.worst_index)},
               {"mean", to_double(sample.mean)},
               {"histogram", Json::array()}};
  for (const auto& [gamma, count] : sample.histogram) json["histogram"].push_back({{"gamma", to_string(gamma)}, {"count", count}});
  return json;
}

Json symmetries_json(const WorstCaseSearch& search) {
  Json json = Json::array();
  for (const VerifiedSymmetry& s : search.symmetries()) json.push_back({{"name", s.name}, {"pairs", s.pairs}, {"exhaustive", s.exhaustive}});
  return json;
}

Json worst_case_json(const WorstCaseSettings& settings, const NetworkObjects& network, const WorstCaseSearch& search, const WorstCase& worst) {
  Json json = result_header("dateline.worst-case/2", settings);
  const Topology& topology = *network.topology;
  json["faults"] = faults_json(network.relation->faults());
  add_load_keys(json, topology, worst.gamma, 1 / worst.injection);
  json["mean_hops"] = to_string(search.loads().mean_hops());
  json["channel"] = channel_json(topology.channel(worst.channel));
  json["permutation"] = Json::array();
  for (const TerminalId to : worst.permutation) json["permutation"].push_back(to.value());
  json["fixed_points_may_load"] = worst.fixed_points_may_load;
  json["loaded_fixed_points"] = worst.loaded_fixed_points;
  json["certificate"] = {{"scale", integer_json(search.loads().scale())},
                         {"bandwidth", to_string(topology.channel(worst.channel).bandwidth)},
                         {"u", integers_json(worst.u)},
                         {"v", integers_json(worst.v)}};
  json["focus_channels"] = worst.focus.size();
  json["all_channels_searched"] = worst.focus.size() == topology.channels();
  json["per_channel"] = Json::array();
  for (const FocusChannel& f : worst.focus) {
    Json entry = channel_json(topology.channel(f.channel));
    entry["orbit"] = f.orbit;
    entry["gamma"] = to_string(f.gamma);
    json["per_channel"].push_back(std::move(entry));
  }
  json["symmetries"] = symmetries_json(search);
  json["sampled"] =
      settings.sample_paths.has() ? Json{{"paths", settings.sample_paths.text()}, {"standard_error", worst.standard_error}} : Json(nullptr);
  json["random_permutations"] = nullptr;
  return json;
}

std::string fixed_points_line(const WorstCase& worst) {
  if (!worst.fixed_points_may_load) return fmt::format("{:<22}carry no load under this routing\n", "fixed points");
  return fmt::format("{:<22}may carry load under this routing; {} of the permutation do, as a pattern with --fixed-points send only\n",
                     "fixed points", worst.loaded_fixed_points);
}

std::string summary(const WorstCaseSettings& settings, const Topology& topology, const WorstCaseSearch& search, const WorstCase& worst) {
  std::string text = fmt::format("{} {}: {} worst case over all permutations\n", settings.network.topology.text(), settings.network.routing.text(),
                                 settings.sample_paths.has() ? "estimated" : "exact");
  if (worst.gamma == 0) return text + "no permutation loads any channel\n";
  text += number_line("largest load", worst.gamma, "packets/cycle at one packet/terminal/cycle");
  if (settings.sample_paths.has())
    text += fmt::format("{:<22}{:.6f}, from {} paths a pair; the heaviest by many estimates is estimated too high\n", "standard error",
                        worst.standard_error, settings.sample_paths.text());
  text += fmt::format("{:<22}{}\n", "on channel", channel_text(topology.channel(worst.channel)));
  text += throughput_lines(topology, worst.gamma, 1 / worst.injection);
  text += number_line("mean hops", search.loads().mean_hops(), "over all N^2 pairs");
  std::uint64_t pairs = 0;
  bool exhaustive = true;
  for (const VerifiedSymmetry& s : search.symmetries()) {
    pairs = s.pairs;
    exhaustive = exhaustive && s.exhaustive;
  }
  if (search.symmetries().empty()) {
    text += fmt::format("{:<22}all {}, no symmetry used\n", "channels searched", worst.focus.size());
  } else {
    text += fmt::format("{:<22}{} of {}; {} verified on {}{}\n", "channels searched", worst.focus.size(), topology.channels(),
                        counted(search.symmetries().size(), "symmetry"), exhaustive ? "all " : "", counted(pairs, "pair"));
  }
  text += fmt::format("{:<22}checked: duals over {} sum to the load\n", "certificate", search.loads().scale().str());
  return text + fixed_points_line(worst);
}

std::string sample_summary(const Topology& topology, const PermutationSample& sample, const WorstCase& worst, std::uint64_t seed) {
  Json keys;
  add_load_keys(keys, topology, sample.worst);
  std::string text = number_line("random permutations", sample.worst,
                                 fmt::format("is the worst of {} (random:{}), {:.1f}% of the largest load", sample.count, seed + sample.worst_index,
                                             worst.gamma > 0 ? 100 * to_double(Rational(sample.worst / worst.gamma)) : 0.0));
  if (keys["fraction_of_capacity"].is_string()) {
    text += fmt::format("{:<22}{} of capacity; mean load {:.6f}\n", "", keys["fraction_of_capacity"].get<std::string>(), to_double(sample.mean));
  }
  return text;
}

std::string permutation_text(const WorstCaseSettings& settings, const WorstCase& worst) {
  std::string text = fmt::format("# {} {}: a permutation with channel load {}\n", settings.network.topology.text(), settings.network.routing.text(),
                                 to_string(worst.gamma));
  for (const TerminalId to : worst.permutation) text += fmt::format("{}\n", to.value());
  return text;
}

WorstCaseOptions options_of(const WorstCaseSettings& settings) {
  WorstCaseOptions options;
  options.all_channels = settings.all_channels.value_or(false);
  if (settings.sample_paths.has()) options.sample = {*settings.sample_paths, *settings.seed};
  options.jobs = *settings.jobs;
  return options;
}

// Largest loads of all channels that a limited matrix may load.
LimitedWorst solve_limited(const Topology& topology, const WorstCaseSearch& search, const TrafficLimits& limits, std::optional<ChannelId> chosen,
                           ProgressLine& line) {
  std::vector<ChannelId> channels;
  for (std::uint32_t c = 0; c < topology.channels() && !chosen; ++c) channels.emplace_back(c);
  if (chosen) channels.push_back(*chosen);
  return limited_worst_case(topology, search.loads(), limits, channels, [&](std::size_t done, std::size_t all) {
    line.draw(static_cast<double>(done) / static_cast<double>(all), fmt::format("channel {} of {}", done, all));
  });
}

// Over one channel of each orbit under what the routing keeps.
AgainstOptimum solve_ratio(const Topology& topology, const RoutingRelation& relation, const WorstCaseSearch& search, ProgressLine& line) {
  const Orbits orbits(topology, usable_symmetries(topology, relation));
  std::vector<ChannelId> channels;
  for (std::uint32_t c = 0; c < topology.channels(); ++c) {
    if (orbits.is_first(ChannelId(c))) channels.emplace_back(c);
  }
  return against_optimum(topology, search.loads(), channels, kNoPivotLimit, [&](std::size_t done, std::size_t all) {
    line.draw(static_cast<double>(done) / static_cast<double>(all), fmt::format("channel {} of {}", done + 1, all));
  });
}

Json rates_json(const std::vector<Rational>& rates) {
  Json json = Json::array();
  for (const Rational& rate : rates) json.push_back(to_string(rate));
  return json;
}

Json limited_json(const WorstCaseSettings& settings, const NetworkObjects& network, const WorstCaseSearch& search, const TrafficLimits& limits,
                  const LimitedWorst& worst) {
  Json json = result_header("dateline.worst-case/2", settings);
  const Topology& topology = *network.topology;
  json["faults"] = faults_json(network.relation->faults());
  add_load_keys(json, topology, worst.gamma);
  json["mean_hops"] = to_string(search.loads().mean_hops());
  json["channel"] = channel_json(topology.channel(worst.channel));
  json["permutation"] = nullptr;
  json["matrix"] = Json::array();
  for (const LimitedWorst::Flow& f : worst.matrix) {
    json["matrix"].push_back({{"source", f.source.value()}, {"destination", f.destination.value()}, {"amount", to_string(f.amount)}});
  }
  json["fixed_points_may_load"] = search.loads().self_pairs_cross();
  json["loaded_fixed_points"] =
      std::count_if(worst.matrix.begin(), worst.matrix.end(), [](const LimitedWorst::Flow& f) { return f.source == f.destination; });
  json["certificate"] = {{"scale", integer_json(search.loads().scale())},
                         {"bandwidth", to_string(topology.channel(worst.channel).bandwidth)},
                         {"u", integers_json(worst.u)},
                         {"v", integers_json(worst.v)},
                         {"send", rates_json(limits.send)},
                         {"receive", rates_json(limits.receive)}};
  json["focus_channels"] = worst.channels.size();
  json["all_channels_searched"] = worst.channels.size() == topology.channels();
  json["per_channel"] = Json::array();
  for (const LimitedWorst::OfChannel& f : worst.channels) {
    Json entry = channel_json(topology.channel(f.channel));
    entry["orbit"] = 1;
    entry["gamma"] = to_string(f.gamma);
    json["per_channel"].push_back(std::move(entry));
  }
  json["symmetries"] = symmetries_json(search);
  json["sampled"] = nullptr;
  json["random_permutations"] = nullptr;
  return json;
}

std::string limited_summary(const WorstCaseSettings& settings, const Topology& topology, const WorstCaseSearch& search, const LimitedWorst& worst) {
  std::string text =
      fmt::format("{} {}: exact worst case over all traffic within the limits\n", settings.network.topology.text(), settings.network.routing.text());
  if (worst.gamma == 0) return text + "no traffic loads any channel\n";
  text += number_line("largest load", worst.gamma, "packets/cycle at the rates given");
  text += fmt::format("{:<22}{}\n", "on channel", channel_text(topology.channel(worst.channel)));
  text += fmt::format("{:<22}{}, the worst for {} searched\n", "loaded by", counted(worst.matrix.size(), "pair"),
                      counted(worst.channels.size(), "channel"));
  return text + fmt::format("{:<22}checked: duals over {} sum to the load\n", "certificate", search.loads().scale().str());
}

// Two terminals of one router may send each other any amount, and the best routing crosses no channel with it: of a
// routing that does, no ratio is a bound.
void check_against_optimum(const WorstCaseSettings& settings, const NetworkObjects& network, const WorstCaseSearch& search) {
  if (network.relation->faults() != nullptr) settings.against_optimum.refuse("is of networks without faults");
  if (!search.loads().self_pairs_cross()) return;
  const Topology& topology = *network.topology;
  for (std::uint32_t v = 0; v < topology.nodes(); ++v) {
    if (topology.terminals_of(NodeId(v)).size() < 2) continue;
    settings.against_optimum.refuse(
        fmt::format("has no bound with routing={}, which crosses channels between two terminals of router {}; the best "
                    "routing crosses none there",
                    printable(network.options.routing), v));
  }
}

}  // namespace

int run_worst_case(const WorstCaseSettings& settings) {
  const NetworkObjects network = make_network(network_options(settings, settings.network));
  const Topology& topology = *network.topology;
  const std::uint64_t seed = settings.seed.value_or(0);
  const std::uint64_t count = settings.random_permutations.value_or(0);
  JsonOutput json(settings);
  const auto permutation = output_file(settings.out.permutation);
  const auto weights = output_file(settings.out.weights), table = output_file(settings.out.traffic_table);
  ProgressLine line(*settings.progress);
  WorstCaseOptions options = options_of(settings);
  options.tick = [&](std::size_t done, std::size_t all) {
    line.draw(static_cast<double>(done) / static_cast<double>(all), fmt::format("channel {} of {}", done, all));
  };
  options.channel = chosen_channel(settings, topology);
  const auto limits = traffic_limits(settings, topology, network.relation->faults());
  const WorstCaseSearch search(topology, *network.relation, options);
  if (limits) {
    const LimitedWorst worst = solve_limited(topology, search, *limits, options.channel, line);
    if (weights) weights->commit(search.weights_text(worst.channel, &limits->allowed));
    json.commit(limited_json(settings, network, search, *limits, worst));
    if (!json.wants_stdout() && !is_stdout(weights)) fmt::print("{}", limited_summary(settings, topology, search, worst));
    return 0;
  }
  if (settings.against_optimum.value_or(false)) check_against_optimum(settings, network, search);
  const WorstCase worst = search.run();
  ChannelId certified = worst.channel;  // what the weights are of
  Json result = worst_case_json(settings, network, search, worst);
  std::string text = summary(settings, topology, search, worst);
  if (count > 0) {
    const auto draw = [&](std::uint64_t i) { return named_permutation(fmt::format("random:{}", seed + i), topology).destinations(); };
    const auto tick = [&](std::uint64_t done, std::uint64_t all) {
      line.draw(static_cast<double>(done) / static_cast<double>(all), fmt::format("permutation {} of {}", done, all));
    };
    const PermutationSampling sampling{count, *settings.fixed_points == FixedPoints::send};
    const PermutationSample sample = sample_permutations(topology, search.loads(), sampling, draw, tick);
    result["random_permutations"] = sample_json(topology, sample, seed);
    text += sample_summary(topology, sample, worst, seed);
  }
  if (settings.against_optimum.value_or(false)) {
    const AgainstOptimum ratio = solve_ratio(topology, *network.relation, search, line);
    result["against_optimum"] = ratio_json(topology, ratio);
    text += ratio_lines(topology, ratio);
    certified = ratio.channel;
    if (table && !ratio.table.paths.empty()) table->commit(path_table_text(topology, ratio.table));
  }
  if (permutation) permutation->commit(permutation_text(settings, worst));
  if (weights) weights->commit(search.weights_text(certified));
  json.commit(result);
  if (!json.wants_stdout() && !is_stdout(permutation) && !is_stdout(weights) && !is_stdout(table)) fmt::print("{}", text);
  return 0;
}

}  // namespace dateline

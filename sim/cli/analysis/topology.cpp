// dateline topology: what a network is made of, how far its terminals are from each other, and the network as a file.
#include "models/network/topology/topology.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "models/base/join.hpp"
#include "models/base/text/counted.hpp"
#include "models/base/text/name_table.hpp"
#include "models/network/symmetry/distances.hpp"
#include "models/network/topology/graph.hpp"
#include "models/network/topology/graph_writer.hpp"
#include "models/network/topology/topologies.hpp"
#include "sim/cli/command_line/command.hpp"
#include "sim/cli/command_line/commands.hpp"
#include "sim/cli/output/progress.hpp"
#include "sim/cli/output/result_file.hpp"
#include "sim/options/analysis_settings.hpp"

namespace dateline {
namespace {

using Json = nlohmann::ordered_json;

struct KindOfChannels {
  std::string name;
  std::uint32_t channels = 0;
  int least_latency = kMaxLatency, largest_latency = 1;
};

std::vector<KindOfChannels> kinds_of(const Topology& topology, int own_latency) {
  std::vector<KindOfChannels> kinds;
  for (const std::string& name : topology.kinds()) kinds.push_back({name});
  for (std::uint32_t c = 0; c < topology.channels(); ++c) {
    const Channel& channel = topology.channel(ChannelId(c));
    KindOfChannels& kind = kinds[channel.kind];
    const int latency = latency_of(channel, own_latency);
    ++kind.channels;
    kind.least_latency = std::min(kind.least_latency, latency);
    kind.largest_latency = std::max(kind.largest_latency, latency);
  }
  kinds.erase(std::remove_if(kinds.begin(), kinds.end(), [](const KindOfChannels& kind) { return kind.channels == 0; }), kinds.end());
  return kinds;
}

// Ports of the router that has most, its terminals' among them.
std::uint32_t radix_of(const Topology& topology) {
  std::uint32_t radix = 0;
  for (std::uint32_t v = 0; v < topology.nodes(); ++v) {
    std::uint32_t ports = topology.terminals_of(NodeId(v)).size();
    for (int p = 0; p < topology.ports(); ++p) {
      const Port port(static_cast<std::uint16_t>(p));
      if (topology.out(NodeId(v), port) != kNoChannel || topology.in(NodeId(v), port) != kNoChannel) ++ports;
    }
    radix = std::max(radix, ports);
  }
  return radix;
}

std::string latency_text(const KindOfChannels& kind) {
  if (kind.least_latency != kind.largest_latency) return fmt::format(" of {} to {} cycles", kind.least_latency, kind.largest_latency);
  return kind.largest_latency == 1 ? "" : fmt::format(" of {} cycles", kind.largest_latency);
}

// Throws ConfigError: what no graph file holds.
void check_graph(const TopologySettings& settings, const Topology& topology) {
  if (!settings.out.graph.given()) return;
  if (topology.nodes() > GraphTopology::kMaxNodes || topology.terminals() > GraphTopology::kMaxTerminals) {
    throw ConfigError("topology", "topology", settings.network.topology.text(),
                      fmt::format("has {} and {}; a graph may have {} and {}", counted(topology.nodes(), "router"),
                                  counted(topology.terminals(), "terminal"), GraphTopology::kMaxNodes, GraphTopology::kMaxTerminals));
  }
}

// Channels that have no latency yet have the one of all, if it was given.
void set_own_latency(Topology& topology, const Setting<ChannelLatencies>& latencies) {
  if (!latencies.given()) return;
  for (std::uint16_t kind = 0; kind < topology.kinds().size(); ++kind) topology.table().set_latency(kind, static_cast<std::uint16_t>(latencies->all));
}

Json kinds_json(const std::vector<KindOfChannels>& kinds) {
  Json list = Json::array();
  for (const KindOfChannels& kind : kinds) {
    list.push_back(
        {{"kind", kind.name}, {"channels", kind.channels}, {"least_latency", kind.least_latency}, {"largest_latency", kind.largest_latency}});
  }
  return list;
}

std::string kinds_text(const std::vector<KindOfChannels>& kinds) {
  std::vector<std::string> texts;
  for (const KindOfChannels& kind : kinds) texts.push_back(fmt::format("{} {}{}", kind.channels, kind.name, latency_text(kind)));
  return join(texts, ", ");
}

Distances distances_of(const TopologySettings& settings, const Topology& topology) {
  ProgressLine line(*settings.progress);
  return distances(topology, [&](double part) { line.draw(part, "distances"); });
}

}  // namespace

int run_topology(const TopologySettings& settings) {
  const std::string& name = settings.network.topology.text();
  const Setting<ChannelLatencies>& latencies = settings.router.channel_latency;
  const std::unique_ptr<Topology> topology = make_topology(name);
  set_latencies(*topology, *latencies, latencies.source());
  check_graph(settings, *topology);
  JsonOutput json(settings);
  const std::unique_ptr<ResultFile> graph = output_file(settings.out.graph);
  const auto kinds = kinds_of(*topology, latencies->all);
  const std::uint32_t radix = radix_of(*topology);
  const auto closed_form = row_named(topology_table(), "topology", name).bisection;
  const std::optional<std::uint64_t> bisection = closed_form == nullptr ? std::nullopt : closed_form(*topology);
  const Distances far = distances_of(settings, *topology);
  if (graph) {
    set_own_latency(*topology, latencies);
    graph->commit(graph_text(*topology));
  }
  Json result = result_header("dateline.topology/1", settings);
  result["routers"] = topology->nodes();
  result["terminals"] = topology->terminals();
  result["radix"] = radix;
  result["channels"] = topology->channels();
  result["kinds"] = kinds_json(kinds);
  result["diameter"] = far.diameter;
  result["mean_distance"] = to_double(far.mean);
  result["mean_distance_exact"] = to_string(far.mean);
  result["bisection"] = bisection ? Json(*bisection) : Json(nullptr);
  json.commit(result);
  if (json.wants_stdout() || is_stdout(graph)) return 0;
  fmt::print("{}: {}, {}\n", name, counted(topology->nodes(), "router"), counted(topology->terminals(), "terminal"));
  fmt::print("{:<15}{} ports of a router, its terminals' among them\n", "radix", radix);
  fmt::print("{:<15}{} one-way: {}\n", "channels", topology->channels(), kinds_text(kinds));
  fmt::print("{:<15}{} between terminals\n", "diameter", counted(far.diameter, "hop"));
  fmt::print("{:<15}{:.6g} hops ({}) from a terminal to the others\n", "mean distance", to_double(far.mean), to_string(far.mean));
  fmt::print("{:<15}{}\n", "bisection", bisection ? counted(*bisection, "channel") + " from one half to the other" : "no closed form is known");
  return 0;
}

}  // namespace dateline

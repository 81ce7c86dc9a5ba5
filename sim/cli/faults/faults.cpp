// dateline faults: what --faults means on a topology, for people and as lists. Any pattern, connected or not.
#include "models/network/faults/faults.hpp"

#include <fmt/format.h>

#include "models/base/join.hpp"
#include "models/base/text/counted.hpp"
#include "models/network/faults/fault_shape.hpp"
#include "models/network/topology/topologies.hpp"
#include "sim/cli/command_line/command.hpp"
#include "sim/cli/command_line/commands.hpp"
#include "sim/cli/network/fault_report.hpp"
#include "sim/cli/output/result_file.hpp"
#include "sim/options/analysis_settings.hpp"

namespace dateline {
namespace {

std::string nodes_text(const std::vector<NodeId>& nodes) {
  std::vector<std::uint32_t> numbers;
  for (const NodeId node : nodes) numbers.push_back(node.value());
  return numbers.empty() ? "none" : join(numbers, ",");
}

std::string links_text(const FaultMap& faults) {
  std::vector<std::string> texts;
  for (const LinkEnd& link : faults.links()) {
    texts.push_back(fmt::format("{} ({}-{})", link_text(link), link.node.value(), peer(faults.topology(), link.node, link.port).value()));
  }
  return texts.empty() ? "none" : join(texts, ", ");
}

std::string regions_text(const FaultMap& faults) {
  std::vector<std::string> texts;
  for (const auto& region : fault_regions_of(faults)) texts.push_back("{" + nodes_text(region) + "}");
  return texts.empty() ? "none" : join(texts, " ");
}

}  // namespace

int run_faults(const FaultsSettings& settings) {
  const auto topology = make_topology(settings.network.topology.text());
  const std::uint64_t seed = settings.seed.value_or(0);
  const FaultMap faults = read_faults(*topology, settings.network.faults.text(), seed);
  JsonOutput json(settings);
  auto result = result_header("dateline.faults/2", settings);
  result.update(faults_json(&faults));
  result["healthy_nodes"] = faults.healthy_nodes();
  json.commit(result);
  if (json.wants_stdout()) return 0;
  const std::optional<bool> convex = is_convex(faults);
  fmt::print("{}: {} of {} failed, {}\n{}", settings.network.topology.text(), faults.nodes().size(), counted(topology->nodes(), "node"),
             counted(faults.links().size(), "link"), fault_picture(faults));
  fmt::print("{:<14}{}\n", "failed nodes", nodes_text(faults.nodes()));
  fmt::print("{:<14}{}\n", "failed links", links_text(faults));
  fmt::print("{:<14}{}\n", "regions", regions_text(faults));
  fmt::print("{:<14}{}\n", "convex", convex ? *convex ? "yes" : "no" : "no coordinates to say it by");
  fmt::print("{:<14}{}\n", "connected", faults.connected() ? "yes" : "no: refused wherever a network is routed");
  return 0;
}

}  // namespace dateline

#include "sim/cli/network/external_routers.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/base/numbers/random.hpp"
#include "models/base/text/counted.hpp"
#include "models/base/text/parse.hpp"
#include "sim/core/state/external_ports.hpp"

namespace dateline {

namespace {

void external_chosen(const Options& options, const Topology& topology, std::vector<std::uint8_t>& external) {
  const std::string& text = options.text("open");
  const std::string half = "half:";
  if (text == "all") {
    std::fill(external.begin(), external.end(), 1);
  } else if (text.rfind(half, 0) == 0) {
    const std::uint64_t seed = parse_whole({options.command(), "open"}, text.substr(half.size()), 0, ~std::uint64_t{0});
    for (std::size_t v = 0; v < external.size(); ++v) external[v] = static_cast<std::uint8_t>(mix(mix(seed) + v) >> 63U);
  } else if (text.find_first_not_of("0123456789,") != std::string::npos) {
    options.refuse("open", fmt::format("is unknown; allowed: all, half:SEED, or nodes of 0..{} joined by commas", topology.nodes() - 1));
  } else {
    for (const NodeId node : listed_nodes(options, "open", topology)) external[node.value()] = 1;
  }
}

}  // namespace

std::vector<NodeId> listed_nodes(const Options& options, const std::string& name, const Topology& topology) {
  std::vector<NodeId> nodes;
  if (!options.has(name)) return nodes;
  for (const std::string& text : split(options.text(name), ',')) {
    nodes.emplace_back(static_cast<std::uint32_t>(parse_whole({options.command(), name}, text, 0, topology.nodes() - 1)));
  }
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  return nodes;
}

std::vector<std::uint8_t> external_routers(const Options& options, const Topology& topology) {
  if (!options.has("open") && !options.has("vcd-nodes")) return {};
  std::vector<std::uint8_t> external(topology.nodes(), 0);
  if (options.has("open")) external_chosen(options, topology, external);
  for (const NodeId node : listed_nodes(options, "vcd-nodes", topology)) external[node.value()] = 1;
  return external;
}

std::string open_line(const CompiledNetwork& machine) {
  const ExternalRouters* const external = machine.tile().external.get();
  if (external == nullptr) return {};
  return fmt::format("{:<18}{} of {} forwarded {}\n", "open routers", external->count(), machine.tile().heads.nodes(),
                     counted(external->forwarded(), "flit"));
}

}  // namespace dateline

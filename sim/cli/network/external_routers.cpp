#include "sim/cli/network/external_routers.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/base/numbers/random.hpp"
#include "models/base/text/counted.hpp"
#include "models/base/text/parse.hpp"
#include "sim/core/external/progress_checks.hpp"
#include "sim/options/run_settings.hpp"

namespace dateline {

namespace {

void choose(const Setting<ExternalChoice>& setting, const Topology& topology, std::vector<std::uint8_t>& external) {
  const std::string& text = setting->routers;
  const std::string half = "half:";
  if (text == "all") {
    std::fill(external.begin(), external.end(), 1);
  } else if (text.rfind(half, 0) == 0) {
    const std::uint64_t seed = parse_whole(setting.source(), text.substr(half.size()), 0, ~std::uint64_t{0});
    for (std::size_t v = 0; v < external.size(); ++v) external[v] = static_cast<std::uint8_t>(mix(mix(seed) + v) >> 63U);
  } else if (!text.empty()) {
    for (const NodeId node : listed_nodes(setting.source(), split(text, ','), topology)) external[node.value()] = 1;
  }
}

}  // namespace

std::vector<NodeId> listed_nodes(const ValueSource& source, const std::vector<std::string>& numbers, const Topology& topology) {
  std::vector<NodeId> nodes;
  for (const std::string& text : numbers) nodes.emplace_back(static_cast<std::uint32_t>(parse_whole(source, text, 0, topology.nodes() - 1)));
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  return nodes;
}

std::vector<NodeId> routers_of_waveform(const OutputSetting& vcd, const Topology& topology) {
  return vcd.has("routers") ? listed_nodes(vcd.argument_source("routers"), vcd.arguments("routers"), topology) : std::vector<NodeId>();
}

std::vector<std::uint8_t> external_routers(const RunSettings& settings, const Topology& topology) {
  const std::vector<NodeId> shown = routers_of_waveform(settings.out.vcd, topology);
  const bool chosen = settings.external.has() && !settings.external->routers.empty();
  if (settings.external.has() && !chosen && shown.empty()) settings.external.refuse("has no meaning without routers, of its own or of a waveform");
  if (!chosen && shown.empty()) return {};
  if (*settings.router.nic_ports != 1)
    settings.router.nic_ports.refuse("is not there yet beside external routers and waveforms of routers; allowed there: 1");
  std::vector<std::uint8_t> external(topology.nodes(), 0);
  if (chosen) choose(settings.external, topology, external);
  for (const NodeId node : shown) external[node.value()] = 1;
  return external;
}

std::string external_line(const CompiledNetwork& machine) {
  const ExternalRouters* const external = machine.tile().external.get();
  if (external == nullptr) return {};
  const std::optional<std::string> oldest = oldest_standing(machine.tile());
  return fmt::format("{:<18}{} of {} forwarded {}\n", "external routers", external->count(), external->nodes(),
                     counted(external->forwarded(), "flit")) +
         (oldest ? fmt::format("{:<18}{}\n", "the oldest there", *oldest) : "");
}

}  // namespace dateline

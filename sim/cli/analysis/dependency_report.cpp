#include "sim/cli/analysis/dependency_report.hpp"

#include <fmt/format.h>

namespace dateline {

std::string vertex_text(const Topology& topology, const ClassedChannel& v) {
  const Channel& c = topology.channel(v.channel);
  if (c.dimension < 0) {
    const std::vector<std::string> kinds = topology.kinds();
    const std::string kind = kinds.size() > 1 ? kinds[c.kind] + ", " : "";
    return fmt::format("{}->{} ({}class {})", c.from.value(), c.to.value(), kind, v.vc_class.value());
  }
  const char* sign = c.sign > 0 ? "+" : c.sign < 0 ? "-" : "";
  return fmt::format("{}->{} (dimension {}{}, class {})", c.from.value(), c.to.value(), c.dimension, sign, v.vc_class.value());
}

nlohmann::ordered_json vertex_json(const Topology& topology, const ClassedChannel& v) {
  const Channel& c = topology.channel(v.channel);
  return {{"from", c.from.value()}, {"to", c.to.value()}, {"dimension", c.dimension}, {"sign", c.sign}, {"class", v.vc_class.value()}};
}

nlohmann::ordered_json cycle_json(const Topology& topology, const DeadlockProof& proof) {
  if (proof.cycle.empty()) return nullptr;
  auto json = nlohmann::ordered_json::array();
  for (const ClassedChannel& v : proof.cycle) json.push_back(vertex_json(topology, v));
  return json;
}

}  // namespace dateline

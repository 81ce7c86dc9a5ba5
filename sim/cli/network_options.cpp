#include "sim/cli/network_options.hpp"

#include <fmt/format.h>

#include <fstream>
#include <limits>

#include "models/network/ids.hpp"
#include "models/network/topologies.hpp"
#include "routing/registry.hpp"

namespace dateline {

NetworkObjects make_network(const Options& options) {
  NetworkObjects network;
  network.vcs = static_cast<int>(options.whole("vcs", 1, kMaxVcs));
  RoutingOptions routing;
  routing.tie_rule = std::vector<TieRule>{TieRule::split, TieRule::plus, TieRule::parity}.at(options.choice("tie-rule"));
  routing.vc_policy = std::vector<VcPolicy>{VcPolicy::split, VcPolicy::shared, VcPolicy::relaxed}.at(options.choice("vc-policy"));
  routing.vcs = network.vcs;
  network.topology = make_topology(options.text("topology"));
  network.relation = make_relation(options.text("routing"), *network.topology, routing);
  return network;
}

void check_classes(const Options& options, const RoutingRelation& relation) {
  if (relation.classes() <= kMaxVcs) return;
  options.refuse("routing", fmt::format("needs {} VC classes here; at most {} are possible", relation.classes(), kMaxVcs));
}

std::string readable_bytes(double bytes) { return fmt::format("{:.1f} GiB", bytes / (1024.0 * 1024.0 * 1024.0)); }

double available_memory() {
  std::ifstream file("/proc/meminfo");
  for (std::string key, unit; file >> key;) {
    double kilobytes = 0;
    file >> kilobytes;
    std::getline(file, unit);
    if (key == "MemAvailable:") return kilobytes * 1024.0;
  }
  return std::numeric_limits<double>::max();
}

}  // namespace dateline

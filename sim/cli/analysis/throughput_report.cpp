#include "sim/cli/analysis/throughput_report.hpp"

#include <fmt/format.h>

#include "models/analysis/loads/channel_load.hpp"
#include "models/base/error.hpp"
#include "routing/registry/registry.hpp"
#include "sim/cli/output/integer_json.hpp"
#include "sim/cli/output/load_report.hpp"

namespace dateline {

ThroughputEffort effort_of_analysis() {
  ThroughputEffort effort;
  effort.flows = 1'000'000;
  effort.columns = 16'000;
  effort.visits = 8'000'000;
  return effort;
}

ThroughputEffort effort_of_run() { return {}; }

std::optional<NetworkThroughput> network_throughput_beside(const NetworkObjects& network, const TrafficPattern& pattern, const Rational& gamma,
                                                           const ThroughputEffort& effort) {
  constexpr double kBudget = 2e6;
  const Topology& topology = *network.topology;
  const FaultMap* const faults = network.relation->faults();
  Rational known = gamma;
  for (const char* name : {"dor", "min", "nca-random", "updown"}) {
    const bool wanted = known == 0 && faults == nullptr && std::uint64_t{topology.nodes()} * topology.channels() <= effort.flows;
    if (!wanted || find_routing(name, topology) == nullptr) continue;
    try {
      LoadOptions options;
      options.budget = kBudget;
      known = channel_load(topology, *make_relation(name, topology, {}), pattern, options).gamma_max;
    } catch (const ConfigError&) {  // beyond the budget
    }
    break;
  }
  return network_throughput(topology, faults, pattern, known, effort);
}

nlohmann::ordered_json network_throughput_json(const std::optional<NetworkThroughput>& found) {
  if (!found) return nullptr;
  return {{"lower", to_string(found->lower)}, {"upper", to_string(found->upper)}};
}

std::string network_throughput_line(const std::optional<NetworkThroughput>& found) {
  if (!found) return {};
  if (found->exact()) return number_line("network throughput", found->lower, std::string(kLoadUnit) + ": the most that any routing carries");
  return fmt::format("{:<22}{:.6f} to {:.6f} {}: the most that any routing carries\n", "network throughput", to_double(found->lower),
                     to_double(found->upper), kLoadUnit);
}

std::string network_bound_line(const std::optional<NetworkThroughput>& found, const std::optional<Rational>& ideal_throughput) {
  if (!found || !found->exact() || found->lower == ideal_throughput) return {};
  return fmt::format("{:<18}{:.5f} {} by any routing ({}, exact)\n", "bound", to_double(found->lower), kLoadUnit, to_string(found->lower));
}

nlohmann::ordered_json prices_json(const Topology& topology, const std::vector<Integer>& prices) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (std::uint32_t c = 0; c < prices.size(); ++c) {
    if (prices[c] == 0) continue;
    const Channel& channel = topology.channel(ChannelId(c));
    list.push_back({{"channel", c}, {"from", channel.from.value()}, {"to", channel.to.value()}, {"price", integer_json(prices[c])}});
  }
  return list;
}

}  // namespace dateline

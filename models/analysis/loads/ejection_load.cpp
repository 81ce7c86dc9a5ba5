#include "models/analysis/loads/ejection_load.hpp"

#include <algorithm>
#include <vector>

#include "models/analysis/loads/channel_load.hpp"
#include "models/analysis/loads/end_traffic.hpp"
#include "models/analysis/loads/propagation.hpp"
#include "models/analysis/loads/symmetry_check.hpp"
#include "models/base/numbers/exact_fraction.hpp"
#include "models/network/symmetry/orbits.hpp"
#include "models/network/topology/grid.hpp"

namespace dateline {
namespace {

// One destination after another, and the busiest ejection channel of all of them.
class EjectionWalks {
 public:
  EjectionWalks(const Topology& topology, const RoutingRelation& relation, int nic_ports)
      : topology_(topology), propagation_(topology, relation), channels_(static_cast<std::uint32_t>(nic_ports)) {}

  // Of what is sent to `destination` 1 / `terminals` is for it; as much is for each other terminal of its router.
  void add(TerminalId destination, const std::vector<TerminalId>& sources, const std::vector<Rational>& amounts, std::uint32_t terminals) {
    propagation_.flow(destination, sources, amounts, &last_);
    std::vector<ExactFraction> by_channel(channels_);
    Rational all = 0;
    for (const Rational& amount : amounts) all += amount;
    for (const ChannelFlow& f : last_) {
      if (f.channel != kNoChannel) by_channel[topology_.channel(f.channel).to_port.value() % channels_].add(f.amount);
    }
    Rational most = all / channels_;
    for (const ExactFraction& load : by_channel) most = std::max(most, load.value());
    busiest_ = std::max(busiest_, Rational(most / terminals));
  }
  [[nodiscard]] const Rational& busiest() const { return busiest_; }

 private:
  const Topology& topology_;
  Propagation propagation_;
  std::uint32_t channels_;
  std::vector<ChannelFlow> last_;
  Rational busiest_ = 0;
};

// Translations of a lattice: they take every channel to one that arrives at a port of the same number.
std::vector<Symmetry> translations(const Topology& topology, const RoutingRelation& relation) {
  if (topology.grid() == nullptr || !topology.grid()->lattice()) return {};
  std::vector<Symmetry> all = usable_translations(topology, relation);
  for (const Symmetry& map : all) {
    for (std::uint32_t c = 0; c < topology.channels(); ++c) {
      const ChannelId image = Orbits::image_of(topology, ChannelId(c), map);
      if (topology.channel(image).to_port != topology.channel(ChannelId(c)).to_port) return {};
    }
  }
  return all;
}

}  // namespace

std::optional<Rational> busiest_ejection(const Topology& topology, const RoutingRelation& relation, const TrafficPattern& pattern, int nic_ports,
                                         bool by_symmetry, double budget) {
  if (relation.absorbs()) return std::nullopt;
  EjectionWalks walks(topology, relation, nic_ports);
  const bool alike = pattern.permutation_invariant();  // what a router is sent is what it sends, each of its terminals as much
  const EndTraffic traffic = alike ? EndTraffic(topology, relation, pattern) : EndTraffic(topology, WalkEnds::of_terminals(topology, relation), pattern);
  const auto add_alike = [&](std::uint32_t end) {
    std::vector<TerminalId> sources;
    std::vector<Rational> amounts;
    for (Demand& d : traffic.row(end)) {
      sources.push_back(d.destination);
      amounts.push_back(std::move(d.probability));
    }
    const TerminalRange terminals = traffic.ends().terminals(end);
    walks.add(terminals.front(), sources, amounts, terminals.size());
  };
  const std::vector<Symmetry> symmetries = by_symmetry && alike ? translations(topology, relation) : std::vector<Symmetry>();
  if (!symmetries.empty()) {
    const Orbits orbits(topology, symmetries);
    for (const Orbits::Representative& one : orbits.nodes()) {
      if (!topology.terminals_of(one.node).empty()) add_alike(one.node.value());
    }
    return walks.busiest();
  }
  if (channel_load_cost(topology, relation, pattern, false) > budget) return std::nullopt;
  if (alike) {
    for (std::uint32_t end = 0; end < traffic.ends().count(); ++end) {
      if (!traffic.ends().terminals(end).empty()) add_alike(end);
    }
    return walks.busiest();
  }
  const DemandColumns columns(traffic);
  for (std::uint32_t t = 0; t < topology.terminals(); ++t) {
    const DemandColumns::Column to = columns.to(t);
    if (!to.sources.empty()) walks.add(to.destination, to.sources, to.amounts, 1);
  }
  return walks.busiest();
}

}  // namespace dateline

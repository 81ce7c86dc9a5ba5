#include "models/analysis/optimal/routing_program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "models/base/error.hpp"
#include "models/base/numbers/rational.hpp"
#include "models/network/symmetry/distances.hpp"

namespace dateline {
namespace {

using Terms = std::map<std::uint32_t, double>;  // column -> coefficient

class Assembly {
 public:
  enum class Parts { flows, prices };
  Assembly(const Topology& topology, const RoutingOrbits& orbits, bool minimal_only, std::uint64_t max_entries, Parts parts = Parts::prices)
      : topology_(topology), orbits_(orbits), distance_(hop_distances(topology)) {
    add_columns(minimal_only, parts);
    check_size(max_entries);
    for (const RoutingOrbits::Pair& pair : orbits_.pair_representatives()) {
      if (pair.source != pair.destination && terminal_pairs(topology_, pair.source, pair.destination) > 0) conserve(pair);
    }
    if (parts == Parts::flows) return;
    price_flows();
    add_load_rows(topology_, orbits_, built_.price, built_.gamma, built_.program);
  }
  [[nodiscard]] RoutingProgram take() { return std::move(built_); }

 private:
  [[nodiscard]] std::uint32_t hops(NodeId from, NodeId to) const { return distance_[std::size_t{from.value()} * topology_.nodes() + to.value()]; }

  [[nodiscard]] bool may_flow(const RoutingOrbits::Triple& t, bool minimal_only) const {
    const Channel& c = topology_.channel(t.channel);
    if (t.source == t.destination || c.to == t.source || c.from == t.destination) return false;
    if (terminal_pairs(topology_, t.source, t.destination) == 0) return false;
    return !minimal_only || hops(t.source, c.from) + 1 + hops(c.to, t.destination) == hops(t.source, t.destination);
  }

  void add_columns(bool minimal_only, Parts parts) {
    LinearProgram& lp = built_.program;
    built_.gamma = lp.add_column(0, kUnbounded, 0);
    const double pairs = static_cast<double>(topology_.terminals()) * topology_.terminals();
    built_.hops.push_back(0);
    for (std::uint32_t f = 0; f < orbits_.flows(); ++f) {
      const RoutingOrbits::Triple t = orbits_.flow_representative(f);
      const bool flows = may_flow(t, minimal_only);
      built_.flow.push_back(flows ? lp.add_column(0, kUnbounded, 0) : RoutingProgram::kNoColumn);
      const std::uint64_t weight = terminal_pairs(topology_, t.source, t.destination);
      if (flows) built_.hops.push_back(static_cast<double>(weight * orbits_.flow_size(f)) / pairs);
    }
    for (std::uint32_t p = 0; parts == Parts::prices && p < orbits_.prices(); ++p) built_.price.push_back(lp.add_column(0, kUnbounded, 0));
    built_.hops.resize(lp.columns.size(), 0);
  }

  // Before anything large is built: three entries in a flow's price row, and about two where it leaves and enters
  // nodes.
  void check_size(std::uint64_t max_entries) const {
    const std::uint64_t estimate = 5 * (built_.program.columns.size() - built_.price.size() - 1);
    if (estimate <= max_entries) return;
    throw ConfigError("optimal", "topology", topology_.name(),
                      fmt::format("gives a linear program of about {} entries; allowed at most {}", estimate, max_entries));
  }

  // lower <= terms <= upper.
  void add(double lower, const Terms& terms, double upper) {
    LinearProgram& lp = built_.program;
    const std::uint32_t row = lp.add_row(lower, upper);
    for (const auto& [column, value] : terms) {
      if (value != 0) lp.entries.push_back({row, column, value});
    }
  }

  // One unit leaves the source; what comes in goes out everywhere else. The row of the destination follows from the
  // others, and rows that say the same by symmetry are kept once.
  void conserve(const RoutingOrbits::Pair& pair) {
    std::set<std::pair<double, Terms>> known;
    std::vector<Terms> rows(topology_.nodes());
    for (std::uint32_t c = 0; c < topology_.channels(); ++c) {
      const std::uint32_t column = built_.flow[orbits_.flow(pair.source, pair.destination, ChannelId(c))];
      if (column == RoutingProgram::kNoColumn) continue;
      const Channel& channel = topology_.channel(ChannelId(c));
      rows[channel.from.value()][column] += 1;
      rows[channel.to.value()][column] -= 1;
    }
    for (std::uint32_t v = 0; v < topology_.nodes(); ++v) {
      if (NodeId(v) == pair.destination) continue;
      Terms terms;
      for (const auto& [column, value] : rows[v]) {
        if (value != 0) terms.emplace(column, value);
      }
      if (terms.empty()) continue;
      const double supply = NodeId(v) == pair.source ? 1 : 0;
      if (supply == 0 && terms.begin()->second < 0) {
        for (auto& [column, value] : terms) value = -value;
      }
      if (known.emplace(supply, terms).second) add(supply, terms, supply);
    }
  }

  void price_flows() {
    for (std::uint32_t f = 0; f < orbits_.flows(); ++f) {
      if (built_.flow[f] == RoutingProgram::kNoColumn) continue;
      const RoutingOrbits::Triple t = orbits_.flow_representative(f);
      Terms terms;
      terms[built_.price[orbits_.price(RoutingOrbits::Side::source, t.source, t.channel)]] += 1;
      terms[built_.price[orbits_.price(RoutingOrbits::Side::destination, t.destination, t.channel)]] += 1;
      terms[built_.flow[f]] -= 1;
      add(0, terms, kUnbounded);
    }
  }

  const Topology& topology_;
  const RoutingOrbits& orbits_;
  std::vector<std::uint32_t> distance_;
  RoutingProgram built_;
};

}  // namespace

std::vector<std::uint32_t> hop_distances(const Topology& topology) {
  std::vector<std::uint32_t> distance;
  distance.reserve(std::size_t{topology.nodes()} * topology.nodes());
  for (std::uint32_t s = 0; s < topology.nodes(); ++s) {
    const std::vector<std::uint32_t> from_s = hops_from(topology, NodeId(s));
    if (std::find(from_s.begin(), from_s.end(), kUnreached) != from_s.end()) {
      throw ConfigError("optimal", "topology", topology.name(), fmt::format("is not connected: node {} does not reach all", s));
    }
    distance.insert(distance.end(), from_s.begin(), from_s.end());
  }
  return distance;
}

void add_load_rows(const Topology& topology, const RoutingOrbits& orbits, const std::vector<std::uint32_t>& price, std::uint32_t gamma,
                   LinearProgram& program) {
  for (const ChannelId c : orbits.channel_representatives()) {
    Terms terms;
    for (std::uint32_t v = 0; v < topology.nodes(); ++v) {
      const std::uint32_t terminals = topology.terminals_of(NodeId(v)).size();
      terms[price[orbits.price(RoutingOrbits::Side::source, NodeId(v), c)]] -= terminals;
      terms[price[orbits.price(RoutingOrbits::Side::destination, NodeId(v), c)]] -= terminals;
    }
    terms[gamma] = to_double(to_rational(topology.channel(c).bandwidth));
    const std::uint32_t row = program.add_row(0, kUnbounded);
    for (const auto& [column, value] : terms) {
      if (value != 0) program.entries.push_back({row, column, value});
    }
  }
}

RoutingProgram routing_program(const Topology& topology, const RoutingOrbits& orbits, bool minimal_only, std::uint64_t max_entries) {
  return Assembly(topology, orbits, minimal_only, max_entries).take();
}

RoutingProgram flow_program(const Topology& topology, const RoutingOrbits& orbits, std::uint64_t max_entries) {
  return Assembly(topology, orbits, false, max_entries, Assembly::Parts::flows).take();
}

}  // namespace dateline

#include "models/analysis/latency/light_traffic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

#include "models/analysis/loads/propagation.hpp"
#include "models/analysis/loads/symmetry_check.hpp"
#include "models/base/error.hpp"
#include "models/network/relation/oblivious.hpp"
#include "models/network/relation/route_graph.hpp"
#include "models/network/symmetry/orbits.hpp"

namespace dateline {
namespace {

[[noreturn]] void refuse_work(const Topology& topology, const char* what, double amount, double limit) {
  throw ConfigError("slope", "topology", topology.name(), fmt::format("needs about {:.1e} {}; the limit is {:.1e}", amount, what, limit));
}

void check_conditions(const Topology& topology, const BoundsInput& machine) {
  if (machine.packet_length < 4) {
    throw ConfigError("slope", "packet-length", to_string(machine.packet_length), "is too short for the formula; 4 flits or more");
  }
  if (machine.routing_delay > 0) {
    throw ConfigError("slope", "router.routing-delay", std::to_string(machine.routing_delay), "makes the slope smaller than the formula; allowed 0");
  }
  if (machine.nic_ports > 1) {
    throw ConfigError("slope", "nic-ports", std::to_string(machine.nic_ports), "lets flows of a source pass each other; the formula has one injection channel");
  }
  const LatencyRange latencies = latency_range(topology, machine.channel_latency);
  if (latencies.least != latencies.largest) {
    throw ConfigError("slope", "topology", topology.name(), "has channels of different latencies; the slope has no formula for them");
  }
  if (machine.buffer_depth < 2 * latencies.largest) {
    throw ConfigError("slope", "buffer-depth", std::to_string(machine.buffer_depth), "is below 2 x router.channel-latency: packets do not stream");
  }
  for (std::uint32_t c = 0; c < topology.channels(); ++c) {
    if (topology.channel(ChannelId(c)).bandwidth == 1) continue;
    throw ConfigError("slope", "topology", topology.name(), "has channels of a bandwidth other than 1; the slope has no formula for them");
  }
}

// Rows of numbers, one after the other.
struct Lists {
  std::vector<std::size_t> begin = {0};
  std::vector<std::uint32_t> items;
  [[nodiscard]] const std::uint32_t* first(std::uint32_t i) const { return items.data() + begin[i]; }
  [[nodiscard]] const std::uint32_t* last(std::uint32_t i) const { return items.data() + begin[i + 1]; }
  [[nodiscard]] std::size_t size(std::uint32_t i) const { return begin[i + 1] - begin[i]; }
};

// All paths of all flows. A path holds each of its channels once; the injection channel of terminal t has number
// channels + t, its ejection channel, where packets leave by one, channels + terminals + t.
class Paths {
 public:
  Paths(const Topology& topology, const RoutingRelation& relation, const TrafficPattern& pattern, const LightTrafficOptions& options)
      : topology_(topology), relation_(relation), options_(options), graph_(topology, relation) {
    collect(pattern);
  }
  [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(source_.size()); }
  [[nodiscard]] const Lists& channels() const { return channels_; }
  [[nodiscard]] std::uint32_t source(std::uint32_t path) const { return source_[path]; }
  // The probability of a path: its flow's, times that of the draw. An index into probabilities().
  [[nodiscard]] std::uint32_t probability(std::uint32_t path) const { return probability_[path]; }
  [[nodiscard]] const std::vector<Rational>& probabilities() const { return probabilities_; }
  [[nodiscard]] const Rational& demand() const { return demand_; }
  // The paths on every channel.
  [[nodiscard]] Lists crossing() const;

 private:
  struct Flow {
    std::uint32_t source;
    std::uint32_t probability;  // index
  };
  void collect(const TrafficPattern& pattern);
  void check_vcs() const;
  void refuse_absorption(const RouteGraph::Place& place) const;
  void descend(std::uint32_t place, const Rational& probability);
  void finish_path(const Rational& probability);
  [[nodiscard]] std::uint32_t number(const Rational& probability);

  const Topology& topology_;
  const RoutingRelation& relation_;
  const LightTrafficOptions& options_;
  RouteGraph graph_;
  Lists channels_;
  std::vector<std::uint32_t> source_, probability_;
  std::vector<Rational> probabilities_;
  std::map<Rational, std::uint32_t> number_;
  Rational demand_ = 0;
  std::vector<std::uint32_t> prefix_;  // channels from the source on
  std::uint32_t from_ = 0, to_ = 0, paths_of_pair_ = 0;
};

void Paths::collect(const TrafficPattern& pattern) {
  std::vector<std::vector<Flow>> to(topology_.terminals());
  for (std::uint32_t s = 0; s < topology_.terminals(); ++s) {
    Rational previous = 0;
    std::uint32_t index = 0;
    for (const Demand& d : pattern.row(TerminalId(s))) {
      if (d.probability != previous) {
        previous = d.probability;
        index = number(previous);
      }
      to[d.destination.value()].push_back({s, index});
      demand_ += d.probability;
    }
  }
  for (to_ = 0; to_ < topology_.terminals(); ++to_) {
    const std::vector<Flow>& flows = to[to_];
    if (flows.empty()) continue;
    std::vector<TerminalId> sources;
    sources.reserve(flows.size());
    for (const Flow& f : flows) sources.emplace_back(f.source);
    graph_.walk(TerminalId(to_), sources);
    if (graph_.topological_order().empty()) {
      throw ConfigError("slope", "routing", relation_.name(),
                        fmt::format("may send a head flit to node {} round for ever; paths have no end", graph_.destination().value()));
    }
    check_vcs();
    std::size_t flow = 0;
    for (const RouteGraph::Start& start : graph_.starts()) {
      if (flows[flow].source != start.source.value()) ++flow;
      if (from_ != start.source.value()) paths_of_pair_ = 0;
      from_ = start.source.value();
      // A copy: finish_path may add probabilities.
      const Rational whole = probabilities_[flows[flow].probability];
      descend(start.place, start.weight == start.total_weight ? whole : Rational(whole * start.weight / start.total_weight));
    }
    from_ = topology_.terminals();  // the next destination begins anew
  }
}

// Every route of every place must offer two VCs, so that two worms always share a channel.
void Paths::check_vcs() const {
  const auto vcs_of = [&](unsigned classes) {
    int vcs = 0;
    for (int v = 0; v < options_.vcs; ++v) vcs += static_cast<int>((classes >> static_cast<unsigned>(v * relation_.classes() / options_.vcs)) & 1U);
    return vcs;
  };
  for (const RouteGraph::Place& place : graph_.places()) {
    unsigned classes = 0;
    const auto hops = graph_.hops(place);
    for (const RouteGraph::Hop* hop = hops.begin(); hop != hops.end(); ++hop) {
      if (hop->candidate.exit != Exit::channel) continue;
      const bool more_to_come = hop + 1 != hops.end() && (hop + 1)->candidate.route == hop->candidate.route;
      classes |= hop->candidate.classes;
      if (more_to_come) continue;
      if (vcs_of(classes) < 2) throw ConfigError("slope", "vcs", std::to_string(options_.vcs), "leaves some hops fewer than 2 virtual channels");
      classes = 0;
    }
  }
}

void Paths::refuse_absorption(const RouteGraph::Place& place) const {
  for (const RouteGraph::Hop& hop : graph_.hops(place)) {
    if (hop.candidate.exit != Exit::absorb) continue;
    throw ConfigError("slope", "routing", relation_.name(),
                      fmt::format("may absorb packets on their way, as from node {} to node {}; the slope has no formula for them",
                                  topology_.router_of(TerminalId(from_)).value(), graph_.destination().value()));
  }
}

// Follows all routes from a place; recurses at choices only.
void Paths::descend(std::uint32_t index, const Rational& probability) {
  const std::size_t mark = prefix_.size();
  while (index != RouteGraph::kDelivered) {
    const RouteGraph::Place& place = graph_.places()[index];
    refuse_absorption(place);
    refuse_adaptive("slope", relation_.name(), place.total_weight);
    const RouteGraph::Hop& first = graph_.hops(place).front();
    if (first.candidate.weight == place.total_weight) {  // certain
      if (first.candidate.exit == Exit::channel) prefix_.push_back(first.candidate.channel.value());
      index = first.to;
      continue;
    }
    for_each_route(graph_.hops(place), [&](const RouteGraph::Hop& hop) {
      if (hop.candidate.weight == 0) return;
      const std::size_t before = prefix_.size();
      if (hop.candidate.exit == Exit::channel) prefix_.push_back(hop.candidate.channel.value());
      descend(hop.to, Rational(probability * hop.candidate.weight / place.total_weight));
      prefix_.resize(before);
    });
    prefix_.resize(mark);
    return;
  }
  finish_path(probability);
  prefix_.resize(mark);
}

void Paths::finish_path(const Rational& probability) {
  if (++paths_of_pair_ > options_.path_limit) {
    throw ConfigError("slope", "routing", relation_.name(),
                      fmt::format("has more than {} paths from node {} to node {}", options_.path_limit,
                                  topology_.router_of(TerminalId(from_)).value(), graph_.destination().value()));
  }
  auto& all = channels_.items;
  const auto begin = static_cast<std::ptrdiff_t>(all.size());
  all.insert(all.end(), prefix_.begin(), prefix_.end());
  std::sort(all.begin() + begin, all.end());
  all.erase(std::unique(all.begin() + begin, all.end()), all.end());
  all.push_back(topology_.channels() + from_);
  if (options_.machine.ejection_channels) all.push_back(topology_.channels() + topology_.terminals() + to_);
  if (all.size() > options_.crossing_limit) {
    refuse_work(topology_, "crossings", static_cast<double>(all.size()), static_cast<double>(options_.crossing_limit));
  }
  channels_.begin.push_back(all.size());
  source_.push_back(from_);
  probability_.push_back(number(probability));
}

std::uint32_t Paths::number(const Rational& probability) {
  const auto [it, added] = number_.try_emplace(probability, static_cast<std::uint32_t>(probabilities_.size()));
  if (added) probabilities_.push_back(probability);
  return it->second;
}

Lists Paths::crossing() const {
  Lists lists;
  lists.begin.assign(topology_.channels() + 2 * topology_.terminals() + 1, 0);
  for (const std::uint32_t c : channels_.items) ++lists.begin[c + 1];
  for (std::size_t c = 1; c < lists.begin.size(); ++c) lists.begin[c] += lists.begin[c - 1];
  lists.items.resize(channels_.items.size());
  std::vector<std::size_t> place(lists.begin.begin(), lists.begin.end() - 1);
  for (std::uint32_t path = 0; path < count(); ++path) {
    for (const std::uint32_t* c = channels_.first(path); c != channels_.last(path); ++c) lists.items[place[*c]++] = path;
  }
  return lists;
}

// Sum over paths a of `orbit_size`d sources and all paths b that share a channel with a of weight a x weight b.
template <typename Whole>
Integer meetings(const Paths& paths, const Lists& crossing, const std::vector<std::uint32_t>& orbit_size, const std::vector<Whole>& weights) {
  std::vector<std::uint32_t> met_by(paths.count(), paths.count());
  Integer total = 0;
  for (std::uint32_t a = 0; a < paths.count(); ++a) {
    if (orbit_size[paths.source(a)] == 0) continue;
    Whole met = 0;
    for (const std::uint32_t* c = paths.channels().first(a); c != paths.channels().last(a); ++c) {
      for (const std::uint32_t* b = crossing.first(*c); b != crossing.last(*c); ++b) {
        if (met_by[*b] == a) continue;
        met_by[*b] = a;
        met += weights[paths.probability(*b)];
      }
    }
    total += Integer(met) * weights[paths.probability(a)] * orbit_size[paths.source(a)];
  }
  return total;
}

}  // namespace

Rational light_traffic_slope(const Topology& topology, const RoutingRelation& relation, const TrafficPattern& pattern,
                             const LightTrafficOptions& options) {
  check_conditions(topology, options.machine);
  const double flows = static_cast<double>(topology.terminals()) * static_cast<double>(std::max<std::size_t>(1, pattern.row(TerminalId(0)).size()));
  const double crossings = flows * mean_places(topology, relation);
  if (crossings > static_cast<double>(options.crossing_limit)) {
    refuse_work(topology, "crossings", crossings, static_cast<double>(options.crossing_limit));
  }
  const Paths paths(topology, relation, pattern, options);
  if (paths.demand() == 0) throw ConfigError("slope", "traffic", "has no source that sends");

  const bool alike = options.use_symmetry && pattern.permutation_invariant();
  const auto symmetries = alike ? usable_translations(topology, relation) : std::vector<Symmetry>{};
  verify_symmetries(topology, relation, symmetries);
  std::vector<std::uint32_t> orbit_size(topology.terminals(), 0);  // of the terminals that stand for others
  const Orbits orbits(topology, symmetries);
  for (const Orbits::Representative& r : orbits.nodes()) {
    for (const TerminalId t : topology.terminals_of(r.node)) orbit_size[t.value()] = r.orbit_size;
  }

  const Lists crossing = paths.crossing();
  double work = 0;
  for (std::uint32_t a = 0; a < paths.count(); ++a) {
    if (orbit_size[paths.source(a)] == 0) continue;
    for (const std::uint32_t* c = paths.channels().first(a); c != paths.channels().last(a); ++c) work += static_cast<double>(crossing.size(*c));
  }
  if (work > options.budget) refuse_work(topology, "steps", work, options.budget);

  Integer scale = 1;
  for (const Rational& p : paths.probabilities()) scale = lcm(scale, denominator(p));
  std::vector<Integer> weights;
  weights.reserve(paths.probabilities().size());
  for (const Rational& p : paths.probabilities()) weights.push_back(numerator(Rational(p * scale)));
  Integer met = 0;
  if (Rational(paths.demand() * scale) <= (std::uint64_t{1} << 62U)) {  // no sum of weights is larger
    std::vector<std::uint64_t> small;
    for (const Integer& w : weights) small.push_back(static_cast<std::uint64_t>(w));
    met = meetings(paths, crossing, orbit_size, small);
  } else {
    met = meetings(paths, crossing, orbit_size, weights);
  }
  return Rational(met) / (Rational(scale) * scale * paths.demand());
}

}  // namespace dateline

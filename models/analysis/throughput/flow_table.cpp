#include "models/analysis/throughput/flow_table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/analysis/throughput/cheapest_ways.hpp"
#include "models/base/error.hpp"
#include "models/network/relation/path_table_file.hpp"

namespace dateline {
namespace {

constexpr std::uint64_t kUnits = std::uint64_t{1} << 20U;

template <typename Amount>
struct Share {
  Amount amount;
  std::vector<ChannelId> channels;
};

// Below it, nothing: rounding errors of floating point.
template <typename Amount>
Amount nothing() {
  return Amount(0);
}
template <>
double nothing<double>() {
  return 1e-12;
}

// One flow, taken apart.
template <typename Amount>
class FlowWalk {
 public:
  FlowWalk(const FlowProblem& problem, std::size_t demand, std::vector<Amount> flow)
      : problem_(problem), destination_(problem.demands()[demand].destination), flow_(std::move(flow)), at_(problem.topology().nodes(), kNotOnPath) {}

  // Paths from a source with `total` in sum, or as much as is left.
  [[nodiscard]] std::vector<Share<Amount>> take(NodeId source, Amount total) {
    std::vector<Share<Amount>> shares;
    while (total > nothing<Amount>()) {
      std::vector<ChannelId> path = walk(source);
      if (path.empty()) break;
      Amount width = total;
      for (const ChannelId c : path) width = std::min(width, flow_[c.value()]);
      for (const ChannelId c : path) flow_[c.value()] -= width;
      total -= width;
      const auto same = std::find_if(shares.begin(), shares.end(), [&](const auto& share) { return share.channels == path; });
      if (same == shares.end()) {
        shares.push_back({width, std::move(path)});
      } else {
        same->amount += width;
      }
    }
    return shares;
  }

 private:
  static constexpr std::uint32_t kNotOnPath = 0xffffffffU;

  // Empty: no flow leads to the destination.
  [[nodiscard]] std::vector<ChannelId> walk(NodeId source) {
    std::vector<ChannelId> path;
    std::vector<NodeId> passed = {source};
    at_[source.value()] = 0;
    while (passed.back() != destination_) {
      const ChannelId most = largest_from(passed.back());
      if (most == kNoChannel) {
        path.clear();
        break;
      }
      path.push_back(most);
      const NodeId to = problem_.topology().channel(most).to;
      if (at_[to.value()] != kNotOnPath) {
        drop_circle(path, passed, at_[to.value()]);
      } else {
        at_[to.value()] = static_cast<std::uint32_t>(path.size());
        passed.push_back(to);
      }
    }
    for (const NodeId v : passed) at_[v.value()] = kNotOnPath;
    return path;
  }

  [[nodiscard]] ChannelId largest_from(NodeId v) const {
    ChannelId most = kNoChannel;
    for (const ChannelId c : problem_.leaving(v)) {
      if (flow_[c.value()] > nothing<Amount>() && (most == kNoChannel || flow_[c.value()] > flow_[most.value()])) most = c;
    }
    return most;
  }

  // The path leads back to its place `first`.
  void drop_circle(std::vector<ChannelId>& path, std::vector<NodeId>& passed, std::uint32_t first) {
    Amount width = flow_[path.back().value()];
    for (std::size_t i = first; i < path.size(); ++i) width = std::min(width, flow_[path[i].value()]);
    for (std::size_t i = first; i < path.size(); ++i) flow_[path[i].value()] -= width;
    path.resize(first);
    for (; passed.size() > first + 1; passed.pop_back()) at_[passed.back().value()] = kNotOnPath;
  }

  const FlowProblem& problem_;
  NodeId destination_;
  std::vector<Amount> flow_;
  std::vector<std::uint32_t> at_;  // per router: its place on the path
};

// Weights that sum to `units`, largest rests first.
std::vector<WeightedPath> rounded(const std::vector<Share<Rational>>& shares, std::uint64_t units) {
  Rational total = 0;
  for (const auto& share : shares) total += share.amount;
  std::vector<std::pair<Rational, std::size_t>> rests;
  std::vector<WeightedPath> paths;
  std::uint64_t given = 0;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const Rational exact = shares[i].amount * units / total;
    const Integer whole = numerator(exact) / denominator(exact);
    rests.emplace_back(Rational(whole) - exact, i);
    paths.push_back({static_cast<std::uint64_t>(whole), shares[i].channels});
    given += paths.back().weight;
  }
  std::sort(rests.begin(), rests.end());
  for (std::size_t i = 0; given < units; ++i, ++given) ++paths[rests[i].second].weight;
  paths.erase(std::remove_if(paths.begin(), paths.end(), [](const WeightedPath& path) { return path.weight == 0; }), paths.end());
  return paths;
}

// In the ratios of the shares, if a file can hold the weights.
std::vector<WeightedPath> weighted(const std::vector<Share<Rational>>& shares) {
  Integer common = 1, largest = 0, divisor = 0;
  for (const auto& share : shares) common = lcm(common, denominator(share.amount));
  std::vector<Integer> weights;
  for (const auto& share : shares) {
    weights.push_back(numerator(Rational(share.amount * common)));
    largest = std::max(largest, weights.back());
    divisor = gcd(divisor, weights.back());
  }
  if (largest / divisor > kMostPathWeight) return rounded(shares, kMostPathWeight);
  std::vector<WeightedPath> paths;
  for (std::size_t i = 0; i < shares.size(); ++i) paths.push_back({static_cast<std::uint64_t>(weights[i] / divisor), shares[i].channels});
  return paths;
}

std::vector<WeightedPath> weighted(const std::vector<Share<double>>& shares) {
  std::vector<Share<Rational>> exact;
  for (const auto& share : shares) exact.push_back({exact_value(share.amount), share.channels});
  return rounded(exact, kUnits);
}

std::vector<ChannelId> way_from(const FlowProblem& problem, const CheapestWays<std::uint32_t>& ways, NodeId source) {
  std::vector<ChannelId> path;
  for (ChannelId c = ways.next(source); c != kNoChannel; c = ways.next(problem.topology().channel(c).to)) path.push_back(c);
  return path;
}

// A path of the fewest hops to `destination` from every router that lacks one.
void complete(const FlowProblem& problem, NodeId destination, PathTable& table) {
  const Topology& topology = problem.topology();
  const std::vector<std::uint32_t> one(topology.channels(), 1);
  CheapestWays<std::uint32_t> ways;
  ways.find(problem, 0, one);
  for (std::uint32_t s = 0; s < topology.nodes(); ++s) {
    auto& paths = table.paths[std::size_t{s} * topology.nodes() + destination.value()];
    if (!paths.empty() || NodeId(s) == destination || topology.terminals_of(NodeId(s)).empty()) continue;
    std::vector<ChannelId> path = way_from(problem, ways, NodeId(s));
    if (!path.empty()) paths.push_back({1, std::move(path)});
  }
}

template <typename Amount>
void add_flow(const FlowProblem& problem, std::size_t demand, const std::vector<Amount>& flow, const std::vector<Amount>& amounts, PathTable& table) {
  const FlowDemand& asked = problem.demands()[demand];
  FlowWalk<Amount> walk(problem, demand, flow);
  for (std::size_t i = 0; i < asked.sources.size(); ++i) {
    const auto shares = walk.take(asked.sources[i], amounts[i]);
    if (shares.empty()) continue;
    table.paths[std::size_t{asked.sources[i].value()} * problem.topology().nodes() + asked.destination.value()] = weighted(shares);
  }
}

// What arrives, in the unit of the flow, for one unit of the demand.
template <typename Amount>
Amount arriving_flow(const FlowProblem& problem, std::size_t demand, const std::vector<Amount>& flow) {
  Amount sum = 0;
  for (const ChannelId c : problem.arriving(problem.demands()[demand].destination)) sum += flow[c.value()];
  return sum;
}

Rational demanded(const FlowDemand& demand) {
  Rational sum = 0;
  for (const Rational& amount : demand.amounts) sum += amount;
  return sum;
}

}  // namespace

FlowTable::FlowTable(const FlowProblem& problem) : problem_(problem), table_(empty_path_table(problem.topology(), false, "throughput")) {}

void FlowTable::add(std::size_t demand, const std::vector<Rational>& flow) {
  const FlowDemand& asked = problem_.demands()[demand];
  const Rational factor = arriving_flow(problem_, demand, flow) / demanded(asked);
  std::vector<Rational> amounts;
  for (const Rational& amount : asked.amounts) amounts.push_back(amount * factor);
  add_flow(problem_, demand, flow, amounts, table_);
}

void FlowTable::add(std::size_t demand, const std::vector<double>& flow) {
  const FlowDemand& asked = problem_.demands()[demand];
  const double arriving = arriving_flow(problem_, demand, flow);
  const Rational total = demanded(asked);
  std::vector<double> amounts, parts = flow;
  for (const Rational& amount : asked.amounts) amounts.push_back(to_double(Rational(amount / total)));
  for (double& part : parts) part /= arriving;
  add_flow(problem_, demand, parts, amounts, table_);
}

PathTable FlowTable::take() && {
  const Topology& topology = problem_.topology();
  for (std::uint32_t t = 0; t < topology.nodes(); ++t) {
    if (topology.terminals_of(NodeId(t)).empty()) continue;
    // Over what lives; then, of failed routers, over all.
    const std::vector<FlowDemand> to_it = {{NodeId(t), {}, {}}};
    complete(FlowProblem(topology, problem_.faults(), to_it, FlowPaths::minimal), NodeId(t), table_);
    if (problem_.faults() != nullptr) complete(FlowProblem(topology, nullptr, to_it, FlowPaths::minimal), NodeId(t), table_);
  }
  return std::move(table_);
}

Rational table_load(const FlowProblem& problem, const PathTable& table) {
  const Topology& topology = problem.topology();
  std::vector<Rational> load(topology.channels());
  for (std::size_t d = 0; d < problem.demands().size(); ++d) {
    const FlowDemand& demand = problem.demands()[d];
    for (std::size_t i = 0; i < demand.sources.size(); ++i) {
      const auto& paths = table.paths[std::size_t{demand.sources[i].value()} * topology.nodes() + demand.destination.value()];
      Integer weight = 0;
      for (const WeightedPath& path : paths) weight += path.weight;
      if (weight == 0) throw InvariantError(fmt::format("a table without a path {} -> {}", demand.sources[i].value(), demand.destination.value()));
      for (const WeightedPath& path : paths) {
        const Rational share = demand.amounts[i] * Rational(Integer(path.weight), weight);
        NodeId at = demand.sources[i];
        for (const ChannelId c : path.channels) {
          if (topology.channel(c).from != at || !problem.open(d, c)) throw InvariantError("a path over a channel that is not open to it");
          load[c.value()] += share;
          at = topology.channel(c).to;
        }
        if (at != demand.destination) throw InvariantError("a path that ends elsewhere");
      }
    }
  }
  Rational largest = 0;
  for (std::uint32_t c = 0; c < load.size(); ++c) {
    if (load[c] != 0) largest = std::max(largest, Rational(load[c] / to_rational(topology.channel(ChannelId(c)).bandwidth)));
  }
  return largest;
}

}  // namespace dateline

#include "models/analysis/throughput/flow_problem.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/analysis/loads/end_traffic.hpp"
#include "models/base/error.hpp"
#include "models/network/symmetry/distances.hpp"

namespace dateline {

std::vector<FlowDemand> flow_demands(const Topology& topology, const FaultMap* faults, const TrafficPattern& pattern) {
  const EndTraffic traffic(topology, faults, pattern);
  std::vector<FlowDemand> to(topology.nodes());
  for (std::uint32_t s = 0; s < topology.nodes(); ++s) {
    if (traffic.ends().terminals(s).empty()) continue;
    for (const Demand& d : traffic.row(s)) {
      const std::uint32_t t = traffic.ends().of(d.destination);
      if (t == s || d.probability == 0) continue;
      to[t].destination = NodeId(t);
      to[t].sources.emplace_back(s);
      to[t].amounts.push_back(d.probability);
    }
  }
  std::vector<FlowDemand> demands;
  for (FlowDemand& d : to) {
    if (!d.sources.empty()) demands.push_back(std::move(d));
  }
  return demands;
}

Rational whole_scale(const std::vector<FlowDemand>& demands) {
  const Integer kMost = Integer(1) << 40U;
  Integer common = 1, divisor = 0, largest = 0;
  for (const FlowDemand& demand : demands) {
    for (const Rational& amount : demand.amounts) {
      common = lcm(common, denominator(amount));
      if (common > kMost) return 1;
    }
  }
  for (const FlowDemand& demand : demands) {
    for (const Rational& amount : demand.amounts) {
      const Integer whole = numerator(Rational(amount * common));
      divisor = gcd(divisor, whole);
      largest = std::max(largest, whole);
    }
  }
  return largest / divisor > kMost ? Rational(1) : Rational(common, divisor);
}

namespace {

double unit_of_bandwidths(const Topology& topology) {
  constexpr double kNear = 1024;  // then the numbers that a program takes are good as they are
  double largest = 0;
  for (std::uint32_t c = 0; c < topology.channels(); ++c) {
    largest = std::max(largest, to_double(to_rational(topology.channel(ChannelId(c)).bandwidth)));
  }
  return largest > kNear || largest * kNear < 1 ? largest : 1;
}

}  // namespace

FlowProblem::FlowProblem(const Topology& topology, const FaultMap* faults, std::vector<FlowDemand> demands, FlowPaths paths)
    : topology_(topology), faults_(faults), demands_(std::move(demands)), paths_(paths), bandwidth_unit_(unit_of_bandwidths(topology)) {
  in_ = lists_by([](const Channel& c) { return c.to; });
  out_ = lists_by([](const Channel& c) { return c.from; });
  find_hops();
}

template <typename End>
FlowProblem::Lists FlowProblem::lists_by(End end) const {
  Lists lists;
  lists.begin.assign(topology_.nodes() + 1, 0);
  for (std::uint32_t c = 0; c < topology_.channels(); ++c) {
    if (usable(ChannelId(c))) ++lists.begin[end(topology_.channel(ChannelId(c))).value() + 1];
  }
  for (std::uint32_t v = 0; v < topology_.nodes(); ++v) lists.begin[v + 1] += lists.begin[v];
  lists.channels.resize(lists.begin.back());
  std::vector<std::uint32_t> next = lists.begin;
  for (std::uint32_t c = 0; c < topology_.channels(); ++c) {
    if (usable(ChannelId(c))) lists.channels[next[end(topology_.channel(ChannelId(c))).value()]++] = ChannelId(c);
  }
  return lists;
}

void FlowProblem::find_hops() {
  const std::uint32_t nodes = topology_.nodes();
  std::vector<NodeId> open;
  for (std::size_t d = 0; d < demands_.size(); ++d) {
    hops_.resize(hops_.size() + nodes, kUnreached);
    std::uint32_t* const hops = hops_.data() + d * nodes;
    open.assign(1, demands_[d].destination);
    hops[demands_[d].destination.value()] = 0;
    for (std::size_t i = 0; i < open.size(); ++i) {
      for (const ChannelId c : arriving(open[i])) {
        const NodeId from = topology_.channel(c).from;
        if (hops[from.value()] != kUnreached) continue;
        hops[from.value()] = hops[open[i].value()] + 1;
        open.push_back(from);
      }
    }
    for (const NodeId s : demands_[d].sources) {
      if (hops[s.value()] != kUnreached) continue;
      throw ConfigError("throughput", "topology", topology_.name(),
                        fmt::format("has no path from node {} to node {}, where something is sent", s.value(), demands_[d].destination.value()));
    }
  }
}

bool FlowProblem::open(std::size_t d, ChannelId c) const {
  const Channel& channel = topology_.channel(c);
  const std::uint32_t* const hops = hops_.data() + d * topology_.nodes();
  const std::uint32_t from = hops[channel.from.value()], to = hops[channel.to.value()];
  if (from == 0 || to == kUnreached || !usable(c)) return false;
  return paths_ == FlowPaths::any || from == to + 1;
}

std::uint64_t FlowProblem::columns() const {
  std::uint64_t columns = 1;
  for (std::size_t d = 0; d < demands_.size(); ++d) {
    for (std::uint32_t c = 0; c < topology_.channels(); ++c) columns += open(d, ChannelId(c)) ? 1 : 0;
  }
  return columns;
}

}  // namespace dateline

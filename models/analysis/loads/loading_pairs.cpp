#include "models/analysis/loads/loading_pairs.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/analysis/loads/end_traffic.hpp"
#include "models/analysis/loads/propagation.hpp"
#include "models/base/error.hpp"

namespace dateline {
namespace {

bool larger(const ExactFraction& a, const ExactFraction& b) {
  if (a.is_wide() || b.is_wide()) return a.value() > b.value();
  __extension__ using Wide = unsigned __int128;
  return Wide{a.numerator()} * b.denominator() > Wide{b.numerator()} * a.denominator();
}

// Pairs come by source and destination, so that of equal loads the first stays in front.
void add(ChannelPairs& channel, LoadingPair pair, std::size_t shown) {
  const auto place = std::upper_bound(channel.most.begin(), channel.most.end(), pair,
                                      [](const LoadingPair& a, const LoadingPair& b) { return larger(a.load, b.load); });
  if (place == channel.most.end() && channel.most.size() == shown) {
    ++channel.others;
    channel.of_others.add(pair.load);
    return;
  }
  channel.most.insert(place, std::move(pair));
  if (channel.most.size() <= shown) return;
  ++channel.others;
  channel.of_others.add(channel.most.back().load);
  channel.most.pop_back();
}

void check_budget(const Topology& topology, const RoutingRelation& relation, const EndTraffic& traffic, double budget) {
  double pairs = 0;
  for (std::uint32_t end = 0; end < traffic.ends().count(); ++end) pairs += static_cast<double>(traffic.row(end).size());
  const double cost = pairs * mean_places(topology, relation);
  if (cost <= budget) return;
  throw BudgetError("loads", "topology", topology.name(),
                    fmt::format("needs about {:.1e} steps for the pairs of its channels; the budget is {:.1e}", cost, budget));
}

}  // namespace

std::vector<ChannelPairs> loading_pairs(const Topology& topology, const RoutingRelation& relation, const TrafficPattern& pattern, std::size_t shown,
                                        double budget) {
  const EndTraffic traffic(topology, relation, pattern);
  check_budget(topology, relation, traffic, budget);
  Propagation propagation(topology, relation);
  std::vector<ChannelPairs> result(topology.channels());
  for (std::uint32_t source = 0; source < traffic.ends().count(); ++source) {
    for (const Demand& demand : traffic.row(source)) {
      const std::uint32_t to = traffic.ends().of(demand.destination);
      for (const ChannelFlow& f : propagation.flow(demand.destination, {traffic.ends().terminals(source).front()}, {demand.probability})) {
        add(result[f.channel.value()], {source, to, f.amount}, shown);
      }
    }
  }
  return result;
}

}  // namespace dateline

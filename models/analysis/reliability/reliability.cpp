#include "models/analysis/reliability/reliability.hpp"

#include "models/analysis/reliability/disconnection.hpp"

namespace dateline {
namespace {

constexpr double kMostSteps = 2e9;    // sets x (nodes + channels): seconds
constexpr double kMostWalks = 1.5e7;  // sets x pairs: seconds

// The sets whose connectivity is examined: with component 0 where all are alike.
bool by_symmetry(const Components& components, std::uint32_t faults) { return faults > 0 && components.alike(); }

// visit(set) for all sets, or those drawn.
template <typename Visit>
void for_sets_looked_at(const Components& components, std::uint32_t faults, bool all, const SampleOptions& sample, const ReliabilityTick& tick,
                        Visit visit) {
  std::uint64_t done = 0;
  if (all) {
    const std::uint64_t count = *sets_of(components.size(), faults);
    for_sets(components.size(), faults, [&](const ComponentSet& set) {
      visit(set);
      tick(++done, count);
    });
    return;
  }
  while (done < sample.orders) {
    ComponentSet set = drawn_order(components.size(), sample.seed, done);
    set.resize(faults);
    visit(set);
    tick(++done, sample.orders);
  }
}

}  // namespace

bool enumerable(const Components& components, std::uint32_t faults) {
  const auto sets = sets_of(components.size(), faults);
  if (!sets) return false;
  const Topology& topology = components.topology();
  double looked_at = static_cast<double>(*sets);
  if (by_symmetry(components, faults)) looked_at = looked_at * faults / components.size();
  return looked_at * (static_cast<double>(topology.nodes()) + topology.channels()) <= kMostSteps;
}

bool routing_enumerable(const Components& components, std::uint32_t faults) {
  const auto sets = sets_of(components.size(), faults);
  double ends = components.topology().terminals();
  if (components.kind() == FaultKind::nodes) ends *= 1 - static_cast<double>(faults) / components.size();
  return sets && static_cast<double>(*sets) * ends * ends <= kMostWalks;
}

ConnectedShare connected_share(const Components& components, std::uint32_t faults, const SampleOptions& sample, const ReliabilityTick& tick) {
  ConnectedShare share;
  share.exact = enumerable(components, faults);
  const std::uint32_t n = components.size();
  if (!share.exact || !by_symmetry(components, faults)) {
    for_sets_looked_at(components, faults, share.exact, sample, tick, [&](const ComponentSet& set) {
      ++share.sets;
      share.connected += components.connected_without(set) ? 1 : 0;
    });
    return share;
  }
  // Every set of f holds f components, and as many connected sets hold each of the n.
  ComponentSet with_first(faults);
  const std::uint64_t all = *sets_of(n - 1, faults - 1);
  std::uint64_t done = 0, connected = 0;
  for_sets(n - 1, faults - 1, [&](const ComponentSet& others) {
    with_first[0] = 0;
    for (std::uint32_t i = 1; i < faults; ++i) with_first[i] = others[i - 1] + 1;
    connected += components.connected_without(with_first) ? 1 : 0;
    tick(++done, all);
  });
  share.sets = *sets_of(n, faults);
  share.connected = connected * n / faults;
  return share;
}

DeliveredShare delivered_share(const Components& components, std::uint32_t faults, const TestedRouting& routing, const SampleOptions& sample,
                               const ReliabilityTick& tick) {
  DeliveredShare share;
  share.exact = routing_enumerable(components, faults);
  for_sets_looked_at(components, faults, share.exact, sample, tick, [&](const ComponentSet& set) {
    if (!components.connected_without(set)) return;
    const auto relation = routing.under(components.map(set));
    const DeliveredPairs pairs = delivered_pairs(components.topology(), *relation, routing.local);
    ++share.sets;
    share.absorbs = relation->absorbs();
    share.complete += pairs.certain == pairs.pairs ? 1 : 0;
    const auto all = static_cast<double>(pairs.pairs), certain = static_cast<double>(pairs.certain);
    if (pairs.certain > 0) share.absorptions.add(pairs.absorptions / certain);
    if (pairs.pairs == 0) return;
    share.certain.add(certain / all);
    share.expected.add(pairs.expected / all);
    share.aware.add(pairs.aware / all);
  });
  return share;
}

MeanEstimate sampled_disconnection_time(const Components& components, const SampleOptions& sample, const ReliabilityTick& tick) {
  MeanEstimate time;
  while (time.count() < sample.orders) {
    time.add(disconnection_time(components.connected_after(drawn_order(components.size(), sample.seed, time.count()))));
    tick(time.count(), sample.orders);
  }
  return time;
}

}  // namespace dateline

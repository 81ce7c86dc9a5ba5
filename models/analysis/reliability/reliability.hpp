// How well a network and its routings stand random faults: any set of f components, all alike probable.
// Of every set that is examined: whether what is left is connected; if so, which pairs each routing delivers, and how
// often messages are absorbed (delivery.hpp). Shares and means of routings are over the connected sets alone: no
// routing is used on others.
// Exact by enumeration of all C(n, f) sets where that fits a budget, counted beforehand; where all components are alike
// connectivity is examined for the sets that hold component 0 alone, which are f / n of all and of the connected.
// Else over the first f components of drawn orders (component_sets.hpp), the same orders for all f.
// Cost: O(sets x channels), and for a routing O(sets x walk of all pairs).
#pragma once

#include <functional>
#include <string>

#include "models/analysis/reliability/component_sets.hpp"
#include "models/analysis/reliability/delivery.hpp"
#include "models/analysis/reliability/estimates.hpp"

namespace dateline {

struct TestedRouting {
  std::string name;
  bool local;  // see delivery.hpp
  // Null: nothing has failed. Throws ConfigError where it cannot be made for what is left.
  std::function<std::shared_ptr<const RoutingRelation>(std::shared_ptr<const FaultMap>)> under;
  bool around_faults = false;  // its paths are others where something has failed
  int vcs = 0;                 // of a channel, so that it has no more classes; 0: as many as it needs
};

struct SampleOptions {
  std::uint64_t orders = 0, seed = 0;  // none: what cannot be exact cannot be
};
using ReliabilityTick = std::function<void(std::uint64_t done, std::uint64_t all)>;

struct ConnectedShare {
  bool exact = false;
  std::uint64_t sets = 0, connected = 0;  // of which it is the share
  [[nodiscard]] double share() const { return static_cast<double>(connected) / static_cast<double>(sets); }
};

struct DeliveredShare {
  bool exact = false;
  std::uint64_t sets = 0;      // connected ones
  std::uint64_t complete = 0;  // in which every pair is certain (delivery.hpp)
  // Over them, shares of the pairs: the certain ones, and the mean chances of a message; none if no network has two
  // terminals left.
  MeanEstimate certain, expected, aware;
  MeanEstimate absorptions;  // over those with a certain pair: mean of such a message
  bool absorbs = false;      // whether the routing ever does
};

// Whether all sets are few enough.
[[nodiscard]] bool enumerable(const Components& components, std::uint32_t faults);
[[nodiscard]] bool routing_enumerable(const Components& components, std::uint32_t faults);

// `faults` <= most_faults(). By enumeration if enumerable, else sampled.
[[nodiscard]] ConnectedShare connected_share(const Components& components, std::uint32_t faults, const SampleOptions& sample,
                                             const ReliabilityTick& tick);
[[nodiscard]] DeliveredShare delivered_share(const Components& components, std::uint32_t faults, const TestedRouting& routing,
                                             const SampleOptions& sample, const ReliabilityTick& tick);

// For a lifetime of 1, of drawn orders.
[[nodiscard]] MeanEstimate sampled_disconnection_time(const Components& components, const SampleOptions& sample, const ReliabilityTick& tick);

}  // namespace dateline

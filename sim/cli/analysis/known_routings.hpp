// What is known of the best oblivious routing without its linear program, for when the effort is spent before that has
// an answer: from above the least worst case of the routings that the network has by name, and, on networks of up to
// kMostRoutersHalved routers, of the one by way of random terminals (half_optimum.hpp); from below cuts, uniform
// traffic, and a permutation that the network carries badly.
// Cost: the worst case of each routing; the flows of half_optimum with the effort given.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "models/analysis/throughput/half_optimum.hpp"
#include "models/network/relation/relation.hpp"
#include "sim/cli/analysis/best_routings.hpp"

namespace dateline {

inline constexpr std::uint32_t kMostRoutersHalved = 128;  // by way of all of them, for all pairs

// What a routing's paths may be: any, shortest ones, or, on a grid of two dimensions, those of two turns.
enum class KnownPaths { any, minimal, two_turn };

// One channel of each orbit under what a routing is known to be symmetric under.
[[nodiscard]] std::vector<ChannelId> channels_of_orbits(const Topology& topology, const RoutingRelation& relation);

// Gives a point whose program was stopped the routing of another; what is said of the program stays.
void take_routing(RoutingPoint& point, const RoutingPoint& of);

class KnownRoutings {
 public:
  // By name. The topology must outlive it. `most_work`: channels x terminals^2 of a routing whose worst case is found.
  KnownRoutings(const Topology& topology, KnownPaths paths, std::uint64_t most_work = kAnyWork);
  static constexpr std::uint64_t kAnyWork = std::numeric_limits<std::uint64_t>::max();
  // And by way of random terminals.
  void add(HalfOptimum half);

  // In ascending order of gamma, then of hops; those by name without a table. Under any work one at least.
  [[nodiscard]] const std::vector<RoutingPoint>& routings() const { return routings_; }
  // With its table; none: it has too many paths.
  [[nodiscard]] std::optional<RoutingPoint> complete(const RoutingPoint& routing) const;

 private:
  void add_named(const std::string& name, std::uint64_t most_work);
  void sort();

  const Topology& topology_;
  KnownPaths paths_;
  std::vector<RoutingPoint> routings_;
  std::set<std::string> leave_and_return_;  // routings under which packets to their own terminal cross channels
};

// Both ends.
class RoutingBracket {
 public:
  // The topology must outlive it. `effort`: pivots of each flow.
  RoutingBracket(const Topology& topology, KnownPaths paths, std::uint64_t effort);
  [[nodiscard]] const std::vector<RoutingPoint>& routings() const { return known_.routings(); }
  // No routing of these paths has a smaller worst case.
  [[nodiscard]] const LeastLoad& least() const { return least_; }
  // In place of what a program has not found with its effort: the best known, of those within the point's limit the one
  // with the fewest hops. A point that is better stays. Either way it has its bound from below.
  void answer(RoutingPoint& point) const;

 private:
  KnownRoutings known_;
  LeastLoad least_;
};

}  // namespace dateline

// All ways to split the messages of a traffic pattern over the paths of a routing relation: the places that headers to
// each destination can reach and the hops between them, one acyclic graph for all destinations.
// A place is *free* where the relation leaves a choice to the network (several unweighted routes, or VC classes of one
// route that lead to different states): every split is allowed. Where it draws, shares are fixed. Ranks are no limit:
// which VCs are taken is not known, so every candidate may be, escapes too.
// Exact reductions: headers to one destination share places whatever their source (a place holds all that the relation
// knows of them), and places to one destination from which the same channels follow are one.
// Cost: O(places x candidates), counted as steps while destinations are walked.
// Throws BudgetError where steps x flows pass a limit; ConfigError for relations that absorb messages, and for those
// that may send one round for ever: their paths are without end.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/base/numbers/rational.hpp"
#include "models/network/relation/relation.hpp"
#include "models/network/topology/topology.hpp"
#include "models/network/traffic_pattern.hpp"

namespace dateline {

struct SplitGraph {
  static constexpr std::uint32_t kDelivered = 0xffffffffU;

  struct Hop {
    ChannelId channel = kNoChannel;  // none: nothing is crossed
    std::uint32_t to = kDelivered;   // or a place before this one
    std::uint64_t weight = 0;        // where the relation draws
    friend bool operator==(const Hop& a, const Hop& b) { return a.channel == b.channel && a.to == b.to && a.weight == b.weight; }
  };
  struct Place {
    std::uint32_t first_hop, hops;
    std::uint64_t total_weight;  // 0: free
  };
  struct Start {
    std::uint32_t place;
    Rational amount;  // packets/cycle at one packet/terminal/cycle
  };

  std::vector<Place> places;
  std::vector<Hop> hops;
  std::vector<Start> starts;
  Rational demand;          // sum over sources of their shares
  std::uint64_t flows = 0;  // pairs that something is sent between
  std::uint64_t steps = 0;  // places and candidates walked
  // Hops of a packet alone in the network, which always finds the lowest rank free; none where they depend on a choice.
  std::optional<Rational> mean_hops;

  [[nodiscard]] const Hop* begin(const Place& p) const { return hops.data() + p.first_hop; }
  [[nodiscard]] const Hop* end(const Place& p) const { return begin(p) + p.hops; }
};

// Sizes, in flows x steps: about a second, and about a minute.
inline constexpr double kShortSplits = 1.5e7, kLongSplits = 3e8;

// `limit`: of flows x steps.
[[nodiscard]] SplitGraph split_graph(const Topology& topology, const RoutingRelation& relation, const TrafficPattern& pattern, double limit);

}  // namespace dateline

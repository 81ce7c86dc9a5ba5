// All ways to split the messages of a traffic pattern over the paths of a routing relation: the places that headers to
// each destination can reach and the hops between them, one acyclic graph for all destinations.
// A place is *free* where the relation leaves a choice to the network (several unweighted routes, or VC classes of one
// route that lead to different states): every split is allowed. Where it draws, shares are fixed. Ranks are no limit:
// which VCs are taken is not known, so every candidate may be, escapes too.
// Exact reductions: headers to one destination share places whatever their source (a place holds all that the relation
// knows of them), and places to one destination from which the same channels follow are one.
// A message that is absorbed on its way crosses the injection channel of that node again: of a relation that absorbs,
// where that is asked for, the injection channels of routers with one terminal stand behind the network's channels, and
// each start crosses its own (docs/reference/router-cycle.md, section 8).
// Cost: O(places x candidates), counted as steps while destinations are walked.
// Throws BudgetError where steps x flows pass a limit; ConfigError for relations that may send a message round for ever
// or lose it, and for those that absorb one where that is not asked for.
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
  std::uint32_t injections = 0;   // numbers behind the channels, one a node; 0: no injection channel is crossed
  Rational injected_at_once = 1;  // bandwidth of each
  Rational demand;                // sum over sources of their shares
  std::uint64_t flows = 0;        // pairs that something is sent between
  std::uint64_t steps = 0;        // places and candidates walked
  // Hops of a packet alone in the network, which always finds the lowest rank free; none where they depend on a choice.
  std::optional<Rational> mean_hops;
  std::optional<Rational> mean_cycles;  // the same of the cycles that its head flit takes over channels, where they are given

  [[nodiscard]] Rational bandwidth(const Topology& topology, ChannelId channel) const {
    return channel.value() < topology.channels() ? to_rational(topology.channel(channel).bandwidth) : injected_at_once;
  }
  [[nodiscard]] const Hop* begin(const Place& p) const { return hops.data() + p.first_hop; }
  [[nodiscard]] const Hop* end(const Place& p) const { return begin(p) + p.hops; }
};

// Sizes, in flows x steps: about a second, and about a minute.
inline constexpr double kShortSplits = 1.5e7, kLongSplits = 3e8;

struct SplitLimits {
  double product;          // of flows x steps: what a linear program takes
  double steps = 0;        // more than that product is allowed up to so many steps
  bool absorbs = false;    // relations may absorb messages, and their injection channels are channels, too
  Rational nic_ports = 1;  // then: injection channels of a terminal

  SplitLimits(double flows_by_steps) : product(flows_by_steps) {}  // NOLINT(google-explicit-constructor): the common one
};
// `crossing`: cycles of a head flit over each channel; empty: not asked.
[[nodiscard]] SplitGraph split_graph(const Topology& topology, const RoutingRelation& relation, const TrafficPattern& pattern,
                                     const SplitLimits& limits, const std::vector<int>& crossing = {});

}  // namespace dateline

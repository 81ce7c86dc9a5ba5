// How much worse an oblivious routing is than the best routing for the same traffic, at worst: the largest gamma(T)
// theta(T) over all traffic matrices T, where gamma is the largest load / bandwidth that the routing puts on a
// channel, and 1 / theta the least that any routing could (models/analysis/throughput). 1: it is the best for every
// traffic.
// Source: D. Applegate, E. Cohen, "Making intra-domain routing robust to changing and uncertain traffic demands",
// SIGCOMM 2003. Of one channel e: prices l of channels such that no way from i to j is cheaper than what a packet
// i -> j brings to e, relative to its bandwidth; the least sum of bandwidth x price is the ratio, and its dual is the
// traffic. From above: whole prices, raised until they keep the rule, exactly. From below: a matrix, its load on e, and
// what a table of paths carries of it, exactly. Where the pivots do not suffice: simple prices, and the pairs that
// together bring most to the channel.
// Units: a ratio. Cost: for every channel of an orbit a program of N C rows; 8x8 routers take long.
// Throws ConfigError beyond kMostRowsAgainstOptimum rows.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "models/analysis/loads/pair_loads.hpp"
#include "models/network/relation/path_table.hpp"

namespace dateline {

struct AgainstOptimum {
  Rational lower, upper;
  ChannelId channel;            // of the larger end from above
  std::vector<Integer> prices;  // per channel: with the unit they prove `upper`
  Rational unit;                // of a price
  struct Flow {
    NodeId source, destination;
    Rational amount;
  };
  std::vector<Flow> traffic;  // proves `lower`
  ChannelId loaded;           // by it
  Rational load, theta;       // of it: on `loaded`; what some routing carries
  PathTable table;            // which does
  struct OfChannel {
    ChannelId channel;
    Rational lower, upper;
  };
  std::vector<OfChannel> channels;  // those searched
  std::uint64_t pivots = 0;
  bool stopped = false;  // by the effort, on some channel: its ends are of prices and traffic made by hand
  [[nodiscard]] bool exact() const { return lower == upper; }
};

inline constexpr std::uint64_t kMostRowsAgainstOptimum = 20'000;

// `channels`: one of each orbit, at least one; `pivots`: of each program. tick(done, all) before each.
[[nodiscard]] AgainstOptimum against_optimum(const Topology& topology, const PairLoads& loads, const std::vector<ChannelId>& channels,
                                             std::uint64_t pivots, const std::function<void(std::size_t, std::size_t)>& tick = {});

}  // namespace dateline

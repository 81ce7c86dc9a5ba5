// The fewest hops that a routing allows between pairs of terminals, and the fewest cycles on its channels: what no
// message of the pair falls below.
// Cost: O(places of the routing for each destination), with a logarithm where the channels' latencies differ; memory:
// 32 bytes a pair.
#pragma once

#include <cstdint>
#include <vector>

#include "models/network/relation/relation.hpp"
#include "models/network/topology/topology.hpp"

namespace dateline {

struct TerminalPair {
  TerminalId source, destination;
  [[nodiscard]] std::uint64_t key() const { return std::uint64_t{destination.value()} << 32U | source.value(); }
};

struct PairWay {
  std::uint32_t hops;      // at least
  std::uint64_t cycles;    // of a flit on channels, at least; over the fewest hops, if all channels are alike
  bool only;               // all messages of the pair take it
  // Its slow channels, where it is the only way, but for those before one as slow.
  struct Slow {
    Bandwidth bandwidth;   // below 1
    std::uint32_t behind;  // channels that follow
  };
  std::vector<Slow> slow = {};
  // Cycles from the arrival of a head flit to that of the last of so many flits, and one, at the least: they are as far
  // apart as each channel lets them through, but for what head flits alone spend at the routers behind it.
  [[nodiscard]] std::uint64_t passing(std::uint64_t flits, std::uint64_t routing_delay) const;
};

class PairWays {
 public:
  // Room for the ways of so many pairs.
  explicit PairWays(std::size_t pairs = 0) { ways_.reserve(pairs); }

  // The pair must be one of those asked for.
  [[nodiscard]] PairWay at(const TerminalPair& pair) const;
  [[nodiscard]] bool empty() const { return ways_.empty(); }

  // A place where messages of the source may start; several of a source are several ways.
  struct Offer {
    TerminalId source;
    PairWay way;
  };
  // Of a destination, those ascending from call to call.
  void add(TerminalId destination, std::vector<Offer> offers);

 private:
  static constexpr std::uint32_t kSeveral = 0, kNoSlow = 1;
  // 24 bytes, as there may be ten million of them.
  struct Way {
    TerminalId source;
    std::uint32_t hops;
    std::uint64_t cycles;
    std::uint32_t slow;  // kSeveral: it is not the only way; kNoSlow; else where its slow channels are, from kNoSlow + 1 on
  };

  std::vector<Way> ways_;  // by destination, then by source
  std::vector<std::size_t> begin_ = {0};
  std::vector<std::vector<PairWay::Slow>> slow_;
};

// Of these pairs, any of which may stand there several times; empty where more than `budget` places would be walked.
// `channel_latency`: of the channels that have none of their own.
[[nodiscard]] PairWays fewest_hops(const Topology& topology, const RoutingRelation& relation, std::vector<TerminalPair> pairs, int channel_latency,
                                   double budget);

}  // namespace dateline

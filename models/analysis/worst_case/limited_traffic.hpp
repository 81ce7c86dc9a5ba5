// The worst traffic matrix of an oblivious routing where not all traffic is allowed: every terminal sends and receives
// at rates of its own, and only between allowed pairs. For a channel: maximise sum of w(i, j) x(i, j) over x >= 0 with
// rows of at most `send` and columns of at most `receive`, a transportation problem. With all rates 1 and all pairs
// allowed its optimum is a permutation (worst_case.hpp); in general it is a matrix.
// Solved as an assignment: a terminal of rate a counts as a / unit terminals, of the largest unit of which all rates
// are multiples. Rows that are alike have the same dual, so the certificate is one number for each terminal: integers
// u_i, v_j >= 0 with u_i + v_j >= w(i, j) for every allowed pair and sum send u + sum receive v = the load. It is
// checked before it is returned (InvariantError). Self pairs count as the relation routes them, unless they are not
// allowed.
// Cost: an assignment of as many terminals as units of rate, for each channel. Throws ConfigError for more than
// kMostUnits.
#pragma once

#include <functional>
#include <vector>

#include "models/analysis/loads/pair_loads.hpp"

namespace dateline {

inline constexpr std::uint32_t kMostUnits = 16384;

struct TrafficLimits {
  std::vector<Rational> send, receive;  // per terminal
  std::vector<bool> allowed;            // [source x N + destination]
};

struct LimitedWorst {
  struct Flow {
    TerminalId source, destination;
    Rational amount;
  };
  struct OfChannel {
    ChannelId channel;
    Rational gamma;  // relative to its bandwidth
  };
  Rational gamma;  // the largest, of the first channel that has it
  ChannelId channel;
  std::vector<Flow> matrix;   // what loads it
  std::vector<Integer> u, v;  // of scale x load, the scale of the pair loads
  std::vector<OfChannel> channels;
};

// `channels`: those that are searched, not none. tick(done, of how many) before each.
[[nodiscard]] LimitedWorst limited_worst_case(const Topology& topology, const PairLoads& loads, const TrafficLimits& limits,
                                              const std::vector<ChannelId>& channels, const std::function<void(std::size_t, std::size_t)>& tick = {});

}  // namespace dateline

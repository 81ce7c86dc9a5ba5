// Proof of deadlock freedom: the channel-dependency graph of a relation over (channel, VC class).
// There is a dependency u -> v if some header that holds u can ask for v next. Acyclic: no deadlock (Dally and Seitz
// 1987).
// If it is cyclic and the relation marks escapes, Duato's condition (1993, 1995) is tried: every place a header can
// wait at offers an escape, and the dependencies among escapes, direct or through any run of other channels, are
// acyclic.
// Also walks all pairs, terminals with themselves included: every header must reach its destination without ever being
// able to go round.
// Size: channels x classes vertices; cost O(N x places x candidates x classes^2). Throws ConfigError for more than 16
// classes: candidates cannot name them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/network/rational.hpp"
#include "models/network/relation.hpp"
#include "models/network/topology.hpp"

namespace dateline {

struct ClassedChannel {
  ChannelId channel;
  VcClass vc_class;
};

struct DeadlockProof {
  bool deadlock_free = false;
  bool by_escape = false;                        // the full graph is cyclic, the extended escape graph is not
  std::uint64_t vertices = 0;                    // (channel, class) pairs that are used
  std::uint64_t dependencies = 0;                // of the graph that decided
  std::vector<ClassedChannel> cycle;             // a shortest one through its first vertex; empty if deadlock-free
  std::string reason;                            // for people, one line
  std::uint64_t pairs = 0, delivered_pairs = 0;  // ordered pairs of different terminals
  std::uint64_t self_pairs = 0, delivered_self_pairs = 0;
  Rational mean_hops;  // over pairs, oblivious relations only; else 0
  [[nodiscard]] bool delivers_all() const { return delivered_pairs == pairs && delivered_self_pairs == self_pairs; }
};

// Destinations x channels x classes: what the work grows with, to be held against a budget beforehand.
[[nodiscard]] double proof_size(const Topology& topology, const RoutingRelation& relation);

[[nodiscard]] DeadlockProof prove_deadlock_freedom(const Topology& topology, const RoutingRelation& relation);

}  // namespace dateline

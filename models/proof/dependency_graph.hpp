// Proof of deadlock freedom: the channel-dependency graph of a relation over (channel, VC class).
// There is a dependency u -> v if some header that holds u can ask for v next. Acyclic: no deadlock (Dally and Seitz
// 1987).
// If it is cyclic and the relation marks escapes, Duato's condition (1993, 1995) is tried: every place a header can
// wait at offers an escape, and the dependencies among escapes, direct or through any run of other channels, are
// acyclic. That is enough where a packet behind another lies whole in its buffer; of VCs that are reused earlier more
// is asked (vc_reuse.hpp; jump_dependencies.hpp).
// Also walks all pairs of healthy terminals, each with itself included: every header must reach its destination without
// ever being able to go round. A message that is absorbed goes on where it is injected again: a place is known by its
// software header too, and no dependency crosses an absorption, so the graph is that of all segments.
// Size: channels x classes vertices; cost O(N x places x candidates x classes^2). Throws ConfigError for more than 16
// classes: candidates cannot name them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/base/numbers/rational.hpp"
#include "models/network/relation/relation.hpp"
#include "models/network/relation/vc_reuse.hpp"
#include "models/network/topology/topology.hpp"

namespace dateline {

struct ClassedChannel {
  ChannelId channel;
  VcClass vc_class;
};

// What messages meet where a relation absorbs them; all zero for one that never does. Sums over pairs of different
// terminals: exact expectations in an empty network, counts if it is not adaptive. Source: F. Safaei et al. 2006.
struct Absorptions {
  std::array<Rational, enum_names(AbsorptionRule()).size()> by_rule;  // `intermediate` is a stop, not a fault
  Rational met;                                                       // pairs that meet a fault
  std::uint64_t last_resort_pairs = 0;                                // that can come to the last resort
  std::uint32_t most = 0, most_hops = 0;                              // of one message, whatever can happen; no stops
  [[nodiscard]] const Rational& by(AbsorptionRule rule) const { return by_rule[static_cast<std::size_t>(rule)]; }
  [[nodiscard]] Rational faults() const { return by(AbsorptionRule::reverse) + by(AbsorptionRule::orthogonal) + by(AbsorptionRule::last_resort); }
};

struct DeadlockProof {
  bool deadlock_free = false;
  bool by_escape = false;                        // the full graph is cyclic, the extended escape graph is not
  std::uint64_t vertices = 0;                    // (channel, class) pairs that are used
  std::uint64_t dependencies = 0;                // of the graph that decided
  std::vector<ClassedChannel> cycle;             // a shortest one through its first vertex; empty if deadlock-free
  std::optional<ClassedChannel> jump;            // in the cycle: where a head flit stands behind another packet; atomic VCs would be safe
  std::string reason;                            // for people, one line
  std::uint64_t pairs = 0, delivered_pairs = 0;  // ordered pairs of different terminals
  std::uint64_t self_pairs = 0, delivered_self_pairs = 0;
  std::uint64_t all_pairs = 0;          // of the network, if sampled
  Rational mean_hops;                   // over pairs, in an empty network: an adaptive choice is among the channels of the lowest rank,
                                        // with equal chances; 0 if headers can go round
  bool adaptive = false;                // some choice is left to what is free
  bool sampled = false;                 // pairs to some destinations only: nothing is proved but what is found wrong
  std::uint64_t undelivered_later = 0;  // pairs, of all relations that the network may change to
  Absorptions absorptions;
  // H + (1 + A + I) (M + 1), the mean over pairs of M-flit messages: a cycle a hop, and a whole message in each memory.
  [[nodiscard]] Rational zero_load_latency(std::uint64_t length) const;
  [[nodiscard]] bool delivers_all() const { return delivered_pairs == pairs && delivered_self_pairs == self_pairs && undelivered_later == 0; }
};

// What the work grows with, to be held against a budget beforehand: for every destination that is walked to
// (orbit_walks.hpp) the places of its headers, and where they draw among many start states those of all sources.
struct ProofSize {
  double steps;
  const char* terms;  // for people: what was multiplied
};
[[nodiscard]] ProofSize proof_size(const Topology& topology, const RoutingRelation& relation);

// The same proof from a line of each dimension alone, for networks that are too large to walk to every destination:
// none where the relation does not go dimension by dimension, its graph has a cycle, or channels x ports x classes^2
// are more than `most` (some ten bytes each).
[[nodiscard]] std::optional<DeadlockProof> prove_by_lines(const Topology& topology, const RoutingRelation& relation, double most);

// `reuse`: of all VCs. Packets of one flit lie whole wherever they are: for them `place` is `whole`.
[[nodiscard]] DeadlockProof prove_deadlock_freedom(const Topology& topology, const RoutingRelation& relation, VcReuse reuse = VcReuse::atomic);
// The same of a network that may change from any of the relations to any other between two cycles (dynamic faults):
// what headers hold under one and ask for under another is in the graph too, so a change needs no drain. What
// is counted is of the first but for undelivered_later. Throws
// InvariantError if a header of one relation has no way on under another.
[[nodiscard]] DeadlockProof prove_changes(const Topology& topology, const std::vector<const RoutingRelation*>& relations,
                                          VcReuse reuse = VcReuse::atomic);
// The same of drawn destinations, about `pairs` pairs: what is found wrong is wrong, what is not found may
// be wrong all the same. All of them if there are no more.
[[nodiscard]] DeadlockProof sample_deadlock_freedom(const Topology& topology, const RoutingRelation& relation, std::uint64_t pairs,
                                                    VcReuse reuse = VcReuse::atomic);

}  // namespace dateline

// The pair channel loads gamma_c(i, j) of an oblivious relation: expected crossings of channel c by one packet from
// terminal i to j, for all pairs, exact. Kept by the ends of walks (walk_ends.hpp): pairs of routers, unless the
// relation distinguishes terminals.
// Kept by symmetry: only the flows from one source of every orbit are walked and stored; those of other sources are
// their images (B. Towles, section on relative routing; here any verified automorphisms, not only translations). Equal
// fractions are stored once. Self pairs are included: most relations deliver them at once, Valiant's route through an
// intermediate node. Or sampled: with `sample` paths a pair the share of the paths that cross c, a multiple of
// 1/sample. On a mesh a relation may claim that flows can be moved along (offset_flows.hpp): then one pair of each
// distance is walked. Memory: 8 bytes for each (pair, channel) with a positive load. Cost: sources x N x places, or
// flows where they are moved. Throws ConfigError as Propagation does.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "models/analysis/loads/path_sampler.hpp"
#include "models/base/numbers/exact_fraction.hpp"
#include "models/base/span.hpp"
#include "models/network/relation/relation.hpp"
#include "models/network/relation/walk_ends.hpp"
#include "models/network/symmetry/channel_images.hpp"
#include "models/network/symmetry/orbit_walk.hpp"
#include "models/network/topology/topology.hpp"

namespace dateline {

// Weights of one channel as rows of value numbers: row = source terminal, columns ascending within a row.
struct ValueRows {
  std::vector<std::size_t> begin;  // N + 1
  std::vector<std::uint32_t> column;
  std::vector<std::uint32_t> value;  // index into PairLoads::values()
};

class PairLoads {
 public:
  // `symmetries` must hold (verify_symmetries), and be none where terminals are distinguished; none: every source is
  // walked. Topology must outlive the object.
  PairLoads(const Topology& topology, const RoutingRelation& relation, const std::vector<Symmetry>& symmetries, PathSample sample = {});

  [[nodiscard]] std::uint32_t terminals() const { return topology_.terminals(); }
  // The distinct positive loads.
  [[nodiscard]] const std::vector<Rational>& values() const { return values_; }
  // The least common denominator of values().
  [[nodiscard]] const Integer& scale() const { return scale_; }
  [[nodiscard]] ValueRows rows(ChannelId channel) const;
  // The same of messages absorbed at a node: how often one of a pair is injected again there. Exact loads only.
  [[nodiscard]] ValueRows reinjections(NodeId node) const;
  // Nodes where some message is injected again, ascending.
  [[nodiscard]] std::vector<NodeId> reinjecting() const;
  // Whether a packet from some terminal to itself may cross a channel.
  [[nodiscard]] bool self_pairs_cross() const;
  // Mean crossings of a packet, over all N^2 pairs of terminals, self pairs included; N those that have not failed.
  [[nodiscard]] Rational mean_hops() const;

  struct Entry {
    std::uint32_t destination, value;  // an end; an index into values()
  };
  // The flows of a representative source over one channel, destinations ascending.
  [[nodiscard]] Span<Entry> flows(std::uint32_t representative, ChannelId channel) const {
    const std::size_t slot = std::size_t{representative} * topology_.channels() + channel.value();
    return {entries_.data() + begin_[slot], begin_[slot + 1] - begin_[slot]};
  }
  [[nodiscard]] const WalkEnds& ends() const { return ends_; }
  // The first terminals of the ends that stand for others.
  [[nodiscard]] const std::vector<TerminalId>& representatives() const { return representatives_; }
  // visit(end, index of its representative, automorphism of routers) for every end with terminals once.
  template <typename Visit>
  void for_all(Visit visit) const {
    walk_.for_all([&](NodeId node, std::uint32_t orbit, const OrbitWalk::Automorphism& map) {
      std::uint32_t representative = first_representative_[orbit];
      ends_.for_ends_at(node, [&](std::uint32_t end) { visit(end, representative++, map); });
    });
  }
  // The channel that a map of nodes takes `channel` to.
  [[nodiscard]] ChannelId image(ChannelId channel, const std::vector<std::uint32_t>& map) const { return images_.of(channel, map); }

 private:
  const Topology& topology_;
  WalkEnds ends_;
  OrbitWalk walk_;
  std::vector<TerminalId> representatives_;
  std::vector<std::uint32_t> first_representative_;  // per orbit of routers
  std::vector<Rational> values_;
  Integer scale_ = 1;
  std::vector<std::size_t> begin_;  // [representative x channels + channel], one more at the end
  std::vector<Entry> entries_;
  struct Again {
    std::uint32_t source, destination, value;  // ends; an index into values()
  };
  std::vector<std::vector<Again>> again_;  // per node, if the relation absorbs: then every source is walked
  ChannelImages images_;
};

// Places that PairLoads would walk, or hops that it would draw, estimated; what a budget is compared with.
[[nodiscard]] double pair_loads_cost(const Topology& topology, const RoutingRelation& relation, const std::vector<Symmetry>& symmetries,
                                     PathSample sample = {});

}  // namespace dateline

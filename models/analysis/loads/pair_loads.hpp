// The pair channel loads gamma_c(i, j) of an oblivious relation: expected crossings of channel c by one packet from
// terminal i to j, for all pairs, exact. Kept by the ends of walks (walk_ends.hpp): pairs of routers, unless the
// relation distinguishes terminals.
// Kept by symmetry: only the flows from one source of every orbit are walked and stored; those of other sources are
// their images (B. Towles, section on relative routing; here any verified automorphisms, not only translations). Equal
// fractions are stored once. Self pairs are included: most relations deliver them at once, Valiant's route through an
// intermediate node. Or sampled: with `sample` paths a pair the share of the paths that cross c, a multiple of
// 1/sample. Memory: 8 bytes for each (pair, channel) with a positive load. Cost: sources x N x places. Throws
// ConfigError as Propagation does.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "models/analysis/loads/path_sampler.hpp"
#include "models/base/numbers/exact_fraction.hpp"
#include "models/network/relation/relation.hpp"
#include "models/network/relation/walk_ends.hpp"
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
  [[nodiscard]] const Entry* begin(std::uint32_t representative, ChannelId channel) const {
    return entries_.data() + begin_[slot(representative, channel)];
  }
  [[nodiscard]] const Entry* end(std::uint32_t representative, ChannelId channel) const {
    return entries_.data() + begin_[slot(representative, channel) + 1];
  }
  [[nodiscard]] const WalkEnds& ends() const { return ends_; }
  // The first terminals of the ends that stand for others.
  [[nodiscard]] const std::vector<TerminalId>& representatives() const { return representatives_; }
  // visit(end, index of its representative, automorphism of routers) for every end with terminals once.
  template <typename Visit>
  void for_all(Visit visit) const;
  // The channel that a map of nodes takes `channel` to.
  [[nodiscard]] ChannelId image(ChannelId channel, const std::vector<std::uint32_t>& map) const;

  // Places that would be walked, or hops that would be drawn, estimated; what a budget is compared with.
  [[nodiscard]] static double cost(const Topology& topology, const RoutingRelation& relation, const std::vector<Symmetry>& symmetries,
                                   PathSample sample = {});

 private:
  [[nodiscard]] std::size_t slot(std::uint32_t representative, ChannelId channel) const {
    return std::size_t{representative} * topology_.channels() + channel.value();
  }
  void rank_parallel_channels();

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
  std::vector<std::uint16_t> rank_;        // of a channel among those parallel to it
};

template <typename Visit>
void PairLoads::for_all(Visit visit) const {
  walk_.for_all([&](NodeId node, std::uint32_t orbit, const OrbitWalk::Automorphism& map) {
    std::uint32_t representative = first_representative_[orbit];
    ends_.for_ends_at(node, [&](std::uint32_t end) { visit(end, representative++, map); });
  });
}

}  // namespace dateline

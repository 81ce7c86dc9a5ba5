// All places that headers bound for one terminal can be at, from every source, and the hops between them: what the
// proof reads of one destination.
// The same places as RouteGraph's, for less memory and time: a source's own place is folded at once and not kept, and
// the walk is depth first, so that what follows from the hops after a place is known when the walk leaves it. Walks go
// on through absorptions; where a message is injected again is a place of its own, which no header holds a channel at
// (held == 0, `in` is no channel). Nothing
// is taken from claims of symmetry: every place of every pair is asked for. One object walks many destinations and
// keeps its memory. Cost O(places x candidates). Throws as HopReader does.
#pragma once

#include <cstdint>
#include <vector>

#include "models/base/span.hpp"
#include "models/network/relation/walk_ends.hpp"
#include "models/proof/arrivals.hpp"
#include "models/proof/hop_reader.hpp"
#include "models/proof/journeys.hpp"

namespace dateline {

class HeaderGraph {
 public:
  // Topology and relation must outlive the graph; it is empty until walk().
  HeaderGraph(const Topology& topology, const RoutingRelation& relation);

  // See HopReader. Arrivals and journeys then mean nothing: when the network changes is no choice of theirs.
  void also(const RoutingRelation& relation) { reader_.also(relation); }

  // Replaces the graph by that of headers to `destination` from all sources (walk_ends.hpp), the own one among them:
  // some relations route a header that is at its destination away. Hops are counted over pairs of different terminals.
  void walk(TerminalId destination);

  [[nodiscard]] const std::vector<HeaderPlaceRecord>& places() const { return places_.all(); }
  [[nodiscard]] Span<PlaceHop> hops(const HeaderPlaceRecord& p) const { return {hops_.data() + p.first_hop, p.hops}; }
  // Of all destinations walked so far.
  [[nodiscard]] const HopReader::Escapes& escapes() const { return reader_.escapes(); }
  [[nodiscard]] const Arrivals& arrivals() const { return arrivals_; }
  // Nothing in it for a relation that never absorbs.
  [[nodiscard]] const Journeys& journeys() const { return journeys_; }
  // Whether some place walked so far leaves a choice to what is free.
  [[nodiscard]] bool adaptive() const { return reader_.adaptive(); }
  // Whether a header could go round; then no source is sure to arrive, and hops are no longer counted.
  [[nodiscard]] bool goes_round() const { return goes_round_; }

 private:
  struct Step {  // of the walk's path
    std::uint32_t place;
    std::uint32_t hop;  // the next to look at
  };

  template <bool kAbsorbs>
  void take_source(TerminalId source, TerminalId destination, std::uint64_t pairs, std::uint64_t self_pairs);
  template <bool kAbsorbs>
  [[nodiscard]] Onward start(NodeId source, HeaderState state);
  template <bool kAbsorbs>
  void visit(std::uint32_t place);
  template <bool kAbsorbs>
  [[nodiscard]] std::uint32_t next_to_open();

  const Topology& topology_;
  WalkEnds ends_;
  HopReader reader_;
  NodeId destination_;
  PlaceTable places_;
  std::vector<PlaceHop> hops_, start_hops_;
  std::vector<Step> path_;
  Arrivals arrivals_;
  Journeys journeys_;
  bool goes_round_ = false;
};

}  // namespace dateline

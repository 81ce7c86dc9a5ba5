// Reads from a relation the hops out of a place. Notes which channels are offered as escapes, and whether every place
// offers one.
// A message that is absorbed is resumed: the hop leads to where it is injected again. Among unweighted routes those
// count that a header may take alone in the network (lone_choice.hpp).
// Cost: that of the relation's answer. Throws InvariantError if the relation breaks its contract (checked_relation.hpp)
// or offers VC classes it does not have.
#pragma once

#include <cstdint>
#include <vector>

#include "models/network/relation/checked_relation.hpp"
#include "models/network/relation/software_headers.hpp"
#include "models/proof/place_table.hpp"

namespace dateline {

class HopReader {
 public:
  // Of all places read so far.
  struct Escapes {
    std::vector<std::uint16_t> classes;  // per channel: those that are offered to some header as an escape; 0 for the
                                         // numbers behind, of nodes where messages are injected again
    bool everywhere = true;              // every place offers an escape, or another exit than a channel
  };

  // Topology and relation must outlive it.
  HopReader(const Topology& topology, const RoutingRelation& relation);

  // A relation of the same network under other faults, to which it may change at any time: a header goes on by either,
  // where its node, its channel and its destination live under the faults of that relation.
  void also(const RoutingRelation& relation) { others_.emplace_back(topology_, relation); }

  [[nodiscard]] const CheckedRelation& relation() const { return own_; }
  [[nodiscard]] const Escapes& escapes() const { return escapes_; }
  [[nodiscard]] bool absorbs() const { return absorbs_; }
  // Whether some place read so far leaves a choice to what is free.
  [[nodiscard]] bool adaptive() const { return adaptive_; }
  // A new destination: headers are numbered anew.
  void clear() {
    if (absorbs_) headers_.clear();
  }
  // kAbsorbs: absorbs(). Appends the hops of a header at `at`, of a message with software header `header`; where they
  // lead is found or added in `places`.
  template <bool kAbsorbs>
  void read(const HeaderPlace& at, std::uint32_t header, NodeId destination, PlaceTable& places, std::vector<PlaceHop>& hops);
  // The place of a record.
  template <bool kAbsorbs>
  [[nodiscard]] HeaderPlace place(const HeaderPlaceRecord& record) const {
    if (kAbsorbs && record.in.value() >= channels_) return {NodeId(record.in.value() - channels_), kNoChannel, record.state};
    return {own_.wire(record.in).to, record.in, record.state};
  }

 private:
  template <bool kAbsorbs>
  [[nodiscard]] PlaceHop hop_over(const Candidate& c, std::uint32_t header, PlaceTable& places) const;
  [[nodiscard]] PlaceHop absorbed(const CheckedRelation& by, NodeId node, std::uint32_t header, NodeId destination, PlaceTable& places);
  void even_out(const Candidates& candidates, PlaceHop* hops);

  template <bool kAbsorbs>
  void read_from(CheckedRelation& asked, const HeaderPlace& at, std::uint32_t header, NodeId destination, PlaceTable& places,
                 std::vector<PlaceHop>& hops);

  const Topology& topology_;
  CheckedRelation own_;
  std::vector<CheckedRelation> others_;
  unsigned classes_;
  std::uint32_t channels_;
  bool absorbs_, adaptive_ = false;
  SoftwareHeaders headers_;
  Escapes escapes_;
};

}  // namespace dateline

// Reads from a relation the hops out of a place. Notes which channels are offered as escapes, and whether every place
// offers one.
// Cost: that of the relation's answer. Throws InvariantError if the relation breaks its contract (checked_relation.hpp)
// or offers VC classes it does not have.
#pragma once

#include <cstdint>
#include <vector>

#include "models/network/checked_relation.hpp"
#include "models/proof/place_table.hpp"

namespace dateline {

class HopReader {
 public:
  // Of all places read so far.
  struct Escapes {
    std::vector<std::uint16_t> classes;  // per channel: those that are offered to some header as an escape
    bool everywhere = true;              // every place offers an escape, or another exit than a channel
  };

  // Topology and relation must outlive it.
  HopReader(const Topology& topology, const RoutingRelation& relation);

  [[nodiscard]] const CheckedRelation& relation() const { return relation_; }
  [[nodiscard]] const Escapes& escapes() const { return escapes_; }
  // Appends the hops of a header at `at`; where they lead is found or added in `places`.
  void read(const HeaderPlace& at, NodeId destination, PlaceTable& places, std::vector<PlaceHop>& hops);

 private:
  [[nodiscard]] PlaceHop hop_over(ChannelId channel, std::uint16_t classes, HeaderState next, PlaceTable& places) const;

  CheckedRelation relation_;
  unsigned classes_;
  Escapes escapes_;
};

}  // namespace dateline

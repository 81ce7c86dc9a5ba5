// What head flits are asked of: the relation, or those of the VC sets, and where the terminals are.
#pragma once

#include <vector>

#include "models/network/relation/relation.hpp"
#include "models/network/step_table.hpp"
#include "sim/core/state/layout/vc_numbering.hpp"
#include "sim/core/state/layout/vc_sets.hpp"
#include "sim/core/state/packet/packet.hpp"

namespace dateline {

struct RoutingContext {
  const RoutingRelation* relation;
  bool plain_starts;              // of the relation
  bool weighs_hops;               // likewise
  const StepTable* step_table;    // likewise; null: none
  std::uint64_t mixed_seed;       // of the packets' random choices
  std::vector<NodeId> router_of;  // per terminal
  VcSets vc_sets;

  // What is offered to the head flit of `packet`, appended.
  void offers(const HeaderQuery& query, const Packet& packet, Candidates& out) const {
    if (vc_sets.several()) return vc_sets.next(query, packet.order.vc_set, out);
    relation->next(query.node, query.in, query.destination, query.state, out);
  }
  // The classes by which it may leave the network through an ejection channel.
  [[nodiscard]] std::uint16_t classes_out(const Packet& packet) const {
    return vc_sets.several() ? vc_sets.own(VcNumbering::kAllClasses, packet.order.vc_set) : VcNumbering::kAllClasses;
  }
  [[nodiscard]] NodeId destination(const Packet& packet) const { return router_of[packet.order.destination.value()]; }
  // Of a network that changes: its relation from now on.
  void set_relation(const RoutingRelation& changed) {
    relation = &changed;
    plain_starts = changed.starts_plain();
    step_table = step_table_of(changed);
    vc_sets.set_relation(changed);
  }
};

}  // namespace dateline

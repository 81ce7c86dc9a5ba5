// The choice among unweighted routes by what they cost: UGAL (J. Kim, W. J. Dally, S. Scott, D. Abts, ISCA 2008; A.
// Singh, 2005), for relations that ask for it (RoutingRelation::weighs_hops). A route costs its hops times the places
// taken of its channel, and a detour --ugal-bias more. The cheapest is kept, the first of equals.
// Places taken: at the start of the cycle, with flits and credits that are under way.
#pragma once

#include "models/network/relation/relation.hpp"
#include "sim/core/state/event_wheel.hpp"
#include "sim/core/state/layout/router_config.hpp"
#include "sim/core/state/layout/vc_numbering.hpp"
#include "sim/core/state/vc_store.hpp"

namespace dateline {

struct RouteCosts {
  const RouterConfig& config;  // its bias is a number
  const VcNumbering& numbering;
  const VcStore& store;
  // Credits that are due in this cycle and are not in the store yet, as the core takes them first; null: none.
  const AppendList<MarkedVc>* due = nullptr;

  // What a candidate costs, as flits x hops.
  [[nodiscard]] std::uint64_t of(const Candidate& candidate) const;
};

// Of the candidates' lowest rank, if that has several routes without weights that lead over channels, only the cheapest
// stays. Those of higher ranks stay too. Whether a route was chosen: then `route` and `rank` are its.
bool keep_cheapest_route(const RouteCosts& costs, Candidates& candidates, std::uint32_t& route, std::uint8_t& rank);

}  // namespace dateline

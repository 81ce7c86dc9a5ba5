// Hops of a packet that is alone in the network, from every place of a walk: it finds the VCs of the lowest rank free
// at every place, so only candidates of that rank count; where the relation draws, the mean over draws. None where the
// number depends on which of several routes is taken. Cost O(places x candidates).
#pragma once

#include <optional>
#include <vector>

#include "models/base/numbers/rational.hpp"
#include "models/network/relation/route_graph.hpp"

namespace dateline {

class AloneHops {
 public:
  // The walk must outlive it.
  explicit AloneHops(const RouteGraph& walked) : walked_(walked) {}
  // Of the places as they are now; the graph must have no cycle.
  void find();
  [[nodiscard]] const std::optional<Rational>& of(std::uint32_t place) const { return hops_[place]; }

 private:
  [[nodiscard]] std::optional<Rational> from(const RouteGraph::Place& place) const;

  const RouteGraph& walked_;
  std::vector<std::optional<Rational>> hops_;
};

}  // namespace dateline

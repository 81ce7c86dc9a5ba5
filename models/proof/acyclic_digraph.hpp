// A directed graph on dense vertices that stays acyclic: edges come one by one, and one that would close a cycle is
// refused.
// A topological order is kept up to date, and only the part of it between the two ends of an edge is searched (D.
// Pearce and P. Kelly 2006).
#pragma once

#include <cstdint>
#include <vector>

namespace dateline {

class AcyclicDigraph {
 public:
  explicit AcyclicDigraph(std::uint32_t vertices);
  // Adds the edge unless it would close a cycle (an edge from a vertex to itself always does); whether it was added.
  // Call once per edge.
  bool add(std::uint32_t from, std::uint32_t to);

 private:
  // Collects what can be reached from `start` (forward) within places up to `limit`, or what reaches it from places
  // down to `limit`.
  void collect(std::uint32_t start, bool forward, std::uint32_t limit, std::vector<std::uint32_t>& found);
  void reorder();

  std::vector<std::vector<std::uint32_t>> next_, before_;
  std::vector<std::uint32_t> place_;  // in the topological order
  std::vector<bool> seen_;            // of a search; all false between calls
  std::vector<std::uint32_t> ahead_, behind_, places_;
};

}  // namespace dateline

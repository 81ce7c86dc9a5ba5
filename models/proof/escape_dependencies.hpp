// The extended dependencies among escape channels (J. Duato 1993, 1995): from an escape that a header holds on the
// escapes it may ask for at once, or after any run of other channels. Vertices as in DependencySets; which of them are
// escapes is reported beforehand.
// Folded where that can be (escape_fold.hpp); where headers can go round over other channels every place is searched
// from, at a cost of O(places that hold an escape x places behind them) a destination.
#pragma once

#include <cstdint>
#include <vector>

#include "models/proof/digraph.hpp"
#include "models/proof/escape_fold.hpp"
#include "models/proof/header_graph.hpp"

namespace dateline {

class EscapeDependencies {
 public:
  // `escapes`: per channel, the classes that are escapes for some header.
  EscapeDependencies(std::vector<std::uint16_t> escapes, int classes);
  void add(const HeaderGraph& graph);
  [[nodiscard]] Digraph take();

 private:
  void search(const HeaderGraph& graph);
  void extend_from(const HeaderGraph& graph, std::uint32_t place, std::uint32_t held);

  std::vector<std::uint16_t> escapes_;
  std::uint32_t classes_;
  Digraph graph_;
  std::uint64_t added_ = 0, kept_ = 0;  // edges since the graph was last normalised, and then
  EscapeFold fold_;
  // Of one search: the last search that saw a place, what to go on from, the channels found, and which of their escapes
  // (per channel; else 0).
  std::uint32_t search_ = 0;
  std::vector<std::uint32_t> seen_, stack_, found_;
  std::vector<std::uint16_t> asked_;
};

}  // namespace dateline

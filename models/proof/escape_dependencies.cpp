#include "models/proof/escape_dependencies.hpp"

#include <algorithm>

namespace dateline {

EscapeDependencies::EscapeDependencies(std::vector<std::uint16_t> escapes, int classes)
    : escapes_(std::move(escapes)),
      classes_(static_cast<std::uint32_t>(classes)),
      graph_(static_cast<std::uint32_t>(escapes_.size()) * classes_),
      fold_(escapes_, classes),
      asked_(escapes_.size(), 0) {}

void EscapeDependencies::add(const HeaderGraph& graph) {
  if (fold_.fold(graph)) {
    fold_.for_each_dependency(graph, [&](std::uint32_t held, std::uint32_t wanted) {
      graph_.add(held, wanted);
      ++added_;
    });
  } else {
    search(graph);
  }
  // What is known already is dropped whenever the graph has grown by half.
  const std::uint64_t few = std::uint64_t{1} << 20U;
  if (added_ < kept_ + kept_ / 2 + few) return;
  graph_.normalise();
  added_ = kept_ = graph_.edges();
}

void EscapeDependencies::search(const HeaderGraph& graph) {
  seen_.assign(graph.places().size(), 0);
  search_ = 0;
  for (std::uint32_t i = 0; i < graph.places().size(); ++i) {
    const HeaderPlaceRecord& place = graph.places()[i];
    const std::uint32_t held = place.held & escapes_[place.in.value()];
    if (held != 0) extend_from(graph, i, held);
  }
}

void EscapeDependencies::extend_from(const HeaderGraph& graph, std::uint32_t place, std::uint32_t held) {
  ++search_;
  seen_[place] = search_;
  stack_.assign(1, place);
  found_.clear();
  while (!stack_.empty()) {
    const HeaderPlaceRecord& at = graph.places()[stack_.back()];
    stack_.pop_back();
    for (const PlaceHop& hop : graph.hops(at)) {
      if (hop.channel == kNoChannel) continue;
      const std::uint16_t escapes = escapes_[hop.channel.value()];
      std::uint16_t& asked = asked_[hop.channel.value()];
      if (asked == 0 && (hop.classes & escapes) != 0) found_.push_back(hop.channel.value());
      asked |= hop.classes & escapes;
      if ((hop.classes & ~escapes) == 0 || seen_[hop.to] == search_) continue;
      seen_[hop.to] = search_;
      stack_.push_back(hop.to);
    }
  }
  const std::uint32_t first = graph.places()[place].in.value() * classes_;
  for (const std::uint32_t channel : found_) {
    for (std::uint32_t h = 0; h < classes_; ++h) {
      if ((held >> h & 1U) == 0) continue;
      for (std::uint32_t k = 0; k < classes_; ++k) {
        if ((asked_[channel] >> k & 1U) == 0) continue;
        graph_.add(first + h, channel * classes_ + k);
        ++added_;
      }
    }
    asked_[channel] = 0;
  }
}

Digraph EscapeDependencies::take() {
  graph_.normalise();
  return std::move(graph_);
}

}  // namespace dateline

#include "models/proof/dependency_sets.hpp"

#include <bitset>

namespace dateline {

DependencySets::DependencySets(const Topology& topology, int classes)
    : topology_(topology),
      classes_(static_cast<std::uint32_t>(classes)),
      ports_(static_cast<std::uint32_t>(topology.ports())),
      held_(topology.channels(), 0),
      wanted_(std::size_t{topology.channels()} * classes_ * ports_, 0) {}

void DependencySets::add(const HeaderGraph& graph) {
  for (const HeaderPlaceRecord& place : graph.places()) {
    if (place.held == 0) continue;  // an absorbed message waits for its next channel in memory
    hold(place.in, place.held);
    for (const PlaceHop& hop : graph.hops(place)) {
      if (hop.channel != kNoChannel) want(place.in, place.held, hop.port, hop.classes);
    }
  }
}

void DependencySets::want(ChannelId in, std::uint16_t held, Port port, std::uint16_t classes) {
  std::uint16_t* row = wanted_.data() + std::size_t{in.value()} * classes_ * ports_ + port.value();
  for (unsigned left = held; left != 0; left >>= 1U, row += ports_) {
    if ((left & 1U) != 0) *row |= classes;
  }
}

std::uint64_t DependencySets::used() const {
  std::uint64_t used = 0;
  for (const std::uint16_t classes : held_) used += std::bitset<kMaxVcs>(classes).count();
  return used;
}

Digraph DependencySets::digraph() const {
  Digraph graph(topology_.channels() * classes_);
  for (std::uint32_t held = 0; held < topology_.channels() * classes_; ++held) {
    const NodeId at = topology_.channel(ChannelId(held / classes_)).to;
    for (std::uint32_t p = 0; p < ports_; ++p) {
      for (std::uint32_t k = 0; k < classes_; ++k) {
        if ((wanted_[std::size_t{held} * ports_ + p] >> k & 1U) == 0) continue;
        graph.add(held, topology_.out(at, Port(static_cast<std::uint16_t>(p))).value() * classes_ + k);
      }
    }
  }
  graph.normalise();
  return graph;
}

}  // namespace dateline

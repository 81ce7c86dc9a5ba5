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

bool DependencySets::add_images(const DependencySets& of, const std::vector<ChannelId>& image) {
  bool grows = false;
  const auto unite = [&](std::uint16_t& own, std::uint16_t more) {
    grows = grows || (more & ~own) != 0;
    own |= more;
  };
  std::vector<std::uint32_t> ports(ports_);
  for (std::uint32_t c = 0; c < held_.size(); ++c) {
    if (of.held_[c] == 0) continue;
    const ChannelId to = image[c];
    unite(held_[to.value()], of.held_[c]);
    for (std::uint32_t p = 0; p < ports_; ++p) {
      const ChannelId out = topology_.out(topology_.channel(ChannelId(c)).to, Port(static_cast<std::uint16_t>(p)));
      ports[p] = out == kNoChannel ? p : topology_.channel(image[out.value()]).from_port.value();
    }
    for (std::uint32_t k = 0; k < classes_; ++k) {
      const std::uint16_t* const from = of.wanted_.data() + (std::size_t{c} * classes_ + k) * ports_;
      std::uint16_t* const own = wanted_.data() + (std::size_t{to.value()} * classes_ + k) * ports_;
      for (std::uint32_t p = 0; p < ports_; ++p) {
        if (from[p] != 0) unite(own[ports[p]], from[p]);
      }
    }
  }
  return grows;
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

// Direct dependencies among (channel, class) pairs: which classes of which next channel a header may ask for while it
// holds one. A header that holds a channel is at the node it leads to, so a dependency is a port of that node and a
// class: for every held pair a set of classes for each port, and adding one known already changes nothing. Size:
// channels x classes x ports x 2 bytes. None crosses an absorption: memory has no bound, and the message lets go of its
// channel whatever becomes of it.
#pragma once

#include <cstdint>
#include <vector>

#include "models/network/topology/topology.hpp"
#include "models/proof/digraph.hpp"
#include "models/proof/header_graph.hpp"

namespace dateline {

class DependencySets {
 public:
  DependencySets(const Topology& topology, int classes);
  // Adds what the headers of a graph may hold and ask for.
  void add(const HeaderGraph& graph);
  // Adds what the images of headers may hold and ask for; `image`: per channel, where a map of the network takes it.
  // Whether anything is new.
  bool add_images(const DependencySets& of, const std::vector<ChannelId>& image);
  // A header may hold these classes of a channel; and ask for `classes` over a port of the node it leads to.
  void hold(ChannelId in, std::uint16_t held) { held_[in.value()] |= held; }
  void want(ChannelId in, std::uint16_t held, Port port, std::uint16_t classes);
  // Adds what the images of all headers may hold and ask for: `channel` and `port` are a map of the network that is its
  // own inverse.
  template <typename ChannelImage, typename PortImage>
  void unite(ChannelImage channel, PortImage port);
  [[nodiscard]] std::uint16_t held(ChannelId in) const { return held_[in.value()]; }
  // Pairs that some header may hold.
  [[nodiscard]] std::uint64_t used() const;
  // On vertices channel x classes + class.
  [[nodiscard]] Digraph digraph() const;
  // Of one network.
  friend bool operator==(const DependencySets& a, const DependencySets& b) { return a.held_ == b.held_ && a.wanted_ == b.wanted_; }

 private:
  const Topology& topology_;
  std::uint32_t classes_;
  std::uint32_t ports_;
  std::vector<std::uint16_t> held_;    // per channel
  std::vector<std::uint16_t> wanted_;  // [held vertex x ports + port]
};

template <typename ChannelImage, typename PortImage>
void DependencySets::unite(ChannelImage channel, PortImage port) {
  std::vector<std::uint32_t> ports(ports_);
  for (std::uint32_t p = 0; p < ports_; ++p) ports[p] = port(Port(static_cast<std::uint16_t>(p))).value();
  const auto unite_words = [](std::uint16_t& a, std::uint16_t& b) { a = b = static_cast<std::uint16_t>(a | b); };
  for (std::uint32_t c = 0; c < held_.size(); ++c) {
    const std::uint32_t image = channel(ChannelId(c)).value();
    if (image < c) continue;
    unite_words(held_[c], held_[image]);
    for (std::uint32_t k = 0; k < classes_; ++k) {
      std::uint16_t* const own = wanted_.data() + (std::size_t{c} * classes_ + k) * ports_;
      std::uint16_t* const other = wanted_.data() + (std::size_t{image} * classes_ + k) * ports_;
      for (std::uint32_t p = 0; p < ports_; ++p) unite_words(own[p], other[ports[p]]);
    }
  }
}

}  // namespace dateline

// Virtual-channel classes for given paths: layers, in each of which the dependencies between successive channels have
// no cycle, and a path never goes back to a lower layer. So the dependency graph over (channel, class) is acyclic
// (Dally and Seitz 1987).
// Rule: a path begins in class 0. From a channel to the next it keeps its class if that dependency can be added to the
// class's layer without closing a cycle, else it goes up by one; a dependency once refused by a layer stays refused. So
// a class follows from the class before, the two channels and the layers alone. Which dependencies a layer takes
// depends on the order in which they come. Two orders are tried; the second is taken if it needs fewer layers:
//   most used   in each layer those that most paths have still before them first, then by number of channel and port
//   shortest    the paths by hops, then in the order of the table (relative: each from every source in turn)
// Deterministic. Cost: a few steps per hop of every path, plus layers x dependencies searches in a layer. Above 5e7
// hops (all sources) the second order is left out; above 4e9 a ConfigError.
#pragma once

#include <vector>

#include "routing/networks/any_topology/path_trie.hpp"

namespace dateline {

class VcLayers {
 public:
  // `name` stands for the table in errors.
  VcLayers(const Topology& topology, const PathTrie& paths, const std::string& name);

  [[nodiscard]] int classes() const { return classes_; }
  // The class after `held` in class c, when the path goes on through `port`; classes from 15 on are all called 15.
  [[nodiscard]] std::uint32_t next_class(std::uint32_t c, ChannelId held, Port port) const {
    return c < stays_.size() && !stays_[c][held.value() * ports_ + port.value()] ? c + 1 : c;
  }

 private:
  std::size_t ports_;
  int classes_ = 1;
  std::vector<std::vector<bool>> stays_;  // per class below 15: channel x port
};

}  // namespace dateline

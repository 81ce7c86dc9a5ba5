#include "tests/support/cases/terminal_networks.hpp"

#include <algorithm>
#include <stdexcept>

namespace dateline::test {

TwoLevelTree::TwoLevelTree(std::uint32_t leaves, std::uint32_t spines, std::uint32_t terminals)
    : Topology("two-level tree", leaves + spines, static_cast<int>(std::max(leaves, spines))), leaves_(leaves), spines_(spines) {
  for (std::uint32_t l = 0; l < leaves; ++l) {
    for (std::uint32_t s = 0; s < spines; ++s) {
      const NodeId leaf(l), spine(leaves + s);
      const Port at_leaf(static_cast<std::uint16_t>(s)), at_spine(static_cast<std::uint16_t>(l));
      add_channel({leaf, at_leaf, spine, at_spine, -1, 0});
      add_channel({spine, at_spine, leaf, at_leaf, -1, 0});
    }
  }
  check_links(*this);
  std::vector<std::uint32_t> count(nodes(), 0);
  std::fill_n(count.begin(), leaves, terminals);
  place_terminals(routers_of(count));
}

ChannelId TwoLevelTree::up(std::uint32_t leaf, std::uint32_t spine) const { return out(NodeId(leaf), Port(static_cast<std::uint16_t>(spine))); }
ChannelId TwoLevelTree::down(std::uint32_t spine, std::uint32_t leaf) const {
  return out(NodeId(leaves_ + spine), Port(static_cast<std::uint16_t>(leaf)));
}

StartStates DestinationModSpines::start(NodeId /*src*/, NodeId /*dst*/) const { throw std::logic_error("asked for routers"); }

StartStates DestinationModSpines::start_between(const Ends& ends) const {
  StartStates states;
  states.push_back({HeaderState{ends.destination.value() % tree_.spines()}});
  return states;
}

void DestinationModSpines::next(NodeId node, ChannelId /*in*/, NodeId dst, HeaderState state, Candidates& out) const {
  Candidate& c = out.emplace_back();
  c.classes = 1;
  c.next = state;
  if (node == dst) {
    c.exit = Exit::deliver;
  } else if (node.value() < tree_.leaves()) {
    c.channel = tree_.up(node.value(), static_cast<std::uint32_t>(state.word));
  } else {
    c.channel = tree_.down(node.value() - tree_.leaves(), dst.value());
  }
}

}  // namespace dateline::test

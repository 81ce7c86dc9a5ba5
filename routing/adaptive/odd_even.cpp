#include "routing/adaptive/odd_even.hpp"

#include "models/base/error.hpp"

namespace dateline {

OddEven::OddEven(const CubeTopology& topology) : topology_(topology) {
  if (topology.kind() == CubeTopology::Kind::mesh && topology.dimensions() == 2) return;
  throw ConfigError("odd-even", "topology", topology.name(), "is not allowed: it is defined on meshes of two dimensions");
}

StartStates OddEven::start(NodeId /*src*/, NodeId /*dst*/) const { return {StartState{}}; }

void OddEven::next(NodeId node, ChannelId in, NodeId dst, HeaderState /*state*/, Candidates& out) const {
  if (node == dst) {
    out.emplace_back().exit = Exit::deliver;
    return;
  }
  const std::uint16_t* const here = topology_.coordinates(node);
  const std::uint16_t* const there = topology_.coordinates(dst);
  const auto offer = [&](int dimension) {
    Candidate hop;
    hop.route = static_cast<std::uint32_t>(dimension);
    hop.channel = topology_.out(node, topology_.port(dimension, here[dimension] < there[dimension] ? 1 : -1));
    hop.classes = 1;
    hop.weight = 0;
    out.push_back(hop);
  };
  const bool even = here[0] % 2 == 0;
  const bool rows_left = here[1] != there[1];
  if (here[0] == there[0]) return offer(1);
  if (here[0] > there[0]) {  // westbound: a column that it leaves to the west again
    offer(0);
    if (rows_left && even) offer(1);
    return;
  }
  const bool came_by_east = in != kNoChannel && topology_.channel(in).dimension == 0 && topology_.channel(in).sign > 0;
  const bool last_turn_is_here = there[0] % 2 == 0 && there[0] - here[0] == 1;
  if (!rows_left || !last_turn_is_here) offer(0);
  if (rows_left && !(even && came_by_east)) offer(1);
}

}  // namespace dateline

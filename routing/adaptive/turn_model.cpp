#include "routing/adaptive/turn_model.hpp"

#include "models/base/error.hpp"

namespace dateline {

TurnModel::TurnModel(const CubeTopology& topology, First first) : topology_(topology), first_(first) {
  if (topology.kind() != CubeTopology::Kind::torus) return;
  throw ConfigError("turn model", "topology", topology.name(), "has rings, whose wrap-around channels it does not know; allowed: mesh, hypercube");
}

StartStates TurnModel::start(NodeId /*src*/, NodeId /*dst*/) const { return {StartState{}}; }

void TurnModel::next(NodeId node, ChannelId /*in*/, NodeId dst, HeaderState /*state*/, Candidates& out) const {
  if (node == dst) {
    out.emplace_back().exit = Exit::deliver;
    return;
  }
  const std::uint16_t* const here = topology_.coordinates(node);
  const std::uint16_t* const there = topology_.coordinates(dst);
  const int n = topology_.dimensions();
  const std::size_t before = out.size();
  for (const bool group : {true, false}) {
    for (int d = 0; d < n; ++d) {
      const int sign = here[d] < there[d] ? 1 : -1;
      if (here[d] == there[d] || first_(d, sign, n) != group) continue;
      Candidate hop;
      hop.route = static_cast<std::uint32_t>(d);
      hop.channel = topology_.out(node, topology_.port(d, sign));
      hop.classes = 1;
      hop.weight = 0;
      out.push_back(hop);
    }
    if (out.size() > before) return;
  }
}

}  // namespace dateline

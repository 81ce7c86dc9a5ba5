#include "tests/support/p_cube.hpp"

#include "models/network/error.hpp"

namespace dateline::test {

PCube::PCube(const CubeTopology& topology) : topology_(topology) {
  if (topology.kind() != CubeTopology::Kind::hypercube) throw ConfigError("p-cube", "topology", topology.name(), "is no hypercube");
}

StartStates PCube::start(NodeId /*src*/, NodeId /*dst*/) const { return {StartState{}}; }

void PCube::next(NodeId node, ChannelId /*in*/, NodeId dst, HeaderState /*state*/, Candidates& out) const {
  const std::uint32_t down = node.value() & ~dst.value();
  const std::uint32_t moves = down != 0 ? down : dst.value() & ~node.value();
  if (moves == 0) {
    out.emplace_back().exit = Exit::deliver;
    return;
  }
  for (int d = 0; d < topology_.dimensions(); ++d) {
    if ((moves >> static_cast<unsigned>(d) & 1U) == 0) continue;
    Candidate& hop = out.emplace_back();
    hop.route = static_cast<std::uint32_t>(d);
    hop.channel = topology_.out(node, topology_.port(d, 1));
    hop.classes = 1;
    hop.weight = 0;
  }
}

}  // namespace dateline::test

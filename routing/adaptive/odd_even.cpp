#include "routing/adaptive/odd_even.hpp"

#include "models/base/error.hpp"
#include "routing/adaptive/first_channels.hpp"

namespace dateline {

OddEven::OddEven(const CubeTopology& topology) : topology_(topology), first_channels_(first_channels(topology)) {
  if (topology.kind() == CubeTopology::Kind::mesh && topology.dimensions() == 2) return;
  throw ConfigError("odd-even", "topology", topology.name(), "is not allowed: it is defined on meshes of two dimensions");
}

StartStates OddEven::start(NodeId /*src*/, NodeId /*dst*/) const { return {StartState{}}; }

void OddEven::next(NodeId node, ChannelId in, NodeId dst, HeaderState /*state*/, Candidates& out) const {
  if (node == dst) {
    out.emplace_back().exit = Exit::deliver;
    return;
  }
  for (std::uint32_t dimension = 0; dimension < 2; ++dimension) {
    if ((dimensions_at(node, in, dst) >> dimension & 1U) == 0) continue;
    Candidate hop;
    hop.route = dimension;
    hop.channel = channel_towards(node, dst, static_cast<int>(dimension));
    hop.classes = 1;
    hop.weight = 0;
    out.push_back(hop);
  }
}

ChannelId OddEven::channel_towards(NodeId node, NodeId dst, int dimension) const {
  return topology_.out(node, topology_.port(dimension, topology_.coordinate(node, dimension) < topology_.coordinate(dst, dimension) ? 1 : -1));
}

std::uint32_t OddEven::dimensions_at(NodeId node, ChannelId in, NodeId dst) const {
  const std::uint16_t* const here = topology_.coordinates(node);
  const std::uint16_t* const there = topology_.coordinates(dst);
  const bool even = here[0] % 2 == 0;
  const bool rows_left = here[1] != there[1];
  if (here[0] == there[0]) return 2;
  if (here[0] > there[0]) return rows_left && even ? 3 : 1;  // westbound: a column that it leaves to the west again
  const bool came_by_east = in != kNoChannel && topology_.channel(in).dimension == 0 && topology_.channel(in).sign > 0;
  const bool last_turn_is_here = there[0] % 2 == 0 && there[0] - here[0] == 1;
  return (!rows_left || !last_turn_is_here ? 1U : 0U) | (rows_left && !(even && came_by_east) ? 2U : 0U);
}

void OddEven::steps(const HeaderQuery* queries, std::size_t count, HeaderStep* answers) const {
  for (std::size_t i = 0; i < count; ++i) {
    const HeaderQuery& query = queries[i];
    HeaderStep& answer = answers[i];
    answer.kind = HeaderStep::Kind::deliver;
    if (query.node == query.destination) continue;
    answer.kind = HeaderStep::Kind::choice;
    answer.channel[0] = first_channels_[query.node.value()];
    answer.ways = 0;
    for (std::uint32_t rest = dimensions_at(query.node, query.in, query.destination); rest != 0; rest &= rest - 1) {
      const ChannelId way = channel_towards(query.node, query.destination, __builtin_ctz(rest));
      answer.ways = static_cast<std::uint16_t>(answer.ways | 1U << (way.value() - answer.channel[0].value()));
    }
    answer.classes = 1;
    answer.escape_classes = 0;
    answer.changes = false;
    answer.next[0] = HeaderState{};
  }
}

}  // namespace dateline

#include "routing/adaptive/turn_model.hpp"

#include <array>

#include "models/base/error.hpp"
#include "routing/adaptive/first_channels.hpp"

namespace dateline {

TurnModel::TurnModel(const CubeTopology& topology, First first) : topology_(topology), first_(first), first_channels_(first_channels(topology)) {
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

void TurnModel::steps(const HeaderQuery* queries, std::size_t count, HeaderStep* answers) const {
  if (first_channels_.empty()) return RoutingRelation::steps(queries, count, answers);
  const int n = topology_.dimensions();
  for (std::size_t i = 0; i < count; ++i) {
    const HeaderQuery& query = queries[i];
    const std::uint16_t* const here = topology_.coordinates(query.node);
    const std::uint16_t* const there = topology_.coordinates(query.destination);
    const std::uint32_t base = first_channels_[query.node.value()].value();
    std::array<std::uint32_t, 2> ways = {0, 0};  // of the first group, of the others
    for (int d = 0; d < n; ++d) {
      if (here[d] == there[d]) continue;
      const int sign = here[d] < there[d] ? 1 : -1;
      ways[first_(d, sign, n) ? 0 : 1] |= 1U << (topology_.out(query.node, topology_.port(d, sign)).value() - base);
    }
    HeaderStep& answer = answers[i];
    answer.kind = query.node == query.destination ? HeaderStep::Kind::deliver : HeaderStep::Kind::choice;
    answer.channel[0] = ChannelId(base);
    answer.ways = static_cast<std::uint16_t>(ways[0] != 0 ? ways[0] : ways[1]);
    answer.classes = 1;
    answer.escape_classes = 0;
    answer.changes = false;
    answer.next[0] = HeaderState{};
  }
}

}  // namespace dateline

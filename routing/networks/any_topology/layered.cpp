#include "routing/networks/any_topology/layered.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/base/error.hpp"
#include "routing/networks/any_topology/up_down_order.hpp"

namespace dateline {
namespace {

const Topology& checked(const Topology& topology) {
  if (topology.nodes() <= Layered::kMaxNodes) return topology;
  throw ConfigError("routing", "routing", "layered",
                    fmt::format("finds VC classes for the paths of all pairs: topology {} has {} nodes; at most {}", printable(topology.name()),
                                topology.nodes(), Layered::kMaxNodes));
}

VcLayers layers_of(const Topology& topology, const LegalHops& hops, const FaultMap* faults) {
  PathTable table = empty_path_table(topology, false, "layered");
  const auto ends = [&](NodeId node) { return !topology.terminals_of(node).empty() && (faults == nullptr || !faults->failed(node)); };
  for (std::uint32_t s = 0; s < topology.nodes(); ++s) {
    for (std::uint32_t d = 0; d < topology.nodes(); ++d) {
      if (s == d || !ends(NodeId(s)) || !ends(NodeId(d))) continue;
      std::vector<ChannelId> path;
      for (NodeId at(s); at != NodeId(d); at = topology.channel(path.back()).to) path.push_back(hops.next({at, false}, NodeId(d)));
      table.paths[std::size_t{s} * topology.nodes() + d].push_back({1, std::move(path)});
    }
  }
  return VcLayers(topology, PathTrie(topology, table, "layered"), "layered");
}

}  // namespace

Layered::Layered(const Topology& topology, std::shared_ptr<const FaultMap> faults)
    : topology_(checked(topology)),
      hops_(topology, surviving_slopes(topology, faults.get(), "layered")),
      layers_(layers_of(topology, hops_, faults.get())) {
  set_faults(std::move(faults));
}

StartStates Layered::start(NodeId /*src*/, NodeId /*dst*/) const { return {StartState{}}; }

Layered::Hop Layered::hop(const HeaderQuery& header) const {
  const ChannelId channel = hops_.next({header.node, false}, header.destination);
  auto vc_class = static_cast<std::uint32_t>(header.state.word);
  if (header.in != kNoChannel) vc_class = layers_.next_class(vc_class, header.in, topology_.channel(channel).from_port);
  return {channel, std::min(vc_class, static_cast<std::uint32_t>(std::min(classes(), kMaxVcs) - 1))};
}

void Layered::next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const {
  Candidate& c = out.emplace_back();
  if (node == dst) {
    c.exit = Exit::deliver;
    return;
  }
  const Hop on = hop({node, in, dst, state});
  c.channel = on.channel;
  c.classes = static_cast<std::uint16_t>(1U << on.vc_class);
  c.next.word = on.vc_class;
}

void Layered::steps(const HeaderQuery* queries, std::size_t count, HeaderStep* answers) const {
  for (std::size_t i = 0; i < count; ++i) {
    HeaderStep& answer = answers[i];
    answer.kind = HeaderStep::Kind::deliver;
    if (queries[i].node == queries[i].destination) continue;
    const Hop on = hop(queries[i]);
    answer.kind = HeaderStep::Kind::single;
    answer.channel[0] = on.channel;
    answer.classes = static_cast<std::uint16_t>(1U << on.vc_class);
    answer.next[0].word = on.vc_class;
  }
}

}  // namespace dateline

#include "routing/networks/any_topology/legal_hops.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "models/base/error.hpp"

namespace dateline {
LegalSearch::LegalSearch(const Topology& topology, const Slopes& slopes) : topology_(topology), slopes_(slopes) {}

void LegalSearch::reach(LegalPlace place, std::uint32_t hops) {
  std::uint32_t& known = hops_[index(place)];
  if (known != kUnreachable) return;
  known = hops;
  places_.push_back(place);
}

// Backwards, breadth first.
void LegalSearch::run(NodeId destination) {
  hops_.assign(2 * std::size_t{topology_.nodes()}, kUnreachable);
  places_.clear();
  for (const bool down : {false, true}) reach({destination, down}, 0);
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const LegalPlace at = places_[i];
    const std::uint32_t hops = hops_[index(at)] + 1;
    for (int p = 0; p < topology_.ports(); ++p) {
      const ChannelId c = topology_.in(at.node, Port(static_cast<std::uint16_t>(p)));
      if (c == kNoChannel || slopes_[c.value()] != (at.down ? Slope::down : Slope::up)) continue;
      reach({topology_.channel(c).from, false}, hops);
      if (at.down) reach({topology_.channel(c).from, true}, hops);
    }
  }
  places_.erase(places_.begin(), places_.begin() + 2);
}

void LegalHops::refuse_many_nodes(const Topology& topology, const std::string& name) {
  if (topology.nodes() <= kMaxNodes) return;
  throw ConfigError(
      "routing", "routing", name,
      fmt::format("keeps a next hop of every pair: topology {} has {} nodes; at most {}", printable(topology.name()), topology.nodes(), kMaxNodes));
}

LegalHops::LegalHops(const Topology& topology, Slopes slopes)
    : topology_(topology), slopes_(std::move(slopes)), ports_(2 * std::size_t{topology.nodes()} * topology.nodes(), kNone) {
  LegalSearch search(topology_, slopes_);
  std::vector<std::uint64_t> carried(topology_.channels(), 0);
  for (std::uint32_t d = 0; d < topology_.nodes(); ++d) {
    search.run(NodeId(d));
    choose(search, carried, ports_.data() + 2 * std::size_t{d} * topology_.nodes());
  }
}

// `carried`: pairs per channel so far; those to this destination are added.
void LegalHops::choose(const LegalSearch& search, std::vector<std::uint64_t>& carried, std::uint8_t* ports) {
  const auto index = [](LegalPlace place) { return 2 * std::size_t{place.node.value()} + (place.down ? 1 : 0); };
  for (const LegalPlace place : search.places()) {
    std::uint64_t least = ~std::uint64_t{0};
    search.for_each_hop(place, [&](Port port, LegalPlace /*on*/) {
      const std::uint64_t pairs = carried[topology_.out(place.node, port).value()];
      if (pairs >= least) return;
      least = pairs;
      ports[index(place)] = static_cast<std::uint8_t>(port.value());
    });
  }
  std::vector<std::uint64_t> through(2 * std::size_t{topology_.nodes()}, 0);
  for (auto place = search.places().rbegin(); place != search.places().rend(); ++place) {  // the farthest first
    const std::uint64_t pairs = through[index(*place)] + (place->down ? 0 : 1);
    const ChannelId c = topology_.out(place->node, Port(ports[index(*place)]));
    carried[c.value()] += pairs;
    through[index({topology_.channel(c).to, slope(c) == Slope::down})] += pairs;
  }
}

}  // namespace dateline

#include "models/analysis/optimal/routing_orbits.hpp"

#include <fmt/format.h>

#include "models/analysis/optimal/found_table.hpp"
#include "models/base/error.hpp"
#include "models/network/symmetry/orbits.hpp"
#include "models/network/topology/grid.hpp"

namespace dateline {
namespace {

constexpr std::uint32_t kUnseen = 0xffffffffU;

// One generator of the group: what it does to nodes and channels, and whether it exchanges sources and destinations.
struct Move {
  std::vector<std::uint32_t> node, channel;
  bool reverses = false;
};

std::vector<Move> moves_of(const Topology& topology, const std::vector<Symmetry>& automorphisms) {
  std::vector<Move> moves;
  for (const Symmetry& g : automorphisms) {
    if (!keeps_terminals(topology, g)) continue;
    Move& move = moves.emplace_back();
    for (const NodeId v : g.image) move.node.push_back(v.value());
    for (std::uint32_t c = 0; c < topology.channels(); ++c) move.channel.push_back(Orbits::image_of(topology, ChannelId(c), g).value());
  }
  Move reversal;
  reversal.reverses = true;
  for (std::uint32_t v = 0; v < topology.nodes(); ++v) reversal.node.push_back(v);
  for (std::uint32_t c = 0; c < topology.channels(); ++c) {
    const Channel& channel = topology.channel(ChannelId(c));
    const ChannelId back = topology.out(channel.to, channel.to_port);
    if (back == kNoChannel || topology.channel(back).bandwidth != channel.bandwidth) return moves;  // no path can be turned round
    reversal.channel.push_back(back.value());
  }
  moves.push_back(std::move(reversal));
  return moves;
}

// Orbits of 0..items-1 where `image(move, item)` is what a generator does; generators are bijections, so forward steps
// reach all.
template <typename Image>
OrbitLabels label_orbits(std::uint64_t items, const std::vector<Move>& moves, Image image) {
  OrbitLabels orbits;
  orbits.label.assign(items, kUnseen);
  std::vector<std::uint32_t> open;
  for (std::uint32_t first = 0; first < items; ++first) {
    if (orbits.label[first] != kUnseen) continue;
    const auto number = static_cast<std::uint32_t>(orbits.size.size());
    orbits.representative.push_back(first);
    std::uint32_t size = 1;
    orbits.label[first] = number;
    open.assign(1, first);
    while (!open.empty()) {
      const std::uint32_t item = open.back();
      open.pop_back();
      for (const Move& move : moves) {
        const std::uint32_t other = image(move, item);
        if (orbits.label[other] != kUnseen) continue;
        orbits.label[other] = number;
        ++size;
        open.push_back(other);
      }
    }
    orbits.size.push_back(size);
  }
  return orbits;
}

// The triple that a translation makes of this one where it takes the source to router 0: destination and channel.
std::uint32_t moved_back(const Topology& topology, NodeId source, NodeId destination, ChannelId channel) {
  const Grid& grid = *topology.grid();
  const Channel& c = topology.channel(channel);
  const ChannelId moved = topology.out(NodeId(grid.offset(source.value(), c.from.value())), c.from_port);
  return grid.offset(source.value(), destination.value()) * topology.channels() + moved.value();
}

}  // namespace

RoutingOrbits::RoutingOrbits(const Topology& topology, const std::vector<Symmetry>& automorphisms)
    : translated_(translations_reach_all(topology, automorphisms) ? &topology : nullptr),
      nodes_(topology.nodes()),
      channels_(topology.channels()) {
  const std::uint64_t pairs = std::uint64_t{nodes_} * nodes_;
  if (channels_ > 0 && pairs > kMaxTriples / channels_) {
    throw ConfigError(
        "optimal", "topology", topology.name(),
        fmt::format("has {} sources x {} destinations x {} channels; allowed at most {} in all", nodes_, nodes_, channels_, kMaxTriples));
  }
  const std::vector<Move> moves = moves_of(topology, automorphisms);
  const auto pair_image = [n = nodes_](const Move& move, std::uint32_t pair) {
    const std::uint32_t s = move.node[pair / n], d = move.node[pair % n];
    return move.reverses ? d * n + s : s * n + d;
  };
  const auto flow_image = [&, c = channels_](const Move& move, std::uint32_t triple) {
    return pair_image(move, triple / c) * c + move.channel[triple % c];
  };
  if (translated_ == nullptr) {
    flows_ = label_orbits(pairs * channels_, moves, flow_image);
  } else {  // each image moved back to where it begins at router 0
    flows_ = label_orbits(std::uint64_t{nodes_} * channels_, moves, [&, n = nodes_, c = channels_](const Move& move, std::uint32_t triple) {
      const std::uint32_t image = flow_image(move, triple);
      return moved_back(*translated_, NodeId(image / c / n), NodeId(image / c % n), ChannelId(image % c));
    });
    for (std::uint32_t& size : flows_.size) size *= nodes_;
  }
  prices_ = label_orbits(std::uint64_t{2} * nodes_ * channels_, moves, [n = nodes_, c = channels_](const Move& move, std::uint32_t price) {
    const std::uint32_t side = price / c / n, node = move.node[price / c % n];
    return ((move.reverses ? 1 - side : side) * n + node) * c + move.channel[price % c];
  });
  for (const std::uint32_t pair : label_orbits(pairs, moves, pair_image).representative) {
    pairs_.push_back({NodeId(pair / nodes_), NodeId(pair % nodes_)});
  }
  const auto channel_image = [](const Move& move, std::uint32_t c) { return move.channel[c]; };
  for (const std::uint32_t c : label_orbits(channels_, moves, channel_image).representative) focus_.emplace_back(c);
}

std::uint32_t RoutingOrbits::flow_from_first(NodeId source, NodeId destination, ChannelId channel) const {
  return flows_.label[moved_back(*translated_, source, destination, channel)];
}

RoutingOrbits::Triple RoutingOrbits::flow_representative(std::uint32_t orbit) const {
  const std::uint32_t triple = flows_.representative[orbit];
  const std::uint32_t pair = triple / channels_;
  return {NodeId(pair / nodes_), NodeId(pair % nodes_), ChannelId(triple % channels_)};
}

}  // namespace dateline

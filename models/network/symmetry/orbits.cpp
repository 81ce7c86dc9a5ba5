#include "models/network/symmetry/orbits.hpp"

#include <fmt/format.h>

#include <boost/pending/disjoint_sets.hpp>
#include <numeric>

#include "models/base/error.hpp"

namespace dateline {
namespace {

// Classes of 0..n-1 joined by pairs.
class Classes {
 public:
  explicit Classes(std::uint32_t n) : rank_(n), parent_(n), sets_(rank_.data(), parent_.data()) {
    for (std::uint32_t i = 0; i < n; ++i) sets_.make_set(i);
  }
  void join(std::uint32_t a, std::uint32_t b) { sets_.union_set(a, b); }
  [[nodiscard]] std::uint32_t find(std::uint32_t a) { return sets_.find_set(a); }

 private:
  std::vector<std::uint32_t> rank_, parent_;
  boost::disjoint_sets<std::uint32_t*, std::uint32_t*> sets_;
};

}  // namespace

ChannelId Orbits::image_of(const Topology& topology, ChannelId id, const Symmetry& map) {
  const Channel& channel = topology.channel(id);
  const auto parallel = [&](NodeId from, NodeId to, int skip) {  // the channel from -> to after `skip` others
    for (int p = 0; p < topology.ports(); ++p) {
      const ChannelId c = topology.out(from, Port(static_cast<std::uint16_t>(p)));
      if (c != kNoChannel && topology.channel(c).to == to && skip-- == 0) return c;
    }
    return kNoChannel;
  };
  int rank = 0;
  while (parallel(channel.from, channel.to, rank) != id) ++rank;
  const ChannelId image = parallel(map.image[channel.from.value()], map.image[channel.to.value()], rank);
  if (image != kNoChannel) return image;
  throw InvariantError(fmt::format("{} does not map channel {}->{} to a channel", map.name, channel.from.value(), channel.to.value()));
}

bool keeps_terminals(const Topology& topology, const Symmetry& map) {
  if (map.image.size() != topology.nodes()) return false;
  for (std::uint32_t v = 0; v < topology.nodes(); ++v) {
    const NodeId to = map.image[v];
    if (to.value() >= topology.nodes() || topology.terminals_of(NodeId(v)).size() != topology.terminals_of(to).size()) return false;
  }
  return true;
}

Orbits::Orbits(const Topology& topology, const std::vector<Symmetry>& generators) : orbit_of_channel_(topology.channels(), 0) {
  Classes node_classes(topology.nodes());
  Classes channel_classes(topology.channels());
  for (const Symmetry& g : generators) {
    for (std::uint32_t v = 0; v < topology.nodes(); ++v) node_classes.join(v, g.image[v].value());
    for (std::uint32_t c = 0; c < topology.channels(); ++c) channel_classes.join(c, image_of(topology, ChannelId(c), g).value());
  }
  std::vector<std::uint32_t> size(topology.nodes(), 0);
  for (std::uint32_t v = 0; v < topology.nodes(); ++v) ++size[node_classes.find(v)];
  for (std::uint32_t v = 0; v < topology.nodes(); ++v) {
    if (size[v] > 0) nodes_.push_back({NodeId(v), size[v]});
  }
  constexpr std::uint32_t kUnseen = 0xffffffffU;
  std::vector<std::uint32_t> number(topology.channels(), kUnseen);
  for (std::uint32_t c = 0; c < topology.channels(); ++c) {
    std::uint32_t& n = number[channel_classes.find(c)];
    if (n == kUnseen) {
      n = channel_orbits();
      channel_orbit_size_.push_back(0);
      first_of_orbit_.emplace_back(c);
    }
    orbit_of_channel_[c] = n;
    ++channel_orbit_size_[n];
  }
}

}  // namespace dateline

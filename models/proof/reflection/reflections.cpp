#include "models/proof/reflection/reflections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "models/base/error.hpp"
#include "models/base/numbers/random.hpp"

namespace dateline {
namespace {

constexpr std::uint64_t kDrawnWalks = 64;

// What of a candidate must be as its image's, in an order of its own.
auto key_of(const Candidate& c) {
  return std::make_tuple(static_cast<int>(c.exit), c.channel.value(), c.classes, c.weight, c.rank, c.escape, c.next.word);
}

void sort(Candidates& candidates) {
  std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) { return key_of(a) < key_of(b); });
}

// The offers at the image, `offers` being those at the place, taken to their images.
bool same(const RoutingRelation& relation, Candidates offers, const HeaderPlace& image, NodeId destination) {
  Candidates found;
  relation.next(image.node, image.in, destination, image.state, found);
  sort(offers);
  sort(found);
  return std::equal(offers.begin(), offers.end(), found.begin(), found.end(),
                    [](const Candidate& a, const Candidate& b) { return key_of(a) == key_of(b); });
}

}  // namespace

Reflections::Reflections(const Topology& topology) : topology_(topology), grid_(*topology.grid()) {
  std::uint32_t stride = 1;
  for (int d = 0; d < dimensions(); ++d) {
    strides_.push_back(stride);
    stride *= grid_.radix(d);
  }
  for (int d = 0; d < dimensions(); ++d) {
    std::vector<ChannelId>& images = images_.emplace_back(topology.channels());
    for (std::uint32_t c = 0; c < topology.channels(); ++c) {
      const auto& channel = topology.channel(ChannelId(c));
      images[c] = topology.out(image(channel.from, Mask{1} << static_cast<unsigned>(d)), image(channel.from_port, d));
    }
  }
}

NodeId Reflections::image(NodeId node, Mask mask) const {
  const std::uint16_t* const x = grid_.row(node.value());
  std::uint32_t image = node.value();
  for (Mask rest = mask; rest != 0; rest &= rest - 1) {
    const int d = __builtin_ctz(rest);
    image += strides_[static_cast<std::size_t>(d)] * (mirrored(x[d], d) - x[d]);  // modulo 2^32
  }
  return NodeId(image);
}

Port Reflections::image(Port port, int d) const {
  if (grid_.bits() || port.value() / 2 != d) return port;
  return Port(static_cast<std::uint16_t>(port.value() ^ 1U));
}

ChannelId Reflections::image(ChannelId channel, Mask mask) const {
  for (Mask rest = mask; rest != 0; rest &= rest - 1) channel = image(channel, __builtin_ctz(rest));
  return channel;
}

Reflections::Mask Reflections::to_first(NodeId node) const {
  Mask mask = 0;
  for (int d = 0; d < dimensions(); ++d) {
    const std::uint32_t x = grid_.coordinate(node.value(), d);
    if (x > mirrored(x, d)) mask |= Mask{1} << static_cast<unsigned>(d);
  }
  return mask;
}

Reflections::Mask Reflections::to_first(ChannelId channel) const {
  const auto& wire = topology_.channel(channel);
  const Mask mask = to_first(wire.from);
  if (grid_.bits()) return mask;
  const Mask own = Mask{1} << static_cast<unsigned>(dimension_of(channel));
  return wire.from_port.value() % 2 == 1 ? mask | own : mask & ~own;
}

Reflections::Mask Reflections::fixing(NodeId node) const {
  Mask mask = 0;
  for (int d = 0; d < dimensions(); ++d) {
    const std::uint32_t x = grid_.coordinate(node.value(), d);
    if (x == mirrored(x, d)) mask |= Mask{1} << static_cast<unsigned>(d);
  }
  return mask;
}

Reflections::Mask Reflections::fixing(ChannelId channel) const {
  return fixing(topology_.channel(channel).from) & ~(Mask{1} << static_cast<unsigned>(dimension_of(channel)));
}

std::uint64_t Reflections::orbit(Mask fixing) const { return std::uint64_t{1} << static_cast<unsigned>(dimensions() - __builtin_popcount(fixing)); }

int Reflections::dimension_of(ChannelId channel) const {
  const int port = topology_.channel(channel).from_port.value();
  return grid_.bits() ? port : port / 2;
}

void try_reflections(const Reflections& reflections, const RoutingRelation& relation) {
  const Topology& topology = reflections.topology();
  for (std::uint64_t i = 0; i < kDrawnWalks; ++i) {
    HeaderPlace at{NodeId(static_cast<std::uint32_t>(scale_bits(mix(2 * i), topology.nodes()))), kNoChannel, {}};
    const NodeId destination(static_cast<std::uint32_t>(scale_bits(mix(2 * i + 1), topology.nodes())));
    Candidates offers;
    for (std::uint32_t hop = 0; hop <= topology.nodes(); ++hop) {
      offers.clear();
      relation.next(at.node, at.in, destination, at.state, offers);
      for (int d = 0; d < reflections.dimensions(); ++d) {
        const auto mask = Reflections::Mask{1} << static_cast<unsigned>(d);
        const auto over = [&](ChannelId c) { return c == kNoChannel ? c : reflections.image(c, d); };
        Candidates images = offers;
        for (Candidate& c : images) c.channel = over(c.channel);
        if (!same(relation, images, {reflections.image(at.node, mask), over(at.in), at.state}, reflections.image(destination, mask)))
          throw InvariantError(
              fmt::format("{}: what is offered at node {} is not what its reflection is, against its claim", relation.name(), at.node.value()));
      }
      const Candidate& taken = offers[scale_bits(mix(~(i << 32U | hop)), offers.size())];
      if (taken.exit != Exit::channel) break;
      at = {topology.channel(taken.channel).to, taken.channel, taken.next};
    }
  }
}

}  // namespace dateline

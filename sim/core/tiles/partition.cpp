#include "sim/core/tiles/partition.hpp"

#include <algorithm>

#include "sim/core/state/layout/vc_numbering.hpp"
#include "sim/core/state/vc_store.hpp"

namespace dateline {
namespace {

// What a router costs: the channels that leave it.
std::vector<std::uint64_t> work_of_nodes(const Wiring& whole) {
  std::vector<std::uint64_t> work(whole.nodes, 0);
  for (const Wiring::Wire& wire : whole.channels) ++work[wire.from.value()];
  for (const NodeId router : whole.router_of) ++work[router.value()];
  return work;
}

// The first node of each range, and the end of the last; no range is empty.
std::vector<std::uint32_t> cuts(const Wiring& whole, std::uint32_t tiles) {
  const std::vector<std::uint64_t> work = work_of_nodes(whole);
  std::uint64_t all = 0, passed = 0;
  for (const std::uint64_t own : work) all += own;
  std::vector<std::uint32_t> firsts = {0};
  for (std::uint32_t node = 0; node < whole.nodes && firsts.size() < tiles; ++node) {
    passed += work[node];
    const auto begun = static_cast<std::uint32_t>(firsts.size());
    const bool must = whole.nodes - (node + 1) == tiles - begun;
    if (must || passed * tiles >= all * begun) firsts.push_back(node + 1);
  }
  firsts.push_back(whole.nodes);
  return firsts;
}

class LocalWiring {
 public:
  LocalWiring(const Wiring& whole, Partition::Range& range) : whole_(whole), range_(range) {
    range_.local.assign(whole.channels.size(), kNoChannel);
    Wiring& wiring = range_.wiring;
    wiring.nodes = whole.nodes;
    wiring.ports = whole.ports;
    wiring.router_of = whole.router_of;
  }

  void add_all(unsigned vc_bits) {
    std::vector<ChannelId> own;
    for (std::uint32_t c = 0; c < whole_.channels.size(); ++c) {
      const bool from = range_.has(whole_.channels[c].from), to = range_.has(whole_.channels[c].to);
      if (!from && !to) continue;
      (from && to ? own : from ? range_.outgoing : range_.incoming).emplace_back(c);
    }
    for (const ChannelId c : range_.incoming) add(c);
    add_unused(vc_bits);
    range_.wiring.part.incoming = static_cast<std::uint32_t>(range_.wiring.channels.size());
    for (const ChannelId c : own) add(c);
    for (const ChannelId c : range_.outgoing) add(c);
    range_.wiring.part.outgoing = static_cast<std::uint32_t>(range_.outgoing.size());
    find_terminals();
  }

 private:
  void add(ChannelId c) {
    range_.local[c.value()] = ChannelId(static_cast<std::uint32_t>(range_.wiring.channels.size()));
    add_wire(whole_.channels[c.value()], c.value(), c);
  }
  void add_wire(const Wiring::Wire& wire, std::uint32_t like, ChannelId number) {
    Wiring& wiring = range_.wiring;
    wiring.channels.push_back(wire);
    wiring.part.numbers.push_back(number);
    if (!whole_.bandwidths.empty()) wiring.bandwidths.push_back(whole_.bandwidth(like));
  }
  // One for each kind of channel of the network, and more up to the end of a block; they stand at a node of another
  // tile.
  void add_unused(unsigned vc_bits) {
    const NodeId elsewhere(range_.first == 0 ? range_.end : 0);
    const auto add_like = [&](std::uint32_t c) {
      Wiring::Wire wire = whole_.channels[c];
      wire.from = wire.to = elsewhere;
      add_wire(wire, c, kNoChannel);
    };
    std::vector<std::uint32_t> kinds;
    const auto alike = [&](std::uint32_t a, std::uint32_t b) {
      return whole_.channels[a].latency == whole_.channels[b].latency && whole_.bandwidth(a) == whole_.bandwidth(b);
    };
    for (std::uint32_t c = 0; c < whole_.channels.size(); ++c) {
      if (std::none_of(kinds.begin(), kinds.end(), [&](std::uint32_t kind) { return alike(kind, c); })) kinds.push_back(c);
    }
    for (const std::uint32_t kind : kinds) add_like(kind);
    const std::size_t block = (std::size_t{1} << VcView::kBlockBits) >> vc_bits;
    while (!kinds.empty() && range_.wiring.channels.size() % block != 0) add_like(kinds.front());
  }
  void find_terminals() {
    TilePart& part = range_.wiring.part;
    std::uint32_t end = 0;
    bool any = false;
    for (std::uint32_t t = 0; t < whole_.terminals(); ++t) {
      if (!range_.has(whole_.router_of[t])) continue;
      if (!any) part.first_terminal = t;
      any = true;
      end = t + 1;
    }
    part.terminals = end - part.first_terminal;
    for (std::uint32_t t = part.first_terminal; t < end; ++t) {
      if (range_.has(whole_.router_of[t])) continue;
      part.elsewhere.resize(end - part.first_terminal, 0);
      part.elsewhere[t - part.first_terminal] = 1;
    }
  }

  const Wiring& whole_;
  Partition::Range& range_;
};

}  // namespace

Partition::Partition(const Wiring& whole, const RouterConfig& config, std::uint32_t tiles) : tile_of_(whole.nodes, 0) {
  const std::vector<std::uint32_t> firsts = cuts(whole, std::min(tiles, whole.nodes));
  for (std::size_t i = 0; i + 1 < firsts.size(); ++i) {
    Range& range = ranges_.emplace_back();
    range.first = firsts[i];
    range.end = firsts[i + 1];
    for (std::uint32_t node = range.first; node < range.end; ++node) tile_of_[node] = static_cast<std::uint32_t>(i);
    LocalWiring(whole, range).add_all(vc_index_bits(config));
  }
}

}  // namespace dateline

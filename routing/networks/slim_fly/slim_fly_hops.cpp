#include "routing/networks/slim_fly/slim_fly_hops.hpp"

namespace dateline {

SlimFlyHops::SlimFlyHops(const SlimFlyTopology& topology) : topology_(topology), degree_(static_cast<std::size_t>(topology.ports())) {
  links_.reserve(topology.channels());
  for (std::uint32_t r = 0; r < topology.nodes(); ++r) {
    for (std::uint16_t p = 0; p < degree_; ++p) {
      const ChannelId channel = topology.out(NodeId(r), Port(p));
      links_.push_back({topology.channel(channel).to, channel});
    }
    std::sort(links_.end() - static_cast<std::ptrdiff_t>(degree_), links_.end(), [](const Link& a, const Link& b) { return a.to.value() < b.to.value(); });
  }
  if (topology.nodes() <= kTabled) fill_table();
}

void SlimFlyHops::fill_table() {
  constexpr Way kNone = ~Way{0};
  table_.assign(std::size_t{topology_.nodes()} * topology_.nodes(), kNone);
  for (std::uint32_t r = 0; r < topology_.nodes(); ++r) {
    const NodeId from(r);
    for (const Link* by = begin(from); by != end(from); ++by) {
      for (const Link* on = begin(by->to); on != end(by->to); ++on) {
        Way& way = table_[pair(from, on->to)];
        way = (way == kNone ? by->channel.value() : kSeveral) | kTwo;
      }
    }
    for (const Link* by = begin(from); by != end(from); ++by) table_[pair(from, by->to)] = by->channel.value() | kDirect;
    table_[pair(from, from)] = 0;
  }
}

void SlimFlyHops::add(NodeId from, NodeId to, std::uint16_t classes, HeaderState next, std::uint64_t weight, std::uint32_t route,
                      Candidates& out) const {
  Candidate c;
  c.route = route;
  c.classes = classes;
  c.weight = weight;
  c.next = next;
  for_ways(from, to, [&](ChannelId channel) {
    c.channel = channel;
    out.push_back(c);
    ++c.route;
  });
}

void SlimFlyHops::take_several(NodeId from, NodeId to, HeaderState next, HeaderStep& answer) const {
  std::uint32_t ways = 0;
  for_ways(from, to, [&](ChannelId channel) {
    if (ways < 2) {
      answer.channel[ways] = channel;
      answer.next[ways] = next;
    }
    ++ways;
  });
  answer.kind = ways == 1 ? HeaderStep::Kind::single : ways == 2 ? HeaderStep::Kind::fork : HeaderStep::Kind::ask;
}

}  // namespace dateline

#include "sim/core/tiles/tile_relation.hpp"

#include <algorithm>
#include <optional>

#include "sim/core/state/layout/vc_bits.hpp"

namespace dateline {

void TileRelation::next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const {
  const std::size_t before = out.size();
  of().next(node, in_network(in), dst, state, out);
  for (std::size_t i = before; i < out.size(); ++i) {
    if (out[i].exit == Exit::channel) out[i].channel = here(out[i].channel);
  }
}

// The ways of a choice are consecutive channels. Where they are not in the tile, since channels to other tiles are
// numbered apart, the head flit is asked about by next().
void TileRelation::translate_choice(HeaderStep& step) const {
  const std::uint32_t base = step.channel[0].value();
  std::optional<std::uint32_t> own_base;
  for (std::uint32_t rest = step.ways; rest != 0; rest &= rest - 1) {
    const std::uint32_t way = lowest_bit(rest);
    const ChannelId own = here(ChannelId(base + way));
    if (own == kNoChannel || own.value() < way || own_base.value_or(own.value() - way) != own.value() - way) {
      step.kind = HeaderStep::Kind::ask;
      return;
    }
    own_base = own.value() - way;
  }
  step.channel[0] = ChannelId(own_base.value_or(0));
  step.channel[1] = here(step.channel[1]);
}

HeaderState TileRelation::after(const HeaderQuery& query, ChannelId way) const {
  HeaderQuery asked = query;
  asked.in = in_network(asked.in);
  return of().after(asked, in_network(way));
}

void TileRelation::steps(const HeaderQuery* queries, std::size_t count, HeaderStep* answers) const {
  std::array<HeaderQuery, 64> asked;
  for (std::size_t first = 0; first < count; first += asked.size()) {
    const std::size_t some = std::min(asked.size(), count - first);
    for (std::size_t i = 0; i < some; ++i) {
      asked[i] = queries[first + i];
      asked[i].in = in_network(asked[i].in);
    }
    of().steps(asked.data(), some, answers + first);
    for (HeaderStep* step = answers + first; step != answers + first + some; ++step) {
      if (step->kind == HeaderStep::Kind::choice) {
        translate_choice(*step);
      } else {
        for (ChannelId& channel : step->channel) channel = here(channel);
      }
    }
  }
}

}  // namespace dateline

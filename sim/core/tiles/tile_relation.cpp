#include "sim/core/tiles/tile_relation.hpp"

#include <algorithm>

namespace dateline {

void TileRelation::next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const {
  const std::size_t before = out.size();
  of_.next(node, in_network(in), dst, state, out);
  for (std::size_t i = before; i < out.size(); ++i) {
    if (out[i].exit == Exit::channel) out[i].channel = here(out[i].channel);
  }
}

void TileRelation::steps(const HeaderQuery* queries, std::size_t count, HeaderStep* answers) const {
  std::array<HeaderQuery, 64> asked;
  for (std::size_t first = 0; first < count; first += asked.size()) {
    const std::size_t some = std::min(asked.size(), count - first);
    for (std::size_t i = 0; i < some; ++i) {
      asked[i] = queries[first + i];
      asked[i].in = in_network(asked[i].in);
    }
    of_.steps(asked.data(), some, answers + first);
    for (HeaderStep* step = answers + first; step != answers + first + some; ++step) {
      for (ChannelId& channel : step->channel) channel = here(channel);
    }
  }
}

}  // namespace dateline

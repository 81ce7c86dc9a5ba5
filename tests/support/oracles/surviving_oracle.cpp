#include "tests/support/oracles/surviving_oracle.hpp"

#include <algorithm>

namespace dateline::test {

SurvivingOracle::SurvivingOracle(const Topology& topology, const FaultMap& faults)
    : topology_(topology), faults_(faults), hops_(distances(false)), over_links_(distances(true)) {
  find_root();
  if (links_connect_) find_legal();
}

SurvivingOracle::Distances SurvivingOracle::distances(bool over_links_only) const {
  const std::uint32_t nodes = topology_.nodes();
  Distances d(nodes, std::vector<std::uint32_t>(nodes, kFar));
  for (std::uint32_t v = 0; v < nodes; ++v) d[v][v] = 0;
  for (std::uint32_t c = 0; c < topology_.channels(); ++c) {
    const Channel& channel = topology_.channel(ChannelId(c));
    const bool link = topology_.in(channel.from, channel.from_port) != kNoChannel;
    if (!faults_.failed(ChannelId(c)) && (link || !over_links_only)) d[channel.from.value()][channel.to.value()] = 1;
  }
  for (std::uint32_t k = 0; k < nodes; ++k) {
    for (std::uint32_t i = 0; i < nodes; ++i) {
      for (std::uint32_t j = 0; j < nodes; ++j) d[i][j] = std::min(d[i][j], d[i][k] + d[k][j]);
    }
  }
  return d;
}

// The farthest of the root is nearest; the lowest number of those.
void SurvivingOracle::find_root() {
  std::uint32_t least = kFar;
  for (std::uint32_t v = 0; v < topology_.nodes(); ++v) {
    if (!alive(v)) continue;
    std::uint32_t farthest = 0;
    for (std::uint32_t w = 0; w < topology_.nodes(); ++w) {
      if (alive(w)) farthest = std::max(farthest, over_links_[v][w]);
    }
    if (farthest >= kFar) links_connect_ = false;
    if (farthest >= least) continue;
    least = farthest;
    root_ = v;
  }
}

bool SurvivingOracle::is_up(ChannelId channel) const {
  const std::uint32_t from = topology_.channel(channel).from.value(), to = topology_.channel(channel).to.value();
  const std::uint32_t level = over_links_[root_][from], next = over_links_[root_][to];
  return next < level || (next == level && to < from);
}

// ups[v][w]: distance by ups alone; then downs are added one at a time.
void SurvivingOracle::find_legal() {
  const std::uint32_t nodes = topology_.nodes();
  legal_.assign(nodes, std::vector<std::uint32_t>(nodes, kFar));
  for (std::uint32_t v = 0; v < nodes; ++v) legal_[v][v] = 0;
  for (const bool up : {true, false}) {
    for (bool more = true; more;) {
      more = false;
      for (std::uint32_t c = 0; c < topology_.channels(); ++c) {
        const Channel& channel = topology_.channel(ChannelId(c));
        if (faults_.failed(ChannelId(c)) || is_up(ChannelId(c)) != up) continue;
        for (std::uint32_t s = 0; s < nodes; ++s) {
          const std::uint32_t through = legal_[s][channel.from.value()] + 1;
          if (through >= legal_[s][channel.to.value()] || through >= kFar) continue;
          legal_[s][channel.to.value()] = through;
          more = true;
        }
      }
    }
  }
}

}  // namespace dateline::test

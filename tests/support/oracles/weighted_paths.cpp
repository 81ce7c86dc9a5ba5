#include "tests/support/oracles/weighted_paths.hpp"

#include <algorithm>

#include "models/base/numbers/random.hpp"

namespace dateline::test {
namespace {

// The state: pair | number of the path | channels crossed.
constexpr unsigned kPath = 16, kPair = 32;
constexpr std::uint64_t kField = 0xffff;

}  // namespace

void WeightedPaths::draw(std::uint64_t seed, std::uint64_t heaviest) {
  RandomStream random(seed, 0, Purpose::route);
  const auto walk = [&](NodeId from, NodeId to) {
    while (true) {
      std::vector<ChannelId> channels;
      std::vector<NodeId> seen = {from};
      while (seen.back() != to) {
        std::vector<ChannelId> ways;
        for (int p = 0; p < topology_.ports(); ++p) {
          const ChannelId c = topology_.out(seen.back(), Port(static_cast<std::uint16_t>(p)));
          if (c != kNoChannel && std::find(seen.begin(), seen.end(), topology_.channel(c).to) == seen.end()) ways.push_back(c);
        }
        if (ways.empty()) break;  // a dead end: begin again
        channels.push_back(ways[random.below(static_cast<std::uint32_t>(ways.size()))]);
        seen.push_back(topology_.channel(channels.back()).to);
      }
      if (seen.back() == to) return channels;
    }
  };
  for (std::uint32_t s = 0; s < topology_.nodes(); ++s) {
    for (std::uint32_t t = 0; t < topology_.nodes(); ++t) {
      if (s == t) continue;
      std::vector<Path> paths(1 + random.below(3));
      for (Path& path : paths) path = {walk(NodeId(s), NodeId(t)), 1 + random.below64(heaviest)};
      set(NodeId(s), NodeId(t), std::move(paths));
    }
  }
}

std::vector<Rational> WeightedPaths::loads(NodeId src, NodeId dst) const {
  Integer total = 0;
  std::vector<Rational> load(topology_.channels());
  for (const Path& path : paths_[pair(src, dst)]) {
    total += path.weight;
    for (const ChannelId c : path.channels) load[c.value()] += path.weight;
  }
  for (Rational& x : load) x /= total;
  return load;
}

StartStates WeightedPaths::start(NodeId src, NodeId dst) const {
  StartStates starts;
  const std::size_t index = pair(src, dst);
  for (std::size_t i = 0; i < paths_[index].size(); ++i) {
    starts.push_back({HeaderState{std::uint64_t{index} << kPair | std::uint64_t{i} << kPath}, paths_[index][i].weight});
  }
  return starts;
}

void WeightedPaths::next(NodeId /*node*/, ChannelId /*in*/, NodeId /*dst*/, HeaderState state, Candidates& out) const {
  const Path& path = paths_[state.word >> kPair][state.word >> kPath & kField];
  const std::uint64_t crossed = state.word & kField;
  Candidate& c = out.emplace_back();
  if (crossed == path.channels.size()) {
    c.exit = Exit::deliver;
    return;
  }
  c.channel = path.channels[crossed];
  c.classes = 1;
  c.next.word = state.word + 1;
}

}  // namespace dateline::test

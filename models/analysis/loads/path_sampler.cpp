#include "models/analysis/loads/path_sampler.hpp"

#include <fmt/format.h>

#include "models/base/error.hpp"
#include "models/base/numbers/random.hpp"
#include "models/network/relation/oblivious.hpp"

namespace dateline {

PathSampler::PathSampler(const Topology& topology, const RoutingRelation& relation, std::uint64_t seed)
    : topology_(topology), relation_(relation), mixed_seed_(mix_seed(seed)) {}

const std::vector<ChannelId>& PathSampler::path(TerminalId source, TerminalId destination, std::uint64_t number) {
  const std::uint64_t key = packet_key(mix(mixed_seed_ + destination.value()), source.value(), number);
  path_.clear();
  const NodeId from = topology_.router_of(source), to = topology_.router_of(destination);
  const StartStates starts = relation_.start_between({source, destination, from, to});
  std::uint64_t total = 0;
  for (const StartState& s : starts) total += s.weight;
  std::uint64_t drawn = scale_bits(choice_bits(key, 0, Purpose::start), total);
  HeaderState state;
  for (const StartState& s : starts) {
    state = s.state;
    if (drawn < s.weight) break;
    drawn -= s.weight;
  }
  NodeId node = from;
  ChannelId in = kNoChannel;
  const std::size_t longest = 4 * std::size_t{topology_.nodes()} + 64;
  while (path_.size() <= longest) {
    candidates_.clear();
    relation_.next(node, in, to, state, candidates_);
    // One candidate of every route: they stand together and share weight and exit.
    std::size_t routes = 0;
    for (const Candidate& c : candidates_) {
      if (routes == 0 || candidates_[routes - 1].route != c.route) candidates_[routes++] = c;
    }
    candidates_.resize(routes);
    total = 0;
    for (const Candidate& c : candidates_) total += c.weight;
    std::size_t chosen = 0;
    if (routes > 1) {
      refuse_adaptive("loads", relation_.name(), total);
      drawn = scale_bits(choice_bits(key, static_cast<std::uint32_t>(path_.size()), Purpose::route), total);
      while (drawn >= candidates_[chosen].weight) drawn -= candidates_[chosen++].weight;
    }
    const Candidate& c = candidates_.at(chosen);
    if (c.exit == Exit::deliver) return path_;
    if (c.exit == Exit::absorb) {
      throw ConfigError("loads", "routing", relation_.name(),
                        fmt::format("absorbs packets on their way, as at node {}; loads are not defined", node.value()));
    }
    path_.push_back(c.channel);
    in = c.channel;
    node = topology_.channel(in).to;
    state = c.next;
  }
  throw ConfigError("loads", "routing", relation_.name(),
                    fmt::format("may send a head flit to node {} round for ever; loads are not defined", to.value()));
}

double mean_path_hops(const Topology& topology, const RoutingRelation& relation) {
  constexpr std::uint32_t kSamples = 16;
  PathSampler sampler(topology, relation, 0);
  double hops = 0;
  for (std::uint32_t i = 0; i < kSamples; ++i) {
    hops +=
        static_cast<double>(sampler.path(TerminalId(0), TerminalId(static_cast<std::uint32_t>(scale_bits(mix(i), topology.terminals()))), i).size());
  }
  return hops / kSamples;
}

}  // namespace dateline

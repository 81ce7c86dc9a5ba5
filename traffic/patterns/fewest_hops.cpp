#include "traffic/patterns/fewest_hops.hpp"

#include <algorithm>
#include <map>

#include "models/base/error.hpp"
#include "models/base/numbers/rational.hpp"
#include "models/network/relation/route_graph.hpp"

namespace dateline {
namespace {

// Cycles of a flit on a channel, until all of it is across.
std::uint32_t delay_of(const Channel& channel, int own) {
  return static_cast<std::uint32_t>(static_cast<std::uint64_t>(latency_of(channel, own)) + channel.bandwidth.cycles() - 1);
}

// The fewest hops and cycles from every source that sends to one destination, by backward steps over the places that
// headers to it can reach.
class FewestHops {
 public:
  FewestHops(const Topology& topology, const RoutingRelation& relation, int channel_latency)
      : topology_(topology), graph_(topology, relation), channel_latency_(channel_latency), one_rate_(other_bandwidth(topology) == kNoChannel) {
    for (std::uint32_t c = 0; c < topology.channels(); ++c) {
      const std::uint32_t delay = delay_of(topology.channel(ChannelId(c)), channel_latency);
      least_ = c == 0 ? delay : std::min(least_, delay);
      largest_ = std::max(largest_, delay);
    }
  }

  // Places walked.
  std::size_t walk(TerminalId destination, const std::vector<TerminalId>& sources) {
    graph_.walk(destination, sources);
    const auto& places = graph_.places();
    steps_to_.assign(places.size(), {});
    for (std::uint32_t p = 0; p < places.size(); ++p) {
      for (const RouteGraph::Hop& hop : graph_.hops(places[p])) {
        if (hop.to >= places.size() || hop.to == RouteGraph::kDelivered) continue;
        const bool absorbed = hop.candidate.exit == Exit::absorb;  // and injected again: no hop
        steps_to_[hop.to].push_back({p, absorbed ? 0U : 1U, absorbed ? 0U : cycles_on(hop.candidate.channel)});
      }
    }
    hops_ = least(&Step::hops);
    if (least_ != largest_) cycles_ = least(&Step::cycles);
    return places.size();
  }
  [[nodiscard]] const std::vector<RouteGraph::Start>& starts() const { return graph_.starts(); }
  [[nodiscard]] PairWay of(std::uint32_t place) const {
    const auto hops = static_cast<std::uint32_t>(hops_[place]);
    PairWay way{hops, least_ == largest_ ? hops * std::uint64_t{least_} : cycles_[place], false, {}};
    follow(place, way);
    return way;
  }

 private:
  // Whether a header there has no choice of channels, now or later; then the slow ones of them.
  void follow(std::uint32_t place, PairWay& way) const {
    std::vector<PairWay::Slow> slow;
    std::uint32_t crossed = 0;
    for (std::size_t step = 0; step < graph_.places().size(); ++step) {
      const RouteGraph::Place& p = graph_.places()[place];
      if (p.hops != 1) return;
      const RouteGraph::Hop& hop = graph_.hops(p).front();
      if (!one_rate_ && hop.candidate.exit == Exit::channel && hop.candidate.channel != kNoChannel) {
        ++crossed;
        const Bandwidth own = topology_.channel(hop.candidate.channel).bandwidth;
        while (!slow.empty() && to_rational(slow.back().bandwidth) >= to_rational(own)) slow.pop_back();
        if (to_rational(own) < 1) slow.push_back({own, crossed});
      }
      place = hop.to;
      if (place == RouteGraph::kDelivered) {
        way.only = true;
        for (PairWay::Slow& channel : slow) channel.behind = crossed - channel.behind;
        way.slow = std::move(slow);
        return;
      }
      if (place >= graph_.places().size()) return;
    }
  }

  static constexpr std::uint64_t kUnknown = ~std::uint64_t{0};
  struct Step {
    std::uint32_t from;
    std::uint32_t hops, cycles;
  };

  [[nodiscard]] std::uint32_t cycles_on(ChannelId channel) const { return delay_of(topology_.channel(channel), channel_latency_); }
  // Per place: the least sum of steps until the message is delivered. Fronts of equal distance, nearest first.
  [[nodiscard]] std::vector<std::uint64_t> least(std::uint32_t Step::*length) const {
    std::vector<std::uint64_t> distance(graph_.places().size(), kUnknown);
    std::map<std::uint64_t, std::vector<std::uint32_t>> fronts;
    const auto reach = [&](std::uint32_t place, std::uint64_t far) {
      if (far >= distance[place]) return;
      distance[place] = far;
      fronts[far].push_back(place);
    };
    for (std::uint32_t p = 0; p < graph_.places().size(); ++p) {
      for (const RouteGraph::Hop& hop : graph_.hops(graph_.places()[p])) {
        if (hop.to == RouteGraph::kDelivered) reach(p, 0);
      }
    }
    for (; !fronts.empty(); fronts.erase(fronts.begin())) {
      const std::uint64_t far = fronts.begin()->first;
      std::vector<std::uint32_t>& front = fronts.begin()->second;
      for (std::size_t i = 0; i < front.size(); ++i) {  // which grows
        if (distance[front[i]] != far) continue;
        for (const Step& step : steps_to_[front[i]]) reach(step.from, far + step.*length);
      }
    }
    return distance;
  }

  const Topology& topology_;
  RouteGraph graph_;
  int channel_latency_;
  bool one_rate_;                             // all bandwidths are 1
  std::uint32_t least_ = 1, largest_ = 1;     // delays of channels
  std::vector<std::vector<Step>> steps_to_;   // per place
  std::vector<std::uint64_t> hops_, cycles_;  // per place; cycles where delays differ
};

}  // namespace

std::uint64_t PairWay::passing(std::uint64_t flits, std::uint64_t routing_delay) const {
  std::uint64_t most = flits;
  for (const auto& [bandwidth, behind] : slow) {
    const std::uint64_t apart = static_cast<std::uint64_t>(Integer(Integer(flits - 1) * bandwidth.denominator() / bandwidth.numerator())) + 1;
    const std::uint64_t caught_up = behind * routing_delay;
    most = std::max(most, apart > caught_up ? apart - caught_up : 0);
  }
  return most;
}

void PairWays::add(TerminalId destination, std::vector<Offer> offers) {
  begin_.resize(destination.value() + std::size_t{1}, begin_.back());
  std::stable_sort(offers.begin(), offers.end(), [](const Offer& a, const Offer& b) { return a.source < b.source; });
  for (Offer& offer : offers) {
    PairWay& way = offer.way;
    if (ways_.size() > begin_.back() && ways_.back().source == offer.source) {
      Way& other = ways_.back();
      other = {offer.source, std::min(other.hops, way.hops), std::min(other.cycles, way.cycles), kSeveral};
      continue;
    }
    std::uint32_t slow = way.only ? kNoSlow : kSeveral;
    if (!way.slow.empty()) {
      slow_.push_back(std::move(way.slow));
      slow = kNoSlow + static_cast<std::uint32_t>(slow_.size());
    }
    ways_.push_back({offer.source, way.hops, way.cycles, slow});
  }
  begin_.push_back(ways_.size());
}

PairWay PairWays::at(const TerminalPair& pair) const {
  if (pair.destination.value() + std::size_t{1} >= begin_.size()) throw InvariantError("the ways of a pair that was not asked for");
  const auto row = ways_.begin() + static_cast<std::ptrdiff_t>(begin_[pair.destination.value()]);
  const auto end = ways_.begin() + static_cast<std::ptrdiff_t>(begin_[pair.destination.value() + std::size_t{1}]);
  const auto found = std::lower_bound(row, end, pair.source, [](const Way& a, TerminalId source) { return a.source < source; });
  if (found == end || !(found->source == pair.source)) throw InvariantError("the ways of a pair that was not asked for");
  const Way& way = *found;
  return {way.hops, way.cycles, way.slow != kSeveral, way.slow > kNoSlow ? slow_[way.slow - kNoSlow - 1] : std::vector<PairWay::Slow>()};
}

PairWays fewest_hops(const Topology& topology, const RoutingRelation& relation, std::vector<TerminalPair> pairs, int channel_latency, double budget) {
  std::sort(pairs.begin(), pairs.end(), [](const TerminalPair& a, const TerminalPair& b) { return a.key() < b.key(); });
  pairs.erase(std::unique(pairs.begin(), pairs.end(), [](const TerminalPair& a, const TerminalPair& b) { return a.key() == b.key(); }), pairs.end());
  PairWays ways(pairs.size());
  FewestHops fewest(topology, relation, channel_latency);
  double steps = 0;
  for (std::size_t i = 0; i < pairs.size();) {
    const TerminalId destination = pairs[i].destination;
    std::vector<TerminalId> sources;
    for (; i < pairs.size() && pairs[i].destination == destination; ++i) sources.push_back(pairs[i].source);
    steps += static_cast<double>(fewest.walk(destination, sources));
    if (steps > budget) return PairWays();
    std::vector<PairWays::Offer> offers;
    for (const RouteGraph::Start& start : fewest.starts()) offers.push_back({start.source, fewest.of(start.place)});
    ways.add(destination, std::move(offers));
  }
  return ways;
}

}  // namespace dateline

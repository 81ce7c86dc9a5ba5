#include "models/analysis/loads/propagation.hpp"

#include <fmt/format.h>

#include <numeric>
#include <utility>

#include "models/base/error.hpp"
#include "models/base/numbers/random.hpp"
#include "models/network/relation/oblivious.hpp"
#include "models/network/relation/walk_ends.hpp"

namespace dateline {
namespace {

// Calls visit(hop) for the first candidate of every route that goes on, over a channel or through memory.
template <typename Visit>
void for_routes_on(const RouteGraph& graph, const RouteGraph::Place& place, Visit visit) {
  for_each_route(graph.hops(place), [&](const RouteGraph::Hop& hop) {
    if (hop.to < graph.places().size()) visit(hop);
  });
}

// What is delivered, by the channel that it came over: `at(i)` comes to place i.
template <typename At>
void deliveries(const RouteGraph& graph, At at, std::vector<ChannelFlow>& last) {
  for (std::uint32_t i = 0; i < graph.places().size(); ++i) {
    const RouteGraph::Place& place = graph.places()[i];
    for_each_route(graph.hops(place), [&](const RouteGraph::Hop& hop) {
      if (hop.to != RouteGraph::kDelivered || hop.candidate.weight == 0) return;
      ExactFraction part = at(i).scaled(hop.candidate.weight, place.total_weight);
      if (!part.is_zero()) last.push_back({place.at.in, std::move(part)});
    });
  }
}

// At the end of a segment.
bool stops(const RouteGraph::Hop& hop) { return hop.candidate.exit == Exit::absorb && hop.rule == AbsorptionRule::intermediate; }

}  // namespace

Propagation::Propagation(const Topology& topology, const RoutingRelation& relation, bool alone)
    : graph_(topology, relation),
      alone_(alone),
      channels_(topology.channels()),
      nodes_(topology.nodes()),
      channel_flow_(topology.channels() + (relation.absorbs() ? topology.nodes() + 1 : 0), 0) {}

const std::vector<ChannelFlow>& Propagation::flow(TerminalId source, TerminalId destination) { return flow(destination, {source}, {Rational(1)}); }

const std::vector<ChannelFlow>& Propagation::flow(TerminalId destination, const std::vector<TerminalId>& sources,
                                                  const std::vector<Rational>& amounts, std::vector<ChannelFlow>* last) {
  walk(destination, sources);
  touched_.clear();
  result_.clear();
  reinjections_.clear();
  stops_ = {};
  const bool whole = propagate_whole(amounts);
  for (const ChannelId c : touched_) {
    if (whole) take(c, ExactFraction(channel_flow_[c.value()], scale_));
    channel_flow_[c.value()] = 0;
  }
  if (last != nullptr) last->clear();
  if (!whole) {
    const std::vector<ExactFraction> at_place = propagate_fractions(amounts);
    if (last != nullptr) deliveries(graph_, [&](std::uint32_t place) -> const ExactFraction& { return at_place[place]; }, *last);
  } else if (last != nullptr) {
    deliveries(graph_, [&](std::uint32_t place) { return ExactFraction(place_flow_[place], scale_); }, *last);
  }
  return result_;
}

void Propagation::take(ChannelId crossed, ExactFraction amount) {
  if (crossed.value() < channels_) {
    result_.push_back({crossed, std::move(amount)});
  } else if (crossed == all_stops()) {
    stops_ = std::move(amount);
  } else {
    reinjections_.push_back({NodeId(crossed.value() - channels_), std::move(amount)});
  }
}

void Propagation::walk(TerminalId destination, const std::vector<TerminalId>& sources) {
  graph_.walk(destination, sources);
  if (graph_.topological_order().empty() && !graph_.places().empty()) {
    throw ConfigError("loads", "routing", graph_.routing(),
                      fmt::format("may send a head flit to node {} round for ever; loads are not defined", graph_.destination().value()));
  }
  if (graph_.loses()) {
    throw ConfigError("loads", "routing", graph_.routing(),
                      fmt::format("absorbs packets to node {} for good; loads are not defined", graph_.destination().value()));
  }
  if (alone_) graph_.choose_alone();
  for (const RouteGraph::Place& place : graph_.places()) refuse_adaptive("loads", graph_.routing(), place.total_weight);
}

// What every source sends, at the places where it starts. False if some amount does not fit into 64 bits.
bool Propagation::place_sources(const std::vector<Rational>& amounts) {
  Integer common = 1;
  for (const Rational& a : amounts) common = lcm(common, denominator(a));
  for (const RouteGraph::Start& s : graph_.starts()) common = lcm(common, Integer(s.total_weight));
  if (common > (std::uint64_t{1} << 32U)) return false;
  scale_ = static_cast<std::uint64_t>(common);
  place_flow_.assign(graph_.places().size(), 0);
  std::size_t i = 0;
  const auto& starts = graph_.starts();
  for (std::size_t s = 0; s < starts.size(); ++s) {
    if (s > 0 && starts[s].source != starts[s - 1].source) ++i;
    const Rational share = amounts[i] * Rational(starts[s].weight, starts[s].total_weight) * scale_;
    // A source's amount times its share may still be no multiple of 1 / scale_: one more factor makes it one.
    const Integer missing = denominator(share);
    if (missing > (std::uint64_t{1} << 32U) || !rescale(static_cast<std::uint64_t>(missing))) return false;
    const Integer whole = numerator(share);
    if (whole > ~std::uint64_t{0}) return false;
    auto& flow = place_flow_[starts[s].place];
    if (__builtin_add_overflow(flow, static_cast<std::uint64_t>(whole), &flow)) return false;
  }
  return true;
}

// False if some amount does not fit into 64 bits; `touched_` then still names every channel_flow_ that is not zero.
bool Propagation::propagate_whole(const std::vector<Rational>& amounts) {
  if (!place_sources(amounts)) return false;
  for (const std::uint32_t index : graph_.topological_order()) {
    const RouteGraph::Place& place = graph_.places()[index];
    const std::uint64_t total = place.total_weight;
    if (place_flow_[index] == 0) continue;
    bool fits = true;
    for_routes_on(graph_, place, [&](const RouteGraph::Hop& hop) {
      std::uint64_t product = 0;
      fits = fits && !__builtin_mul_overflow(place_flow_[index], hop.candidate.weight, &product);
      if (!fits) return;
      if (product % total != 0) {
        const std::uint64_t factor = total / std::gcd(place_flow_[index], total);
        fits = rescale(factor) && !__builtin_mul_overflow(place_flow_[index], hop.candidate.weight, &product);
        if (!fits) return;
      }
      const std::uint64_t part = product / total;
      fits = !__builtin_add_overflow(place_flow_[hop.to], part, &place_flow_[hop.to]);
      const auto count = [&](ChannelId over) {
        std::uint64_t& sum = channel_flow_[over.value()];
        if (sum == 0 && part > 0) touched_.push_back(over);
        fits = fits && !__builtin_add_overflow(sum, part, &sum);
      };
      count(crossed(place, hop));
      if (stops(hop)) count(all_stops());
    });
    if (!fits) return false;
  }
  return true;
}

bool Propagation::rescale(std::uint64_t factor) {
  if (factor == 1) return true;
  bool fits = !__builtin_mul_overflow(scale_, factor, &scale_);
  for (std::uint64_t& flow : place_flow_) fits = fits && !__builtin_mul_overflow(flow, factor, &flow);
  for (const ChannelId c : touched_) fits = fits && !__builtin_mul_overflow(channel_flow_[c.value()], factor, &channel_flow_[c.value()]);
  return fits;
}

std::vector<ExactFraction> Propagation::propagate_fractions(const std::vector<Rational>& amounts) {
  std::vector<ExactFraction> at_place(graph_.places().size());
  std::vector<ExactFraction> over(channel_flow_.size());
  const auto& starts = graph_.starts();
  std::size_t i = 0;
  for (std::size_t s = 0; s < starts.size(); ++s) {
    if (s > 0 && starts[s].source != starts[s - 1].source) ++i;
    at_place[starts[s].place].add(ExactFraction(amounts[i]).scaled(starts[s].weight, starts[s].total_weight));
  }
  touched_.clear();
  for (const std::uint32_t index : graph_.topological_order()) {
    const RouteGraph::Place& place = graph_.places()[index];
    for_routes_on(graph_, place, [&](const RouteGraph::Hop& hop) {
      const ExactFraction part = at_place[index].scaled(hop.candidate.weight, place.total_weight);
      if (part.is_zero()) return;
      at_place[hop.to].add(part);
      const auto count = [&](ChannelId next) {
        ExactFraction& sum = over[next.value()];
        if (sum.is_zero()) touched_.push_back(next);
        sum.add(part);
      };
      count(crossed(place, hop));
      if (stops(hop)) count(all_stops());
    });
  }
  for (const ChannelId c : touched_) take(c, ExactFraction(over[c.value()].value()));
  return at_place;
}

double mean_places(const Topology& topology, const RoutingRelation& relation) {
  constexpr std::uint32_t kSamples = 16;
  RouteGraph graph(topology, relation);
  const std::vector<TerminalId> healthy = WalkEnds(topology, relation).representatives();
  const bool all = relation.faults() == nullptr;
  double places = 0;
  for (std::uint32_t i = 0; i < kSamples; ++i) {
    const auto drawn = static_cast<std::uint32_t>(scale_bits(mix(i), all ? topology.terminals() : healthy.size()));
    graph.walk(all ? TerminalId(drawn) : healthy[drawn], {all ? TerminalId(0) : healthy.front()});
    places += static_cast<double>(graph.places().size());
  }
  return places / kSamples;
}

}  // namespace dateline

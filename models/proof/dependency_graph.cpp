#include "models/proof/dependency_graph.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/network/error.hpp"
#include "models/network/route_graph.hpp"
#include "models/network/walk_ends.hpp"
#include "models/proof/digraph.hpp"

namespace dateline {
namespace {

// Which classes of its incoming channel a header at a place may hold, by how it came there; and whether as an escape.
struct Holding {
  std::uint16_t classes = 0;
};

class ProofBuilder {
 public:
  ProofBuilder(const Topology& topology, const RoutingRelation& relation)
      : topology_(topology),
        ends_(topology, relation),
        graph_(topology, relation),
        classes_(static_cast<std::uint32_t>(relation.classes())),
        full_(topology.channels() * classes_),
        escapes_(topology.channels() * classes_),
        used_(topology.channels() * classes_, false),
        is_escape_(topology.channels() * classes_, false) {}

  [[nodiscard]] DeadlockProof prove();

 private:
  [[nodiscard]] const RouteGraph& graph_to(TerminalId destination);
  [[nodiscard]] std::uint64_t pairs_of(TerminalId source, TerminalId destination) const;
  void take_full(const RouteGraph& graph);
  void count_delivered(const RouteGraph& graph, TerminalId destination);
  void take_escapes(const RouteGraph& graph);
  void extend_from(const RouteGraph& graph, std::uint32_t place, std::uint32_t held);
  [[nodiscard]] static std::vector<Holding> holdings(const RouteGraph& graph);
  template <typename Visit>
  void for_classes(ChannelId channel, std::uint16_t classes, Visit visit) const {
    for (std::uint32_t k = 0; k < classes_; ++k) {
      if ((classes >> k & 1U) != 0) visit(channel.value() * classes_ + k);
    }
  }

  const Topology& topology_;
  WalkEnds ends_;
  RouteGraph graph_;
  std::uint32_t classes_;
  Digraph full_, escapes_;
  std::vector<bool> used_, is_escape_;
  bool any_escape_ = false, escape_everywhere_ = true;
  bool oblivious_ = true;
  Rational total_hops_ = 0;
  DeadlockProof proof_;
};

// How many pairs of different terminals walks between two ends stand for.
std::uint64_t ProofBuilder::pairs_of(TerminalId source, TerminalId destination) const {
  const std::uint64_t sources = ends_.terminals(ends_.of(source)).size(), destinations = ends_.terminals(ends_.of(destination)).size();
  return sources * (source == destination ? destinations - 1 : destinations);
}

const RouteGraph& ProofBuilder::graph_to(TerminalId destination) {
  std::vector<TerminalId> sources;
  for (const TerminalId s : ends_.representatives()) {
    if (pairs_of(s, destination) > 0) sources.push_back(s);
  }
  graph_.walk(destination, sources);
  return graph_;
}

std::vector<Holding> ProofBuilder::holdings(const RouteGraph& graph) {
  std::vector<Holding> held(graph.places().size());
  for (const RouteGraph::Place& place : graph.places()) {
    for (const RouteGraph::Hop* hop = graph.begin(place); hop != graph.end(place); ++hop) {
      if (hop->to < held.size()) held[hop->to].classes |= hop->candidate.classes;
    }
  }
  return held;
}

void ProofBuilder::take_full(const RouteGraph& graph) {
  const auto held = holdings(graph);
  for (std::size_t i = 0; i < graph.places().size(); ++i) {
    const RouteGraph::Place& place = graph.places()[i];
    bool has_escape = false;
    bool leaves = false;
    for (const RouteGraph::Hop* hop = graph.begin(place); hop != graph.end(place); ++hop) {
      const Candidate& c = hop->candidate;
      has_escape = has_escape || c.escape || c.exit != Exit::channel;
      if (c.exit != Exit::channel) continue;
      leaves = true;
      if (c.classes == 0 || (c.classes >> classes_) != 0) {
        throw InvariantError(fmt::format("the relation offers VC classes {:#x} of {}", c.classes, classes_));
      }
      for_classes(c.channel, c.classes, [&](std::uint32_t wanted) {
        used_[wanted] = true;
        if (c.escape) is_escape_[wanted] = any_escape_ = true;
        if (place.at.in == kNoChannel) return;
        for_classes(place.at.in, held[i].classes, [&](std::uint32_t holding) { full_.add(holding, wanted); });
      });
    }
    if (leaves && !has_escape) escape_everywhere_ = false;
  }
  full_.normalise();
}

// Delivered: from the start no run of hops can go round or end anywhere but at the destination. With one destination that holds for all
// places or is not claimed for any.
void ProofBuilder::count_delivered(const RouteGraph& graph, TerminalId destination) {
  const auto order = graph.topological_order();
  if (order.empty()) {
    oblivious_ = false;
    return;
  }
  std::vector<Rational> hops_left(graph.places().size());
  std::vector<bool> arrives(graph.places().size(), true);
  for (auto it = order.rbegin(); it != order.rend(); ++it) {
    const RouteGraph::Place& place = graph.places()[*it];
    if (place.total_weight == 0) oblivious_ = false;
    std::uint32_t counted = 0xffffffffU;
    for (const RouteGraph::Hop* hop = graph.begin(place); hop != graph.end(place); ++hop) {
      if (hop->to == RouteGraph::kAbsorbed || (hop->to != RouteGraph::kDelivered && !arrives[hop->to])) arrives[*it] = false;
      if (!oblivious_ || hop->candidate.route == counted || hop->candidate.exit != Exit::channel) continue;
      counted = hop->candidate.route;
      hops_left[*it] += (1 + hops_left[hop->to]) * Rational(hop->candidate.weight, place.total_weight);
    }
  }
  const auto& starts = graph.starts();
  for (std::size_t i = 0; i < starts.size();) {
    bool all_arrive = true;
    const TerminalId source = starts[i].source;
    const std::uint64_t pairs = pairs_of(source, destination);
    for (; i < starts.size() && starts[i].source == source; ++i) {
      all_arrive = all_arrive && arrives[starts[i].place];
      if (oblivious_) total_hops_ += hops_left[starts[i].place] * Rational(starts[i].weight, starts[i].total_weight) * pairs;
    }
    if (all_arrive) proof_.delivered_pairs += pairs;
  }
}

void ProofBuilder::take_escapes(const RouteGraph& graph) {
  const auto held = holdings(graph);
  for (std::uint32_t i = 0; i < graph.places().size(); ++i) {
    const ChannelId in = graph.places()[i].at.in;
    if (in == kNoChannel) continue;
    for_classes(in, held[i].classes, [&](std::uint32_t holding) {
      if (is_escape_[holding]) extend_from(graph, i, holding);
    });
  }
  escapes_.normalise();
}

// Dependencies of an escape channel that a header holds at `place`: on the escapes it may ask for now, or after any run of other channels.
void ProofBuilder::extend_from(const RouteGraph& graph, std::uint32_t place, std::uint32_t held) {
  std::vector<bool> seen(graph.places().size(), false);
  std::vector<std::uint32_t> stack = {place};
  seen[place] = true;
  while (!stack.empty()) {
    const RouteGraph::Place& at = graph.places()[stack.back()];
    stack.pop_back();
    for (const RouteGraph::Hop* hop = graph.begin(at); hop != graph.end(at); ++hop) {
      if (hop->candidate.exit != Exit::channel) continue;
      bool other = false;
      for_classes(hop->candidate.channel, hop->candidate.classes, [&](std::uint32_t wanted) {
        if (is_escape_[wanted]) {
          escapes_.add(held, wanted);
        } else {
          other = true;
        }
      });
      if (other && !seen[hop->to]) {
        seen[hop->to] = true;
        stack.push_back(hop->to);
      }
    }
  }
}

DeadlockProof ProofBuilder::prove() {
  const auto destinations = ends_.representatives();
  proof_.pairs = std::uint64_t{topology_.terminals()} * (topology_.terminals() - 1);
  for (const TerminalId t : destinations) {
    const RouteGraph& graph = graph_to(t);
    take_full(graph);
    count_delivered(graph, t);
  }
  if (oblivious_ && proof_.pairs > 0) proof_.mean_hops = total_hops_ / proof_.pairs;
  proof_.vertices = static_cast<std::uint64_t>(std::count(used_.begin(), used_.end(), true));
  proof_.dependencies = full_.edges();
  auto cycle = full_.shortest_cycle();
  proof_.deadlock_free = cycle.empty();
  proof_.reason = cycle.empty() ? "the channel-dependency graph is acyclic" : "the channel-dependency graph has a cycle";
  if (!cycle.empty() && any_escape_) {
    if (!escape_everywhere_) {
      proof_.reason = "the dependency graph has a cycle, and some place offers no escape channel";
    } else {
      for (const TerminalId t : destinations) take_escapes(graph_to(t));
      const auto escape_cycle = escapes_.shortest_cycle();
      proof_.deadlock_free = proof_.by_escape = escape_cycle.empty();
      proof_.dependencies = escapes_.edges();
      proof_.reason = escape_cycle.empty() ? "the extended dependency graph of the escape channels is acyclic (Duato)"
                                           : "the extended dependency graph of the escape channels has a cycle";
      cycle = escape_cycle;
    }
  }
  for (const std::uint32_t v : cycle) {
    proof_.cycle.push_back({ChannelId(v / classes_), VcClass(static_cast<std::uint8_t>(v % classes_))});
  }
  return proof_;
}

}  // namespace

DeadlockProof prove_deadlock_freedom(const Topology& topology, const RoutingRelation& relation) {
  if (relation.classes() > kMaxVcs) {
    throw ConfigError("verify", "topology", topology.name(),
                      fmt::format("needs {} VC classes with this routing; at most {} can be told apart", relation.classes(), kMaxVcs));
  }
  return ProofBuilder(topology, relation).prove();
}

}  // namespace dateline

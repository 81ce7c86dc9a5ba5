#include "tests/reference/reference_proof.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include "models/network/relation/route_graph.hpp"
#include "models/network/relation/walk_ends.hpp"
#include "models/proof/digraph.hpp"

namespace dateline::test {
namespace {

using Vertex = std::uint32_t;  // channel x classes + class
using Edges = std::set<std::pair<Vertex, Vertex>>;

class ReferenceProof {
 public:
  ReferenceProof(const Topology& topology, const RoutingRelation& relation, VcReuse reuse)
      : topology_(topology),
        relation_(relation),
        reuse_(reuse),
        ends_(topology, relation),
        classes_(static_cast<std::uint32_t>(relation.classes())) {}

  [[nodiscard]] DeadlockProof prove() {
    for (const TerminalId t : ends_.representatives()) {
      const RouteGraph graph = graph_to(t);
      take_full(graph);
      count_delivered(graph, t);
    }
    proof_.vertices = used_.size();
    auto cycle = decide(full_);
    proof_.reason = cycle.empty() ? "the channel-dependency graph is acyclic" : "the channel-dependency graph has a cycle";
    if (!cycle.empty() && !are_escapes_.empty()) cycle = try_escapes(std::move(cycle));
    if (proof_.by_escape && reuse_ == VcReuse::place) cycle = try_jumps();
    if (proof_.by_escape && reuse_ == VcReuse::tail) {
      cycle = decide(full_);
      proof_.by_escape = false;
      proof_.reason = "the channel-dependency graph has a cycle, and a head flit that is given a full VC has lost its escape channel";
    }
    for (const Vertex v : cycle) proof_.cycle.push_back({ChannelId(v / classes_), VcClass(static_cast<std::uint8_t>(v % classes_))});
    for (const TerminalId t : ends_.representatives()) proof_.self_pairs += ends_.terminals(ends_.of(t)).size();
    proof_.pairs = proof_.self_pairs * (proof_.self_pairs - 1);
    if (!finite_) proof_.absorptions = {};
    if (finite_ && proof_.pairs > 0) proof_.mean_hops = total_hops_ / proof_.pairs;
    return proof_;
  }

 private:
  // How many pairs of different terminals walks between two ends stand for.
  [[nodiscard]] std::uint64_t pairs_of(TerminalId source, TerminalId destination) const {
    std::uint64_t pairs = 0;
    for (const TerminalId s : ends_.terminals(ends_.of(source))) {
      for (const TerminalId t : ends_.terminals(ends_.of(destination))) pairs += s == t ? 0 : 1;
    }
    return pairs;
  }

  [[nodiscard]] RouteGraph graph_to(TerminalId destination) const { return {topology_, relation_, destination, ends_.representatives()}; }

  [[nodiscard]] std::vector<Vertex> vertices(ChannelId channel, unsigned classes) const {
    std::vector<Vertex> result;
    for (std::uint32_t k = 0; k < classes_; ++k) {
      if ((classes >> k & 1U) != 0) result.push_back(channel.value() * classes_ + k);
    }
    return result;
  }

  // What a header at each place may hold of the channel it came over.
  [[nodiscard]] static std::vector<unsigned> holdings(const RouteGraph& graph) {
    std::vector<unsigned> held(graph.places().size(), 0);
    for (const RouteGraph::Place& place : graph.places()) {
      for (const RouteGraph::Hop& hop : graph.hops(place)) {
        if (hop.to < held.size()) held[hop.to] |= hop.candidate.classes;
      }
    }
    return held;
  }

  void take_full(const RouteGraph& graph) {
    const auto held = holdings(graph);
    for (std::size_t i = 0; i < graph.places().size(); ++i) {
      const RouteGraph::Place& place = graph.places()[i];
      bool has_escape = false, leaves = false;
      for (const RouteGraph::Hop& hop : graph.hops(place)) {
        const Candidate& c = hop.candidate;
        has_escape = has_escape || c.escape || c.exit != Exit::channel;
        if (place.total_weight == 0 && c.channel != graph.hops(place).front().candidate.channel) proof_.adaptive = true;
        if (c.exit != Exit::channel) continue;
        leaves = true;
        for (const Vertex wanted : vertices(c.channel, c.classes)) {
          used_.insert(wanted);
          if (c.escape) are_escapes_.insert(wanted);
          if (place.at.in == kNoChannel) continue;
          for (const Vertex holding : vertices(place.at.in, held[i])) full_.insert({holding, wanted});
        }
      }
      if (leaves && !has_escape) escape_everywhere_ = false;
    }
  }

  // Of each hop of a place, in an empty network.
  [[nodiscard]] static std::vector<Rational> chances_of(const RouteGraph& graph, const RouteGraph::Place& place) {
    std::set<std::uint32_t> drawn;  // routes; or channels of the lowest rank
    std::uint8_t lowest = 255;
    for (const RouteGraph::Hop& hop : graph.hops(place)) lowest = std::min(lowest, hop.candidate.rank);
    std::vector<Rational> weights;
    Rational total = 0;
    for (const RouteGraph::Hop& hop : graph.hops(place)) {
      const Candidate& c = hop.candidate;
      const bool weighted = graph.hops(place).front().candidate.weight > 0 && place.total_weight > 0;
      const bool drawn_here = (weighted || c.rank == lowest) && drawn.insert(weighted ? c.route : c.channel.value()).second;
      weights.emplace_back(!drawn_here ? 0 : weighted ? c.weight : 1);
      total += weights.back();
    }
    for (Rational& weight : weights) weight /= total;
    return weights;
  }

  // Expectations after a place, and the most that can happen.
  struct Journey {
    Rational hops, met;
    std::array<Rational, 4> by_rule;
    std::uint32_t most = 0, most_hops = 0;
    bool last_resort = false;

    void add(const RouteGraph::Hop& hop, const Journey& next, const Rational& chance) {
      const bool absorbed = hop.candidate.exit == Exit::absorb && hop.to != RouteGraph::kAbsorbed;
      const bool fault = absorbed && hop.rule != AbsorptionRule::intermediate;
      const std::uint32_t length = hop.candidate.exit == Exit::channel ? 1 : 0;
      hops += chance * (next.hops + length);
      met += chance * (fault ? Rational(1) : next.met);
      for (std::size_t rule = 0; rule < by_rule.size(); ++rule) {
        by_rule[rule] += chance * (next.by_rule[rule] + (absorbed && rule == static_cast<std::size_t>(hop.rule) ? 1 : 0));
      }
      most = std::max(most, next.most + (fault ? 1 : 0));
      most_hops = std::max(most_hops, next.most_hops + length);
      last_resort = last_resort || next.last_resort || (absorbed && hop.rule == AbsorptionRule::last_resort);
    }
  };
  void add_pairs(const Journey& journey, const Rational& pairs) {
    total_hops_ += journey.hops * pairs;
    if (!relation_.absorbs()) return;
    proof_.absorptions.met += journey.met * pairs;
    for (std::size_t rule = 0; rule < journey.by_rule.size(); ++rule) proof_.absorptions.by_rule[rule] += journey.by_rule[rule] * pairs;
  }

  void count_delivered(const RouteGraph& graph, TerminalId destination) {
    const auto& order = graph.topological_order();
    if (order.empty()) {  // some header can go round
      finite_ = false;
      return;
    }
    std::vector<Journey> journeys(graph.places().size());
    std::vector<bool> arrives(graph.places().size(), true);
    for (auto it = order.rbegin(); it != order.rend(); ++it) {
      const RouteGraph::Place& place = graph.places()[*it];
      const auto hops = graph.hops(place);
      const auto chances = chances_of(graph, place);
      for (std::size_t i = 0; i < hops.size(); ++i) {
        const std::uint32_t to = hops[i].to;
        const bool on = hops[i].candidate.exit == Exit::channel;
        if (on ? !arrives[to] : to == RouteGraph::kAbsorbed) arrives[*it] = false;
        if (!on && to != RouteGraph::kDelivered && to != RouteGraph::kAbsorbed && !arrives[to]) arrives[*it] = false;
        journeys[*it].add(hops[i], to < journeys.size() ? journeys[to] : Journey(), chances[i]);
      }
    }
    std::map<std::uint32_t, bool> all_arrive, last_resort;  // per source
    for (const RouteGraph::Start& start : graph.starts()) {
      const auto [it, added] = all_arrive.try_emplace(start.source.value(), true);
      it->second = it->second && arrives[start.place];
      const std::uint64_t pairs = pairs_of(start.source, destination);
      add_pairs(journeys[start.place], Rational(start.weight, start.total_weight) * pairs);
      if (pairs == 0) continue;
      last_resort[start.source.value()] = last_resort[start.source.value()] || journeys[start.place].last_resort;
      proof_.absorptions.most = std::max(proof_.absorptions.most, journeys[start.place].most);
      if (relation_.absorbs()) proof_.absorptions.most_hops = std::max(proof_.absorptions.most_hops, journeys[start.place].most_hops);
    }
    for (const auto& [source, can] : last_resort) proof_.absorptions.last_resort_pairs += can ? pairs_of(TerminalId(source), destination) : 0;
    for (const auto& [source, good] : all_arrive) {
      if (!good) continue;
      proof_.delivered_pairs += pairs_of(TerminalId(source), destination);
      if (ends_.of(TerminalId(source)) == ends_.of(destination)) proof_.delivered_self_pairs += ends_.terminals(ends_.of(destination)).size();
    }
  }

  [[nodiscard]] std::vector<Vertex> decide(const Edges& edges) {
    Digraph graph(topology_.channels() * classes_);
    for (const auto& [from, to] : edges) graph.add(from, to);
    graph.normalise();
    proof_.dependencies = edges.size();
    auto cycle = graph.shortest_cycle();
    proof_.deadlock_free = cycle.empty();
    return cycle;
  }

  [[nodiscard]] std::vector<Vertex> try_escapes(std::vector<Vertex> cycle) {
    if (!escape_everywhere_) {
      proof_.reason = "the dependency graph has a cycle, and some place offers no escape channel";
      return cycle;
    }
    Edges extended;
    for (const TerminalId t : ends_.representatives()) extend(graph_to(t), extended);
    cycle = decide(extended);
    proof_.by_escape = cycle.empty();
    proof_.reason = cycle.empty() ? "the extended dependency graph of the escape channels is acyclic (Duato)"
                                  : "the extended dependency graph of the escape channels has a cycle";
    return cycle;
  }

  void extend(const RouteGraph& graph, Edges& edges) const {
    const auto held = holdings(graph);
    for (std::uint32_t i = 0; i < graph.places().size(); ++i) {
      if (graph.places()[i].at.in == kNoChannel) continue;
      for (const Vertex holding : vertices(graph.places()[i].at.in, held[i])) {
        std::set<std::uint32_t> seen;
        if (are_escapes_.count(holding) > 0) extend_from(graph, i, holding, seen, edges);
      }
    }
  }

  // To the escapes that may be asked for here, or after any run of other channels.
  void extend_from(const RouteGraph& graph, std::uint32_t place, Vertex holding, std::set<std::uint32_t>& seen, Edges& edges) const {
    if (!seen.insert(place).second) return;
    const RouteGraph::Place& at = graph.places()[place];
    for (const RouteGraph::Hop& hop : graph.hops(at)) {
      if (hop.candidate.exit != Exit::channel) continue;
      for (const Vertex wanted : vertices(hop.candidate.channel, hop.candidate.classes)) {
        if (are_escapes_.count(wanted) > 0) {
          edges.insert({holding, wanted});
        } else {
          extend_from(graph, hop.to, holding, seen, edges);
        }
      }
    }
  }

  // Every VC that is no escape is reused by place: a walk that comes to one goes on as any header that may hold it.
  [[nodiscard]] std::vector<Vertex> try_jumps() {
    std::map<Vertex, std::set<Vertex>> wanted_after;  // of all headers that hold a VC
    for (const auto& [held, wanted] : full_) wanted_after[held].insert(wanted);
    Edges extended;
    for (const Vertex escape : are_escapes_) {
      std::set<Vertex> seen;
      std::vector<Vertex> walk{escape};
      while (!walk.empty()) {
        const Vertex at = walk.back();
        walk.pop_back();
        for (const Vertex wanted : wanted_after[at]) {
          if (are_escapes_.count(wanted) > 0) {
            extended.insert({escape, wanted});
          } else if (seen.insert(wanted).second) {
            walk.push_back(wanted);
          }
        }
      }
    }
    const auto cycle = decide(extended);
    proof_.by_escape = cycle.empty();
    proof_.reason = cycle.empty() ? "no cycle of dependencies contains an escape channel, with jumps from packet to packet in VCs reused by place"
                                  : "a cycle of dependencies contains an escape channel, by a jump in a VC reused by place: a head flit behind "
                                    "another packet there waits for that packet's ways";
    return cycle;
  }

  const Topology& topology_;
  const RoutingRelation& relation_;
  VcReuse reuse_;
  WalkEnds ends_;
  std::uint32_t classes_;
  Edges full_;
  std::set<Vertex> used_, are_escapes_;
  bool escape_everywhere_ = true, finite_ = true;
  Rational total_hops_ = 0;
  DeadlockProof proof_;
};

}  // namespace

DeadlockProof reference_proof(const Topology& topology, const RoutingRelation& relation, VcReuse reuse) {
  return ReferenceProof(topology, relation, reuse).prove();
}

}  // namespace dateline::test

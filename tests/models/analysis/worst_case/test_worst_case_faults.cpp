// The worst case of a network in which nodes have failed, against brute force: all permutations of the nodes that live,
// for every set of up to three failed nodes of networks of at most nine, and every routing that delivers all pairs.
// Flows are enumerated path by path from what the relation offers.
#include <algorithm>
#include <catch2/catch.hpp>
#include <optional>
#include <stdexcept>

#include "models/analysis/worst_case/worst_case.hpp"
#include "models/base/error.hpp"
#include "models/network/faults/fault_map.hpp"
#include "models/network/relation/fault_meeting.hpp"
#include "models/network/relation/oblivious.hpp"
#include "tests/support/routings.hpp"
#include "tests/support/sample.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

// Expected crossings of channels by a packet, and how often it is injected again at nodes.
struct Flow {
  std::vector<Rational> channel, again;
};

// Follows every path; nothing where the relation is adaptive.
class Enumeration {
 public:
  Enumeration(const Topology& topology, const RoutingRelation& relation) : topology_(topology), relation_(relation) {}

  std::optional<Flow> flow(NodeId from, NodeId to) {
    flow_ = {std::vector<Rational>(topology_.channels()), std::vector<Rational>(topology_.nodes())};
    followed_ = true;
    const StartStates starts = relation_.start(from, to);
    std::uint64_t total = 0;
    for (const StartState& s : starts) total += s.weight;
    for (const StartState& s : starts) follow({from, kNoChannel, s.state}, to, {}, Rational(s.weight, total));
    if (!followed_) return std::nullopt;
    return flow_;
  }

 private:
  void follow(const HeaderPlace& at, NodeId to, const SoftwareHeader& software, const Rational& chance) {
    Candidates candidates;
    relation_.next(at.node, at.in, to, at.state, candidates);
    std::uint64_t total = 0, routes = 0;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      if (i > 0 && candidates[i].route == candidates[i - 1].route) continue;
      total += candidates[i].weight;
      ++routes;
    }
    for (std::size_t i = 0; i < candidates.size() && followed_; ++i) {
      const Candidate& c = candidates[i];
      if (i > 0 && c.route == candidates[i - 1].route) continue;
      if (routes > 1 && total == 0) {
        followed_ = false;
        return;
      }
      take(at.node, c, to, software, total == 0 ? chance : chance * Rational(c.weight, total));
    }
  }
  void take(NodeId node, const Candidate& c, NodeId to, const SoftwareHeader& software, const Rational& chance) {
    if (c.exit == Exit::deliver) return;
    if (c.exit == Exit::absorb) {
      const Resumption on = relation_.resume(node, to, software);
      flow_.again[node.value()] += chance;
      return follow({node, kNoChannel, on.state}, to, on.header, chance);
    }
    if (relation_.faults()->failed(c.channel)) throw std::logic_error("a path over a channel that has failed");
    flow_.channel[c.channel.value()] += chance;
    follow({topology_.channel(c.channel).to, c.channel, c.next}, to, software, chance);
  }

  const Topology& topology_;
  const RoutingRelation& relation_;
  Flow flow_;
  bool followed_ = true;
};

// All permutations of the nodes that live: the heaviest load of each channel and of each node's injection channel.
class AllPermutations {
 public:
  // Nothing to search where some pair has no flow.
  AllPermutations(const Topology& topology, const RoutingRelation& relation, std::vector<NodeId> live) : live_(std::move(live)) {
    Enumeration paths(topology, relation);
    for (const NodeId from : live_) {
      for (const NodeId to : live_) {
        const std::optional<Flow> flow = paths.flow(from, to);
        if (!flow) return;
        flows_.push_back(flow->channel);
        flows_.back().insert(flows_.back().end(), flow->again.begin(), flow->again.end());
      }
    }
    complete_ = true;
    for (const auto& flow : flows_)
      for (const Rational& x : flow) scale_ = lcm(scale_, denominator(x));
    for (const auto& flow : flows_) {
      scaled_.emplace_back();
      for (const Rational& x : flow) scaled_.back().push_back(static_cast<std::int64_t>(numerator(Rational(x * scale_))));
    }
    heaviest_.assign(topology.channels() + topology.nodes(), 0);
    free_.assign(live_.size(), true);
    extend(0, std::vector<std::int64_t>(heaviest_.size(), 0));
  }

  [[nodiscard]] bool complete() const { return complete_; }
  [[nodiscard]] Rational heaviest(std::size_t place) const { return Rational(Integer(heaviest_[place]), scale_); }
  [[nodiscard]] const std::vector<Rational>& flow(std::size_t from, std::size_t to) const { return flows_[from * live_.size() + to]; }

 private:
  void extend(std::size_t row, const std::vector<std::int64_t>& load) {
    if (row == live_.size()) {
      for (std::size_t p = 0; p < load.size(); ++p) heaviest_[p] = std::max(heaviest_[p], load[p]);
      return;
    }
    std::vector<std::int64_t> sum(load.size());
    for (std::size_t column = 0; column < live_.size(); ++column) {
      if (!free_[column]) continue;
      free_[column] = false;
      const auto& flow = scaled_[row * live_.size() + column];
      for (std::size_t p = 0; p < load.size(); ++p) sum[p] = load[p] + flow[p];
      extend(row + 1, sum);
      free_[column] = true;
    }
  }

  std::vector<NodeId> live_;
  bool complete_ = false;
  Integer scale_ = 1;
  std::vector<std::vector<Rational>> flows_;
  std::vector<std::vector<std::int64_t>> scaled_;
  std::vector<std::int64_t> heaviest_;  // channels, then nodes
  std::vector<bool> free_;
};

void check_result(const Topology& topology, const std::vector<NodeId>& live, const AllPermutations& all, const WorstCaseSearch& search) {
  const WorstCase worst = search.run();
  std::vector<std::uint32_t> place(topology.nodes(), topology.nodes());  // in `live`
  for (std::uint32_t i = 0; i < live.size(); ++i) place[live[i].value()] = i;
  Rational heaviest, injection = 1;
  for (std::uint32_t c = 0; c < topology.channels(); ++c) heaviest = std::max(heaviest, all.heaviest(c));
  for (std::uint32_t v = 0; v < topology.nodes(); ++v) injection = std::max(injection, Rational(1 + all.heaviest(topology.channels() + v)));
  REQUIRE(worst.gamma == heaviest);
  REQUIRE(worst.injection == injection);
  std::uint32_t alike = 0;
  for (const FocusChannel& f : worst.focus) {
    REQUIRE(f.gamma == all.heaviest(f.channel.value()));
    alike += f.orbit;
  }
  REQUIRE(alike == topology.channels());
  // The permutation leaves failed nodes alone and is as bad; the duals prove that none is worse.
  REQUIRE(worst.permutation.size() == topology.nodes());
  std::vector<std::uint32_t> images;
  Rational load;
  for (std::uint32_t v = 0; v < topology.nodes(); ++v) {
    const std::uint32_t to = worst.permutation[v].value();
    images.push_back(to);
    if (place[v] == topology.nodes()) {
      REQUIRE(to == v);
    } else {
      REQUIRE(place[to] < topology.nodes());
      load += all.flow(place[v], place[to])[worst.channel.value()];
    }
  }
  std::sort(images.begin(), images.end());
  for (std::uint32_t v = 0; v < topology.nodes(); ++v) REQUIRE(images[v] == v);
  REQUIRE(load == heaviest);
  Integer duals = 0;
  for (std::uint32_t v = 0; v < topology.nodes(); ++v) duals += worst.u[v] + worst.v[v];
  REQUIRE(Rational(duals, search.loads().scale()) == heaviest);
  for (std::size_t i = 0; i < live.size(); ++i) {
    for (std::size_t j = 0; j < live.size(); ++j) {
      const Rational bound(worst.u[live[i].value()] + worst.v[live[j].value()], search.loads().scale());
      REQUIRE(bound >= all.flow(i, j)[worst.channel.value()]);
    }
  }
}

struct Seen {
  int sets = 0, of_faults = 0;
};

void check_routing(const Topology& topology, const RoutingEntry& entry, const std::vector<NodeId>& failed, Seen& seen) {
  RoutingOptions options;
  options.vcs = kMaxVcs;
  options.faults = std::make_shared<const FaultMap>(topology, failed, std::vector<LinkEnd>{});
  if (!options.faults->connected()) return;
  std::unique_ptr<RoutingRelation> relation;
  try {
    relation = make_relation(entry.name, topology, options);
  } catch (const ConfigError&) {
    return;  // it leads nobody around these
  }
  std::vector<NodeId> live;
  for (std::uint32_t v = 0; v < topology.nodes(); ++v) {
    if (!options.faults->failed(NodeId(v))) live.emplace_back(v);
  }
  if (find_fault_meeting(topology, *relation)) return;  // refused before any analysis
  const AllPermutations all(topology, *relation, live);
  if (!all.complete()) {
    REQUIRE_THROWS_AS(WorstCaseSearch(topology, *relation), AdaptiveError);
    return;
  }
  ++seen.sets;
  seen.of_faults += failed.empty() ? 0 : 1;
  check_result(topology, live, all, WorstCaseSearch(topology, *relation));
  WorstCaseOptions every;
  every.all_channels = true;
  check_result(topology, live, all, WorstCaseSearch(topology, *relation, every));
}

// visit(failed) for every set of up to `most` nodes that leaves one at least.
template <typename Visit>
void for_all_sets(std::uint32_t nodes, std::size_t most, Visit visit) {
  std::vector<NodeId> failed;
  const auto extend = [&](const auto& self, std::uint32_t from) -> void {
    visit(failed);
    if (failed.size() == most || failed.size() + 1 == nodes) return;
    for (std::uint32_t v = from; v < nodes; ++v) {
      failed.emplace_back(v);
      self(self, v + 1);
      failed.pop_back();
    }
  };
  extend(extend, 0);
}

}  // namespace

TEST_CASE("around every set of up to three failed nodes no permutation of the others is worse, and the one found is as bad") {
  const std::string name = GENERATE(
      take(sample(15U, 8U), values<std::string>({"torus:2", "torus:3", "torus:4", "torus:5", "torus:2x2", "torus:3x2", "mesh:3", "mesh:3x2",
                                                 "hypercube:2", "hypercube:3", "torus:9", "torus:3x3", "torus:2x2x2", "mesh:8", "mesh:3x3"})));
  const auto topology = make_cube(name);
  Seen seen;
  for (const RoutingEntry& entry : registered_relations(*topology)) {
    for_all_sets(topology->nodes(), 3, [&](const std::vector<NodeId>& failed) {
      std::string list;
      for (const NodeId node : failed) list += " " + std::to_string(node.value());
      CAPTURE(name, entry.name, list);
      check_routing(*topology, entry, failed, seen);
    });
  }
  CAPTURE(name, seen.sets);
  CHECK(seen.of_faults > 0);
}

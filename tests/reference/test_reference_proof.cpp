// The proof against the slow one, field by field: all registered relations on small networks, tables, random relations
// of every kind that the contract allows, and claims of symmetry, true or false, which must not matter.
#include <catch2/catch.hpp>
#include <map>

#include "models/network/relation/path_table.hpp"
#include "routing/networks/any_topology/table.hpp"
#include "routing/registry/registry.hpp"
#include "tests/reference/reference_proof.hpp"
#include "tests/support/cases/random_case.hpp"
#include "tests/support/cases/table_network.hpp"
#include "tests/support/cases/terminal_networks.hpp"
#include "tests/support/routings.hpp"
#include "tests/support/sample.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

void require_same(const DeadlockProof& proof, const DeadlockProof& reference) {
  CHECK(proof.deadlock_free == reference.deadlock_free);
  CHECK(proof.by_escape == reference.by_escape);
  CHECK(proof.vertices == reference.vertices);
  CHECK(proof.dependencies == reference.dependencies);
  CHECK(proof.reason == reference.reason);
  CHECK(proof.pairs == reference.pairs);
  CHECK(proof.delivered_pairs == reference.delivered_pairs);
  CHECK(proof.self_pairs == reference.self_pairs);
  CHECK(proof.delivered_self_pairs == reference.delivered_self_pairs);
  CHECK(proof.mean_hops == reference.mean_hops);
  CHECK(proof.adaptive == reference.adaptive);
  CHECK(proof.absorptions.by_rule == reference.absorptions.by_rule);
  CHECK(proof.absorptions.met == reference.absorptions.met);
  CHECK(proof.absorptions.last_resort_pairs == reference.absorptions.last_resort_pairs);
  CHECK(proof.absorptions.most == reference.absorptions.most);
  CHECK(proof.absorptions.most_hops == reference.absorptions.most_hops);
  REQUIRE(proof.cycle.size() == reference.cycle.size());
  for (std::size_t i = 0; i < proof.cycle.size(); ++i) {
    CHECK(proof.cycle[i].channel == reference.cycle[i].channel);
    CHECK(proof.cycle[i].vc_class == reference.cycle[i].vc_class);
  }
}

// A relation drawn from a seed: at every place, whatever it is, some hops, their classes, weights, ranks, escapes and
// next states by chance. Headers may go anywhere, be absorbed on the way, and go round for ever.
class AnyRelation final : public RoutingRelation {
 public:
  struct Kind {
    int classes;
    std::uint32_t states;        // of a header
    bool adaptive;               // unweighted routes
    std::uint32_t ways;          // at most, out of a place
    std::uint32_t absorbs_in;    // one place in so many absorbs; 0: none
    std::uint32_t escapes_in;    // one hop in so many is an escape; 0: none
    bool minimal;                // only hops that come nearer: never round
    std::uint32_t segments = 0;  // after so many absorptions a message is never absorbed again; 0: absorbed for good
  };
  AnyRelation(const Topology& topology, std::uint64_t seed, Kind kind) : topology_(topology), seed_(seed), kind_(kind) {
    for (std::uint32_t t = 0; t < topology.nodes(); ++t) distances_.push_back(distances_to(NodeId(t)));
  }

  [[nodiscard]] StartStates start(NodeId src, NodeId dst) const override {
    Dice dice(mix(seed_ ^ mix(std::uint64_t{src.value()} << 32U | dst.value())));
    StartStates states;
    const auto count = 1 + (kind_.adaptive ? 0 : dice.below(3));
    for (std::uint32_t i = 0; i < count; ++i) states.push_back({{dice.below(kind_.states)}, 1 + dice.below(5)});
    return states;
  }

  void next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const override {
    if (node == dst) {
      out.emplace_back().exit = Exit::deliver;
      return;
    }
    Dice dice(mix(seed_ ^ mix(std::uint64_t{in.value()} << 32U | node.value()) ^ mix(std::uint64_t{dst.value()} << 16U | state.word)));
    const std::uint32_t ways = 1 + dice.below(kind_.ways);
    const std::uint64_t segment = state.word / kind_.states;
    for (std::uint32_t route = 0; route < ways; ++route) {
      const ChannelId channel = topology_.out(node, Port(static_cast<std::uint16_t>(dice.below(static_cast<std::uint32_t>(topology_.ports())))));
      if (allowed(channel, dst)) add_route(channel, route, dice, segment, out);
    }
    if (out.empty()) add_hop(first_way(node, dst), 0, 1, dice, segment, out);
    if (kind_.absorbs_in == 0 || !dice.one_in(kind_.absorbs_in) || state.word / kind_.states == kind_.segments + 1) return;
    Candidate& c = out.emplace_back();
    c.route = 99;
    c.exit = Exit::absorb;
    c.weight = kind_.adaptive ? 0 : 1;
    c.rank = kind_.segments > 0 && dice.one_in(2) ? 0 : 2;
  }

  [[nodiscard]] bool absorbs() const override { return kind_.segments > 0; }
  // How often it was absorbed stands in both headers.
  [[nodiscard]] Resumption resume(NodeId node, NodeId dst, const SoftwareHeader& header) const override {
    Dice dice(mix(seed_ ^ mix(std::uint64_t{node.value()} << 20U | dst.value())));
    const std::uint32_t times = header.words.empty() ? 1 : header.words[0] + 1;
    return {{dice.below(kind_.states) + times * kind_.states}, {{times, dice.below(2)}}, static_cast<AbsorptionRule>(dice.below(4))};
  }

  [[nodiscard]] int classes() const override { return kind_.classes; }
  [[nodiscard]] std::vector<Symmetry> symmetries() const override { return claims; }

  std::vector<Symmetry> claims;

 private:
  [[nodiscard]] std::vector<std::uint32_t> distances_to(NodeId to) const {
    std::vector<std::uint32_t> distance(topology_.nodes(), topology_.nodes());
    std::vector<NodeId> queue = {to};
    distance[to.value()] = 0;
    for (std::size_t i = 0; i < queue.size(); ++i) {
      for (int p = 0; p < topology_.ports(); ++p) {
        const ChannelId c = topology_.in(queue[i], Port(static_cast<std::uint16_t>(p)));
        if (c == kNoChannel || distance[topology_.channel(c).from.value()] < topology_.nodes()) continue;
        distance[topology_.channel(c).from.value()] = distance[queue[i].value()] + 1;
        queue.push_back(topology_.channel(c).from);
      }
    }
    return distance;
  }
  [[nodiscard]] bool allowed(ChannelId channel, NodeId dst) const {
    if (channel == kNoChannel) return false;
    const auto& distance = distances_[dst.value()];
    return !kind_.minimal || distance[topology_.channel(channel).to.value()] < distance[topology_.channel(channel).from.value()];
  }
  [[nodiscard]] ChannelId first_way(NodeId node, NodeId dst) const {
    int p = 0;
    while (!allowed(topology_.out(node, Port(static_cast<std::uint16_t>(p))), dst)) ++p;
    return topology_.out(node, Port(static_cast<std::uint16_t>(p)));
  }
  void add_route(ChannelId channel, std::uint32_t route, Dice& dice, std::uint64_t segment, Candidates& out) const {
    const std::uint64_t weight = 1 + dice.below(4);
    const int ways = dice.one_in(3) ? 2 : 1;
    for (int i = 0; i < ways; ++i) add_hop(channel, route, weight, dice, segment, out);
  }
  void add_hop(ChannelId channel, std::uint32_t route, std::uint64_t weight, Dice& dice, std::uint64_t segment, Candidates& out) const {
    const std::uint32_t all = (1U << static_cast<unsigned>(kind_.classes)) - 1;
    Candidate& c = out.emplace_back();
    c.route = route;
    c.channel = channel;
    c.classes = static_cast<std::uint16_t>(1 + dice.below(all));
    c.weight = kind_.adaptive ? 0 : weight;
    c.escape = kind_.escapes_in > 0 && dice.one_in(kind_.escapes_in);
    c.rank = c.escape ? 1 : 0;
    c.next = {dice.below(kind_.states) + segment * kind_.states};
  }

  const Topology& topology_;
  std::uint64_t seed_;
  Kind kind_;
  std::vector<std::vector<std::uint32_t>> distances_;  // [to][from]
};

// Null where the routing refuses these options.
std::unique_ptr<RoutingRelation> make_if_allowed(const RoutingEntry& entry, const Topology& topology, const RoutingOptions& options) {
  try {
    return entry.make(topology, options, entry.name);
  } catch (const ConfigError&) {
    return nullptr;
  }
}

std::vector<std::string> small_networks() {
  return {"torus:4", "torus:5",  "torus:3x4",  "torus:2x3",   "torus:2x2",  "torus:3x3x2",
          "mesh:5",  "mesh:3x4", "mesh:2x2x3", "hypercube:1", "hypercube:4"};
}

}  // namespace

TEST_CASE("the proof of every registered relation is the slow one's") {
  const std::string name = GENERATE(from_range(small_networks()));
  const auto t = make_cube(name);
  int proofs = 0;
  for (const RoutingEntry& entry : routing_table()) {
    if (!entry.supports(*t) || entry.name.find(':') != std::string::npos) continue;
    for (const TieRule tie : tie_rules(*t)) {
      for (const VcPolicy policy : {VcPolicy::split, VcPolicy::static_, VcPolicy::shared, VcPolicy::relaxed}) {
        for (const int vcs : sample(std::vector{2, 3, 5}, {3})) {
          CAPTURE(name, entry.name, name_of(tie), static_cast<int>(policy), vcs);
          if (policy != VcPolicy::split && entry.name != "dor") continue;
          const auto relation = make_if_allowed(entry, *t, {tie, policy, vcs});
          if (!relation || relation->classes() > kMaxVcs) continue;
          require_same(prove_deadlock_freedom(*t, *relation), reference_proof(*t, *relation));
          ++proofs;
        }
      }
    }
  }
  CHECK(proofs >= sample(20, 7));
}

TEST_CASE("the proof of VCs that are reused early is the slow one's, of registered relations and random ones") {
  const auto check = [](const Topology& t, const RoutingRelation& relation, std::map<std::string, int>& seen) {
    for (const VcReuse reuse : {VcReuse::whole, VcReuse::place, VcReuse::tail}) {
      const DeadlockProof proof = prove_deadlock_freedom(t, relation, reuse), slow = reference_proof(t, relation, reuse);
      CAPTURE(name_of(reuse), proof.reason, slow.reason);
      CHECK(proof.deadlock_free == slow.deadlock_free);
      CHECK(proof.by_escape == slow.by_escape);
      CHECK(proof.dependencies == slow.dependencies);
      CHECK(proof.reason == slow.reason);
      CHECK(proof.cycle.empty() == slow.cycle.empty());
      ++seen[slow.reason];
    }
  };
  std::map<std::string, int> seen;
  for (const char* const name : {"torus:5", "torus:3x4", "mesh:3x3", "hypercube:3"}) {
    const auto t = make_cube(name);
    for (const char* const routing : {"duato", "sw-adaptive", "duato-updown", "dor"}) {
      for (const EscapeUse escape : {EscapeUse::free, EscapeUse::sticky}) {
        RoutingOptions options;
        options.escape = escape;
        CAPTURE(name, routing, name_of(escape));
        if (find_row(routing_table(), routing)->takes(escape)) check(*t, *make_relation(routing, *t, options), seen);
      }
    }
    for (std::uint64_t seed = 0; seed < sample(100U, 20U); ++seed) {
      Dice dice(mix(seed) ^ 79);
      const AnyRelation relation(*t, seed, {dice.between(2, 4), 1 + dice.below(2), true, 1 + dice.below(2), 0, 1 + dice.below(2), true});
      CAPTURE(name, seed);
      check(*t, relation, seen);
    }
  }
  CHECK(seen.size() >= 6);  // every verdict there is
}

TEST_CASE("the proof of a random relation is the slow one's") {
  const std::string name = GENERATE("torus:5", "torus:3x3", "mesh:2x3", "hypercube:3", "torus:2x4");
  const auto t = make_cube(name);
  std::map<std::string, int> seen;
  for (std::uint64_t seed = 0; seed < sample(400U, 80U); ++seed) {
    Dice dice(mix(seed) ^ 77);
    const AnyRelation::Kind kind{dice.between(1, 4),          1 + dice.below(3), dice.one_in(2), 1 + dice.below(3), dice.pick({0U, 0U, 0U, 5U, 40U}),
                                 dice.pick({0U, 1U, 2U, 3U}), !dice.one_in(3)};
    const AnyRelation relation(*t, seed, kind);
    CAPTURE(name, seed, kind.classes, kind.states, kind.adaptive, kind.ways, kind.absorbs_in, kind.escapes_in, kind.minimal);
    const DeadlockProof reference = reference_proof(*t, relation);
    require_same(prove_deadlock_freedom(*t, relation), reference);
    ++seen[reference.reason];
    ++seen[reference.mean_hops > 0 ? "hops" : "no hops"];
    ++seen[reference.delivered_pairs == 0 ? "none" : reference.delivered_pairs == reference.pairs ? "all" : "some"];
  }
  // The draw is worth something: every verdict but that of a good escape is frequent, and pairs are delivered in full,
  // in part and not at all.
  CHECK(seen.size() >= 8);
  for (const auto& [what, times] : seen) {
    CAPTURE(what);
    CHECK(times >= 2);
  }
}

TEST_CASE("the proof of a random relation that absorbs and goes on is the slow one's") {
  const std::string name = GENERATE("torus:5", "torus:3x3", "mesh:2x3", "hypercube:3", "torus:2x4");
  const auto t = make_cube(name);
  int absorbed = 0, last_resort = 0, fractions = 0;
  for (std::uint64_t seed = 0; seed < sample(300U); ++seed) {
    Dice dice(mix(seed) ^ 78);
    const AnyRelation::Kind kind{dice.between(1, 3),  1 + dice.below(2),       dice.one_in(2), 1 + dice.below(3),
                                 dice.pick({2U, 5U}), dice.pick({0U, 1U, 2U}), true,           1 + dice.below(3)};
    const AnyRelation relation(*t, seed, kind);
    CAPTURE(name, seed, kind.classes, kind.states, kind.adaptive, kind.ways, kind.absorbs_in, kind.escapes_in, kind.segments);
    const DeadlockProof reference = reference_proof(*t, relation);
    require_same(prove_deadlock_freedom(*t, relation), reference);
    CHECK(reference.delivers_all());
    absorbed += reference.absorptions.most > 1 ? 1 : 0;
    last_resort += reference.absorptions.last_resort_pairs > 0 ? 1 : 0;
    fractions += denominator(reference.absorptions.faults()) > 1 ? 1 : 0;
  }
  CAPTURE(absorbed, last_resort, fractions);
  CHECK(std::min({absorbed, last_resort, fractions}) >= sample(20));
}

TEST_CASE("the proof of a table of paths is the slow one's") {
  for (const std::string& graph : example_graphs()) {
    CAPTURE(graph);
    const TableNetwork network = shortest(graph);
    require_same(prove_deadlock_freedom(*network.topology, *network.relation), reference_proof(*network.topology, *network.relation));
  }
}

TEST_CASE("the proof between terminals that are not routers is the slow one's") {
  const TerminalCube mesh(CubeTopology::Kind::mesh, {2, 3}, {NodeId(0), NodeId(0), NodeId(2), NodeId(4), NodeId(4), NodeId(4), NodeId(5)});
  const TerminalCube torus(CubeTopology::Kind::torus, {4, 3}, 2);
  for (const CubeTopology* const t : {static_cast<const CubeTopology*>(&mesh), static_cast<const CubeTopology*>(&torus)}) {
    for (const std::string& routing : oblivious_routings(*t)) {
      CAPTURE(t->name(), routing);
      const auto relation = relation_of(*t, routing);
      require_same(prove_deadlock_freedom(*t, *relation), reference_proof(*t, *relation));
      require_same(prove_deadlock_freedom(*t, ToldApart(*relation)), reference_proof(*t, ToldApart(*relation)));
    }
  }
  for (const std::uint32_t terminals : {1U, 2U, 4U}) {
    const TwoLevelTree tree(3, 2, terminals);
    require_same(prove_deadlock_freedom(tree, DestinationModSpines(tree)), reference_proof(tree, DestinationModSpines(tree)));
  }
}

TEST_CASE("a claim of symmetry changes nothing in a proof, whether it holds or not") {
  const auto t = make_cube("torus:3x3");
  int cyclic = 0;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    AnyRelation relation(*t, seed, {2, 2, false, 1, 0, 0, true});
    const DeadlockProof without = prove_deadlock_freedom(*t, relation);
    Symmetry turn{Symmetry::Kind::translation, "a turn of all nodes", {}};
    for (std::uint32_t v = 0; v < t->nodes(); ++v) turn.image.emplace_back((v + 1) % t->nodes());
    relation.claims = {turn};
    CAPTURE(seed);
    require_same(prove_deadlock_freedom(*t, relation), without);
    cyclic += without.deadlock_free ? 0 : 1;
  }
  CHECK(cyclic > 0);
}

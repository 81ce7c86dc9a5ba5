// The routings that go around faults on random fault sets, up to as many as leave a network connected: every message is
// delivered, every segment is one of dimension order, and what they ask for while they hold something closes no cycle.
// And what must fail where a rule is left out.
#include <catch2/catch.hpp>
#include <map>
#include <stdexcept>

#include "routing/software_based/sw_adaptive.hpp"
#include "routing/software_based/sw_deterministic.hpp"
#include "tests/support/cases/random_faults.hpp"
#include "tests/support/oracles/class_graph.hpp"
#include "tests/support/oracles/fault_walk.hpp"
#include "tests/support/sample.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

template <typename Visit>
void for_pairs(const FaultyCube& cube, Visit visit) {
  for (std::uint32_t to = 0; to < cube.topology->nodes(); ++to) {
    for (std::uint32_t from = 0; from < cube.topology->nodes(); ++from) {
      if (from != to && !cube.faults->failed(NodeId(from)) && !cube.faults->failed(NodeId(to))) visit(NodeId(from), NodeId(to));
    }
  }
}

// Dimensions ascending, one direction in each, less than once around.
bool legal(const CubeTopology& t, const WalkedSegment& segment) {
  std::uint32_t run = 0;
  for (std::size_t i = 0; i < segment.size(); ++i) {
    const Channel& now = t.channel(segment[i].channel);
    run = 1 + (i > 0 && t.channel(segment[i - 1].channel).dimension == now.dimension ? run : 0);
    if (run >= t.radix(now.dimension)) return false;
    if (i == 0) continue;
    const Channel& before = t.channel(segment[i - 1].channel);
    if (before.to != now.from || before.dimension > now.dimension) return false;
    if (before.dimension == now.dimension && before.sign != now.sign) return false;
  }
  return true;
}

std::uint32_t class_of(std::uint16_t classes) {
  if (classes != 1 && classes != 2) throw std::logic_error("not one dateline class");
  return classes - 1U;
}

// What a message asks for next, over all its segments; with `classes` 1 as if there were one class alone.
struct Deterministic {
  explicit Deterministic(const FaultyCube& cube, std::uint32_t class_count = 2)
      : graph(cube.topology->channels(), class_count), relation(*cube.topology, VcPolicy::split, 2) {
    relation.set_faults(cube.faults);
    FaultWalk walk(*cube.topology, relation);
    const auto add = [&](NodeId, HeaderState, const WalkedSegment& segment) {
      all_legal = all_legal && legal(*cube.topology, segment);
      for (std::size_t i = 1; i < segment.size(); ++i) graph.add_edge(vertex(segment[i - 1], class_count), vertex(segment[i], class_count));
    };
    for_pairs(cube, [&](NodeId from, NodeId to) {
      const WalkResult r = walk.from_source(from, to, add);
      all_delivered = all_delivered && r.delivered;
      last_resort += r.last_resort ? 1 : 0;
      absorptions += r.absorptions;
    });
  }
  [[nodiscard]] std::uint32_t vertex(const WalkedHop& hop, std::uint32_t class_count) const {
    return graph.vertex(hop.channel, class_count == 1 ? 0 : class_of(hop.classes));
  }
  ClassGraph graph;
  SwDeterministic relation;
  bool all_legal = true, all_delivered = true;
  std::uint64_t last_resort = 0, absorptions = 0;
};

// What messages that hold a channel in a class may ask for next. Of a relation with escapes: the escapes that a message
// which holds one may ask for later, over other channels in between, up to its next absorption.
class Dependencies {
 public:
  enum class Of { all, escapes };
  Dependencies(const FaultyCube& cube, RoutingRelation& relation, Of of)
      : graph(cube.topology->channels(), static_cast<std::uint32_t>(relation.classes())),
        cube_(cube),
        relation_(relation),
        of_(of),
        absorbed_(*cube.topology, relation_) {
    relation_.set_faults(cube.faults);
    for (std::uint32_t to = 0; to < cube.topology->nodes(); ++to) {
      if (cube.faults->failed(NodeId(to))) continue;
      known_.assign(cube.topology->nodes(), {});
      absorbed_at_.assign(cube.topology->nodes(), false);
      for (std::uint32_t from = 0; from < cube.topology->nodes(); ++from) {
        if (!cube.faults->failed(NodeId(from))) (void)from_place(NodeId(from), {}, NodeId(to));
      }
    }
  }
  ClassGraph graph;
  bool all_legal = true, all_delivered = true;
  std::uint64_t places_without_escape = 0;

 private:
  const ClassGraph::Bits& from_place(NodeId node, HeaderState state, NodeId to) {
    const auto [it, fresh] = known_[node.value()].try_emplace(state.word, graph.none());
    if (!fresh) return it->second;
    Candidates candidates;
    relation_.next(node, kNoChannel, to, state, candidates);
    ClassGraph::Bits asked = graph.none();
    for (const Candidate& c : candidates) {
      // The end of a segment on the way of an absorbed message is followed by absorb().
      if (c.exit == Exit::absorb && !on_segment(state)) absorb(node, to, c.rank);
      if (c.exit != Exit::channel) continue;
      if (cube_.faults->failed(c.channel)) throw std::logic_error("a failed channel");
      const ClassGraph::Bits& on = from_place(cube_.topology->channel(c.channel).to, c.next, to);
      if (of_ == Of::escapes) ClassGraph::add(asked, on);
      if (of_ == Of::escapes && !c.escape) continue;
      for (std::uint32_t vc_class = 0; c.classes >> vc_class != 0; ++vc_class) {
        if ((c.classes >> vc_class & 1U) == 0) continue;
        const std::uint32_t vertex = graph.vertex(c.channel, vc_class);
        ClassGraph::set(asked, vertex);
        graph.add_edges(vertex, on);
      }
    }
    return it->second = asked;
  }

  void absorb(NodeId node, NodeId to, std::uint8_t rank) {
    places_without_escape += rank == 2 ? 1 : 0;
    if (absorbed_at_[node.value()]) return;
    absorbed_at_[node.value()] = true;
    const WalkResult r = absorbed_.from_absorption(node, to, [&](NodeId from, HeaderState state, const WalkedSegment& segment) {
      all_legal = all_legal && legal(*cube_.topology, segment);
      (void)from_place(from, state, to);
    });
    all_delivered = all_delivered && r.delivered;
  }

  const FaultyCube& cube_;
  RoutingRelation& relation_;
  Of of_;
  FaultWalk absorbed_;
  std::vector<std::map<std::uint64_t, ClassGraph::Bits>> known_;  // by node and state, of one destination
  std::vector<bool> absorbed_at_;
};

void check_sets(std::uint64_t first, std::uint64_t count) {
  std::uint64_t last_resort = 0, absorptions = 0, without_escape = 0, cycles_in_one_class = 0;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const FaultyCube cube = random_faulty_cube(seed);
    CAPTURE(seed, cube.topology->name());
    const Deterministic deterministic(cube);
    REQUIRE(deterministic.all_delivered);
    REQUIRE(deterministic.all_legal);
    REQUIRE(deterministic.graph.acyclic());
    last_resort += deterministic.last_resort;
    absorptions += deterministic.absorptions;
    if (seed % 16 == 0 && !Deterministic(cube, 1).graph.acyclic()) ++cycles_in_one_class;
    SwAdaptive by_duato(*cube.topology);
    const Dependencies adaptive(cube, by_duato, Dependencies::Of::escapes);
    REQUIRE(adaptive.all_delivered);
    REQUIRE(adaptive.all_legal);
    REQUIRE(adaptive.graph.acyclic());
    without_escape += adaptive.places_without_escape;
  }
  CHECK(last_resort > count);  // the sets are hard enough to need all rules
  CHECK(absorptions > 100 * count);
  CHECK(without_escape > count);
  CHECK(cycles_in_one_class > 0);
}

// How many pairs never arrive with these rules, with one failed node.
std::uint64_t livelocks(const std::string& topology, DetourOptions options) {
  const auto t = make_cube(topology);
  SwDeterministic relation(*t, VcPolicy::split, 2, options);
  relation.set_faults(std::make_shared<const FaultMap>(*t, std::vector<NodeId>{NodeId(t->nodes() / 2)}, std::vector<LinkEnd>{}));
  FaultWalk walk(*t, relation);
  std::uint64_t lost = 0;
  for (std::uint32_t to = 0; to < t->nodes(); ++to) {
    for (std::uint32_t from = 0; from < t->nodes(); ++from) {
      if (from == to || from == t->nodes() / 2 || to == t->nodes() / 2) continue;
      lost += walk.from_source(NodeId(from), NodeId(to)).delivered ? 0 : 1;
    }
  }
  return lost;
}

// All ways of up to `hops` hops around each ring, from everywhere, with the classes of dimension order.
ClassGraph ways_around(const CubeTopology& t, std::uint32_t hops) {
  const DimensionOrder order(t, TieRule::parity, VcPolicy::split, 2);
  ClassGraph graph(t.channels(), 2);
  for (std::uint32_t v = 0; v < t.nodes(); ++v) {
    for (const bool plus : {true, false}) {
      NodeId node(v);
      HeaderState state = dimension_order_heading(0, plus);
      Candidates candidates;
      for (std::uint32_t hop = 0; hop < hops; ++hop) {
        const Candidate before = hop > 0 ? candidates.front() : Candidate{};
        candidates.clear();
        const std::uint32_t k = t.radix(0);
        const NodeId ahead((node.value() + (plus ? 2 : k - 2)) % k);  // there is always more to go
        order.next(node, kNoChannel, ahead, state, candidates);
        const Candidate& c = candidates.front();
        if (hop > 0) graph.add_edge(graph.vertex(before.channel, class_of(before.classes)), graph.vertex(c.channel, class_of(c.classes)));
        node = t.channel(c.channel).to;
        state = c.next;
      }
    }
  }
  return graph;
}

}  // namespace

TEST_CASE("around random faults every message arrives, in legal segments, without a cycle") { check_sets(0, sample(2'000U, 120U)); }

TEST_CASE("around 50,000 sets of random faults every message arrives, in legal segments, without a cycle", "[long]") {
  check_sets(1'000'000, 50'000);
}

TEST_CASE("around random faults the policies relaxed and shared close no cycle") {
  for (std::uint64_t seed = 0; seed < sample(400U); ++seed) {
    const FaultyCube cube = random_faulty_cube(seed);
    if (cube.topology->kind() != CubeTopology::Kind::torus) continue;
    CAPTURE(seed, cube.topology->name());
    SwDeterministic relaxed(*cube.topology, VcPolicy::relaxed, 2), shared(*cube.topology, VcPolicy::shared, 4);
    REQUIRE(Dependencies(cube, relaxed, Dependencies::Of::all).graph.acyclic());
    REQUIRE(Dependencies(cube, shared, Dependencies::Of::escapes).graph.acyclic());
  }
}

TEST_CASE("segments in one class close a cycle on a torus") {
  FaultyCube cube{make_cube("torus:8x8"), nullptr};
  cube.faults = std::make_shared<const FaultMap>(*cube.topology, std::vector<NodeId>{NodeId(18)}, std::vector<LinkEnd>{});
  CHECK(Deterministic(cube).graph.acyclic());
  CHECK_FALSE(Deterministic(cube, 1).graph.acyclic());
}

TEST_CASE("a ring takes ways of up to k-1 hops in two classes, and none of two laps") {
  for (const char* const name : {"torus:4", "torus:5", "torus:8"}) {
    const auto t = make_cube(name);
    CAPTURE(name);
    CHECK(ways_around(*t, t->radix(0) - 1).acyclic());
    CHECK_FALSE(ways_around(*t, 2 * t->radix(0)).acyclic());
  }
}

TEST_CASE("without the count of absorptions one failed node leaves no message going round") {
  for (const char* const topology : {"torus:8x8", "torus:4x4x4", "torus:5x5x5", "torus:3x3x3x3"}) {
    CAPTURE(topology);
    CHECK(livelocks(topology, {0, false}) == 0);
  }
}

TEST_CASE("in the plane pair alone messages go round one failed node for ever in three dimensions") {
  CHECK(livelocks("torus:8x8", {0, true}) == 0);
  CHECK(livelocks("torus:4x4x4", {0, true}) > 0);
  CHECK(livelocks("torus:5x5x5", {0, true}) > 0);
}

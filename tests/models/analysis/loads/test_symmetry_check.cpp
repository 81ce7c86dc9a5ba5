// Which maps keep a routing: the verdict of the check against the comparison of every pair and channel, and against
// what geometry says.
#include <catch2/catch.hpp>
#include <set>

#include "models/analysis/loads/symmetry_check.hpp"
#include "models/base/error.hpp"
#include "models/network/symmetry/orbits.hpp"
#include "models/network/topology/cube_symmetries.hpp"
#include "tests/support/cases/toy_network.hpp"
#include "tests/support/cases/unfit_relations.hpp"
#include "tests/support/groups.hpp"
#include "tests/support/oracles/pair_table.hpp"
#include "tests/support/routings.hpp"
#include "tests/support/sample.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

// A routing with exceptions: from `odd_source` to `odd_destination` it follows another one. It notes which destinations
// it is asked about.
class Exceptional final : public RoutingRelation {
 public:
  Exceptional(const RoutingRelation& usual, const RoutingRelation& other, NodeId odd_source, NodeId odd_destination, std::set<std::uint32_t>& asked)
      : usual_(usual), other_(other), source_(odd_source), destination_(odd_destination), asked_(asked) {}
  [[nodiscard]] StartStates start(NodeId src, NodeId dst) const override {
    StartStates starts = (src == source_ && dst == destination_ ? other_ : usual_).start(src, dst);
    if (src == source_ && dst == destination_) {
      for (StartState& s : starts) s.state.word |= kOdd;
    }
    return starts;
  }
  void next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const override {
    asked_.insert(dst.value());
    const bool odd = (state.word & kOdd) != 0;
    (odd ? other_ : usual_).next(node, in, dst, {state.word & ~kOdd}, out);
    if (!odd) return;
    for (Candidate& c : out) c.next.word |= kOdd;
  }
  [[nodiscard]] int classes() const override { return 16; }

 private:
  static constexpr std::uint64_t kOdd = std::uint64_t{1} << 63U;
  const RoutingRelation& usual_;
  const RoutingRelation& other_;
  NodeId source_, destination_;
  std::set<std::uint32_t>& asked_;
};

bool accepted(const Topology& t, const RoutingRelation& relation, const Symmetry& map) {
  try {
    static_cast<void>(verify_symmetries(t, relation, {map}));
    return true;
  } catch (const InvariantError&) {
    return false;
  }
}

// gamma_c(i, j) = gamma_{g(c)}(g(i), g(j)) for all c, i, j.
bool keeps(const Topology& t, const PairTable& table, const Symmetry& g) {
  std::vector<ChannelId> image;
  for (std::uint32_t c = 0; c < t.channels(); ++c) image.push_back(Orbits::image_of(t, ChannelId(c), g));
  for (std::uint32_t i = 0; i < t.nodes(); ++i) {
    for (std::uint32_t j = 0; j < t.nodes(); ++j) {
      const auto& here = table.row(i, j);
      const auto& there = table.row(g.image[i].value(), g.image[j].value());
      for (std::uint32_t c = 0; c < t.channels(); ++c) {
        if (here[c] != there[image[c].value()]) return false;
      }
    }
  }
  return true;
}

// Every kind of automorphism a cube has: generators alone, and some products.
std::vector<Symmetry> automorphisms(const CubeTopology& t) {
  std::vector<Symmetry> maps;
  for (const auto& some : {translations(t, false), translations(t, true), reflections(t, 0), reflections(t, 1), dimension_swaps(t)}) {
    for (const Symmetry& g : some) maps.push_back(g);
  }
  const std::size_t generators = maps.size();
  for (std::size_t i = 0; i + 1 < generators; ++i) {
    Symmetry product{Symmetry::Kind::automorphism, maps[i].name + ", then " + maps[i + 1].name, {}};
    for (const NodeId v : maps[i].image) product.image.push_back(maps[i + 1].image[v.value()]);
    maps.push_back(product);
  }
  return maps;
}

}  // namespace

TEST_CASE("the verdict on every map is that of comparing all pairs and channels, for every routing and tie rule") {
  const std::string name = GENERATE("torus:2", "torus:6", "torus:7", "torus:2x2", "torus:4x4", "torus:3x3", "torus:4x3", "torus:2x2x2", "mesh:5",
                                    "mesh:3x3", "mesh:2x3", "hypercube:1", "hypercube:3");
  const auto t = make_cube(name);
  std::size_t kept = 0, broken = 0;
  for (const std::string& routing : oblivious_routings(*t)) {
    for (const TieRule tie : tie_rules(*t)) {
      const PairTable table = enumerated(*t, routing, tie);
      const auto relation = relation_of(*t, routing, tie);
      for (const Symmetry& map : automorphisms(*t)) {
        CAPTURE(name, routing, name_of(tie), map.name);
        const bool right = keeps(*t, table, map);
        CHECK(accepted(*t, *relation, map) == right);
        ++(right ? kept : broken);
      }
    }
  }
  CHECK(kept > 0);
  if (name == "torus:4x4" || name == "torus:6" || name == "hypercube:3" || name == "mesh:3x3") CHECK(broken > 0);
}

// They claim nothing: no analysis reads them, or what they do hangs on a root, or on the order of pairs.
bool claims_nothing(const std::string& name) {
  const std::set<std::string> names = {"west-first", "north-last", "negative-first", "odd-even", "p-cube",  "li-min",      "li-min-b",
                                       "chiu",       "mix-ab3",    "mix-bb3",        "updown",   "layered", "duato-updown"};
  return names.count(name) != 0;
}

TEST_CASE("every registered relation's claims hold on small networks of all kinds, on all pairs") {
  const std::string name = GENERATE("torus:2", "torus:5", "torus:8", "torus:2x2", "torus:5x4", "torus:6x2", "torus:4x4", "torus:3x3x3", "torus:4x3x2",
                                    "mesh:6", "mesh:4x4", "mesh:2x3x2", "hypercube:1", "hypercube:4");
  const auto t = make_cube(name);
  for (const RoutingEntry& entry : registered_relations(*t)) {
    for (const TieRule tie : tie_rules(*t)) {
      if (tie != TieRule::split && !entry.takes(tie, *t)) continue;  // the same relation again
      const auto relation = make_relation(entry.name, *t, taken(entry.name, *t, {tie, VcPolicy::split, 2}));
      CAPTURE(name, entry.name, name_of(tie));
      const auto claims = relation->symmetries();
      const bool by_parity = entry.ties.front() != TieRule::split;  // on a ring of 2 that leaves nothing to claim
      const bool by_pairs = entry.name == "2turn" && t->kind() == CubeTopology::Kind::mesh;  // a table that is not relative
      if (tie == TieRule::split && !by_parity && !by_pairs && !claims_nothing(entry.name)) CHECK_FALSE(claims.empty());
      const auto verified = verify_symmetries(*t, *relation, claims);
      REQUIRE(verified.size() == claims.size());
      for (std::size_t i = 0; i < verified.size(); ++i) {
        CHECK(verified[i].name == claims[i].name);
        CHECK(verified[i].exhaustive);
        CHECK(verified[i].pairs == std::uint64_t{t->nodes()} * t->nodes());
      }
    }
  }
}

TEST_CASE("false claims are refused by name: a swap of dimensions under dimension order, a reflection of ties that go +, a step under parity") {
  const auto refused = [](const std::string& topology, const std::string& routing, TieRule tie, const auto& maps_of) {
    const auto t = make_cube(topology);
    if (!whole() && t->nodes() > (routing == "dor" ? 300U : 100U)) return;
    const auto maps = maps_of(*t);
    REQUIRE_FALSE(maps.empty());
    for (const Symmetry& map : maps) {
      CAPTURE(topology, routing, map.name);
      CHECK_THROWS_AS(verify_symmetries(*t, *relation_of(*t, routing, tie), {map}), InvariantError);
      CHECK_THROWS_WITH(verify_symmetries(*t, *relation_of(*t, routing, tie), {map}), Catch::Contains(map.name));
    }
  };
  const auto swaps = [](const CubeTopology& t) { return dimension_swaps(t); };
  const auto mirrors = [](const CubeTopology& t) { return reflections(t, 0); };
  const auto steps = [](const CubeTopology& t) { return translations(t, false); };
  for (const char* const routing : {"dor", "valiant"}) {
    for (const char* const topology : {"torus:3x3", "torus:16x16", "torus:17x17", "mesh:3x3", "mesh:20x20"})
      refused(topology, routing, TieRule::split, swaps);
    for (const char* const topology : {"torus:4", "torus:4x4", "torus:18x18"}) refused(topology, routing, TieRule::plus, mirrors);
    for (const char* const topology : {"torus:4", "torus:4x4", "torus:18x18"}) refused(topology, routing, TieRule::parity, steps);
  }
  for (const char* const routing : {"o1turn", "romm"}) {
    refused("torus:6x4", routing, TieRule::plus, mirrors);
    refused("torus:6x4", routing, TieRule::parity, steps);
  }
}

TEST_CASE("one pair out of 65,536 that is routed otherwise is found") {
  const auto t = make_cube("torus:16x16");
  const auto dor = relation_of(*t, "dor");
  const auto last_first = relation_of(*t, "o1turn");
  const auto claims = translations(*t, false);
  for (const auto& [s, d] : std::vector<std::pair<std::uint32_t, std::uint32_t>>{{0, 17}, {255, 1}, {100, 201}}) {
    std::set<std::uint32_t> asked;
    const Exceptional relation(*dor, *last_first, NodeId(s), NodeId(d), asked);
    for (const Symmetry& claim : claims) CHECK_THROWS_AS(verify_symmetries(*t, relation, {claim}), InvariantError);
    CHECK_THROWS_AS(verify_symmetries(*t, relation, claims), InvariantError);
  }
  // The same pair routed as usual is no exception.
  std::set<std::uint32_t> asked;
  CHECK(verify_symmetries(*t, Exceptional(*dor, *dor, NodeId(0), NodeId(17), asked), claims).size() == 2);
}

TEST_CASE("beyond 256 nodes at least 10,000 different pairs are compared, the same ones every time") {
  const std::string name = GENERATE("torus:257", "torus:17x17", "mesh:32x32", "hypercube:10", "torus:128x128");
  const auto t = make_cube(name);
  const auto dor = relation_of(*t, "dor");
  const auto claims = dor->symmetries();
  REQUIRE_FALSE(claims.empty());
  std::set<std::uint32_t> first, second;
  for (std::set<std::uint32_t>* const asked : {&first, &second}) {
    const Exceptional relation(*dor, *dor, NodeId(0), NodeId(0), *asked);
    // With the identity only the destinations drawn are walked, not their images.
    NodeMap identity;
    for (std::uint32_t v = 0; v < t->nodes(); ++v) identity.push_back(v);
    for (const VerifiedSymmetry& v : verify_symmetries(*t, relation, {symmetry_of(identity, "identity")})) {
      CAPTURE(name, v.name);
      CHECK_FALSE(v.exhaustive);
      CHECK(v.pairs >= 10000);
      CHECK(v.pairs == std::uint64_t{asked->size()} * t->nodes());
    }
  }
  CHECK(first == second);
  CHECK(verify_symmetries(*t, *dor, claims).size() == claims.size());
}

TEST_CASE("256 nodes are compared exhaustively, 257 are not") {
  const auto exhaustive = [](const std::string& name) {
    const auto t = make_cube(name);
    const auto dor = relation_of(*t, "dor");
    return verify_symmetries(*t, *dor, dor->symmetries()).front().exhaustive;
  };
  CHECK(exhaustive("torus:256"));
  CHECK_FALSE(exhaustive("torus:257"));
}

TEST_CASE("a map that is no automorphism is refused") {
  const auto t = make_cube("torus:4x4");
  const auto dor = relation_of(*t, "dor");
  NodeMap swapped, folded, constant;
  for (std::uint32_t v = 0; v < t->nodes(); ++v) {
    swapped.push_back(v == 0 ? 5 : v == 5 ? 0 : v);
    folded.push_back(v % 2 + 4 * (v / 4 % 2));  // links go to links, but four nodes to one
    constant.push_back(0);
  }
  NodeMap beyond = swapped, short_of_one = swapped;
  beyond[3] = 16;
  short_of_one.pop_back();
  for (const NodeMap& map : {swapped, folded, constant, beyond, short_of_one}) {
    CHECK_THROWS_AS(verify_symmetries(*t, *dor, {symmetry_of(map, "nonsense")}), InvariantError);
    CHECK_THROWS_WITH(verify_symmetries(*t, *dor, {symmetry_of(map, "nonsense")}), Catch::Contains("nonsense"));
  }
}

TEST_CASE("a map that changes a bandwidth is refused") {
  const NodeMap turn = {1, 2, 3, 0};
  for (const bool slow : {false, true}) {
    const ToyNetwork ring("a ring", 4, {{0, 1}, {1, 2, 1, slow ? Bandwidth(1, 2) : Bandwidth(1)}, {2, 3}, {3, 0}});
    WeightedPaths clockwise(ring);
    for (std::uint32_t s = 0; s < 4; ++s) {
      for (std::uint32_t hops = 1; hops < 4; ++hops) {
        WeightedPaths::Path path;
        for (std::uint32_t h = 0; h < hops; ++h) path.channels.emplace_back(2 * ((s + h) % 4));
        clockwise.set(NodeId(s), NodeId((s + hops) % 4), {path});
      }
    }
    // No packet uses the slow channel 2 -> 1; but a matrix that did would have less of it than its image.
    CHECK(accepted(ring, clockwise, symmetry_of(turn, "a quarter turn")) == !slow);
    if (slow) CHECK_THROWS_WITH(verify_symmetries(ring, clockwise, {symmetry_of(turn, "a quarter turn")}), Catch::Contains("bandwidth"));
  }
}

TEST_CASE("the odds of start states are part of the routing") {
  const ToyNetwork ring("a ring of doubled links", 3, {{0, 1}, {0, 1}, {1, 2}, {1, 2}, {2, 0}, {2, 0}});
  for (const std::uint64_t odd : {2U, 3U}) {
    WeightedPaths relation(ring);
    for (std::uint32_t s = 0; s < 3; ++s) {
      // One step clockwise over either link, 2 : 1, from node 0 perhaps 3 : 1; back the same two links.
      const std::uint64_t first = s == 0 ? odd : 2;
      relation.set(NodeId(s), NodeId((s + 1) % 3), {{{ChannelId(4 * s)}, first}, {{ChannelId(4 * s + 2)}, 1}});
      relation.set(NodeId((s + 1) % 3), NodeId(s), {{{ChannelId(4 * s + 1)}, 1}, {{ChannelId(4 * s + 3)}, 1}});
    }
    CHECK(accepted(ring, relation, symmetry_of({1, 2, 0}, "a third of a turn")) == (odd == 2));
  }
}

TEST_CASE("adaptive relations and headers that go round are refused, and no claim needs no proof") {
  const auto t = make_cube("torus:5");
  const auto claims = translations(*t, false);
  CHECK_THROWS_AS(verify_symmetries(*t, EitherWay(*t), claims), ConfigError);
  CHECK_THROWS_WITH(verify_symmetries(*t, EitherWay(*t), claims), Catch::Contains("adaptive"));
  CHECK_THROWS_AS(verify_symmetries(*t, OnceMore(*t), claims), ConfigError);
  CHECK_THROWS_WITH(verify_symmetries(*t, OnceMore(*t), claims), Catch::Contains("round for ever"));
  CHECK_THROWS_WITH(verify_symmetries(*t, Absorber(*t), claims), Catch::Contains("absorbs"));
  CHECK(verify_symmetries(*t, EitherWay(*t), {}).empty());
}

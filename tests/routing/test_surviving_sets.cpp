// updown, layered and duato-updown on random networks that have lost nodes and links, up to as many as leave them
// connected, against the definitions: legal and shortest ways, what is offered, proof of deadlock freedom and delivery.
#include <catch2/catch.hpp>
#include <numeric>
#include <set>

#include "models/base/error.hpp"
#include "models/proof/dependency_graph.hpp"
#include "routing/networks/any_topology/table.hpp"
#include "routing/registry/registry.hpp"
#include "tests/support/cases/random_faults.hpp"
#include "tests/support/cases/short_answers.hpp"
#include "tests/support/oracles/surviving_oracle.hpp"
#include "tests/support/sample.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

struct Counts {
  std::uint64_t networks = 0, without_tree = 0, detours = 0, layers = 0, as_table = 0;
};

struct Hop {
  ChannelId channel;
  std::uint16_t classes;
};

class Network {
 public:
  Network(const Topology& topology, std::shared_ptr<const FaultMap> faults, Counts& counts)
      : t_(topology), faults_(std::move(faults)), oracle_(topology, *faults_), counts_(counts) {
    for (std::uint32_t v = 0; v < t_.nodes(); ++v) {
      if (oracle_.alive(v) && !t_.terminals_of(NodeId(v)).empty()) ends_.push_back(v);
    }
  }

  void check() {
    ++counts_.networks;
    check_layered();
    if (oracle_.links_connect()) {
      check_up_down();
      check_duato_up_down();
      return;
    }
    ++counts_.without_tree;
    for (const char* const name : {"updown", "duato-updown"}) REQUIRE_THROWS_WITH(make(name), Catch::Contains("links that work both ways"));
  }

 private:
  [[nodiscard]] std::unique_ptr<RoutingRelation> make(const char* name) const {
    RoutingOptions options;
    options.faults = faults_;
    return make_relation(name, t_, options);
  }

  // The only way of a pair.
  [[nodiscard]] std::vector<Hop> walk(const RoutingRelation& relation, std::uint32_t from, std::uint32_t to) const {
    std::vector<Hop> way;
    HeaderPlace at{NodeId(from), kNoChannel, HeaderState{}};
    for (;;) {
      Candidates candidates;
      relation.next(at.node, at.in, NodeId(to), at.state, candidates);
      REQUIRE(candidates.size() == 1);
      const Candidate& c = candidates.front();
      if (c.exit == Exit::deliver) break;
      REQUIRE(way.size() < 2 * t_.nodes());
      REQUIRE_FALSE(faults_->failed(c.channel));
      REQUIRE(t_.channel(c.channel).from == at.node);
      way.push_back({c.channel, c.classes});
      at = {t_.channel(c.channel).to, c.channel, c.next};
    }
    REQUIRE(at.node == NodeId(to));
    return way;
  }

  template <typename Visit>
  void for_pairs(Visit visit) const {
    for (const std::uint32_t to : ends_) {
      for (const std::uint32_t from : ends_) {
        if (from != to) visit(from, to);
      }
    }
  }

  void check_proof(const RoutingRelation& relation) const {
    const DeadlockProof proof = prove_deadlock_freedom(t_, relation);
    REQUIRE(proof.deadlock_free);
    REQUIRE(proof.delivers_all());
    REQUIRE(proof.pairs == std::uint64_t{faults_->healthy_terminals()} * (faults_->healthy_terminals() - 1));
    REQUIRE(wrong_short_answer(relation, reachable_places(t_, relation, ends_, ends_)).empty());
  }

  void check_up_down() {
    const auto relation = make("updown");
    REQUIRE(relation->classes() == 1);
    for_pairs([&](std::uint32_t from, std::uint32_t to) {
      bool down = false;
      const std::vector<Hop> way = walk(*relation, from, to);
      for (const Hop& hop : way) {
        const bool up = oracle_.is_up(hop.channel);
        REQUIRE_FALSE((down && up));
        down = !up;
      }
      REQUIRE(way.size() == oracle_.legal_distance(from, to));
      if (way.size() > oracle_.distance(from, to)) ++counts_.detours;
    });
    check_proof(*relation);
  }

  void check_layered() {
    const auto relation = make("layered");
    for_pairs([&](std::uint32_t from, std::uint32_t to) {
      const std::vector<Hop> way = walk(*relation, from, to);
      REQUIRE(way.size() == oracle_.distance(from, to));
      std::uint16_t before = 1;
      for (const Hop& hop : way) {
        REQUIRE((hop.classes == before || hop.classes == 2 * before));
        before = hop.classes;
      }
      REQUIRE(way.front().classes == 1);
    });
    check_proof(*relation);
    if (relation->classes() > 1) ++counts_.layers;
    if (faults_->nodes().empty()) check_as_table(*relation);
  }

  // A table of the same paths has the same classes, hop by hop.
  void check_as_table(const RoutingRelation& relation) {
    ++counts_.as_table;
    PathTable table = empty_path_table(t_, false, "walked");
    for_pairs([&](std::uint32_t from, std::uint32_t to) {
      WeightedPath path;
      for (const Hop& hop : walk(relation, from, to)) path.channels.push_back(hop.channel);
      table.paths[std::size_t{from} * t_.nodes() + to].push_back(path);
    });
    const TableRouting by_table(t_, table, "walked");
    REQUIRE(relation.classes() == by_table.classes());
    for_pairs([&](std::uint32_t from, std::uint32_t to) {
      HeaderPlace at{NodeId(from), kNoChannel, by_table.start(NodeId(from), NodeId(to)).front().state};
      for (const Hop& hop : walk(relation, from, to)) {
        Candidates candidates;
        by_table.next(at.node, at.in, NodeId(to), at.state, candidates);
        REQUIRE(candidates.front().classes == hop.classes);
        at = {t_.channel(hop.channel).to, hop.channel, candidates.front().next};
      }
    });
  }

  void check_duato_up_down() const {
    const auto relation = make("duato-updown"), updown = make("updown");
    REQUIRE(relation->classes() == 2);
    for (const HeaderQuery& q : reachable_places(t_, *relation, ends_, ends_)) {
      if (q.node == q.destination) continue;
      const bool on_escape = (q.state.word & 2U) != 0;
      Candidates offered, alone;
      relation->next(q.node, q.in, q.destination, q.state, offered);
      updown->next(q.node, q.in, q.destination, HeaderState{on_escape ? q.state.word & 1U : 0}, alone);
      const Candidate escape = offered.back();
      offered.pop_back();
      REQUIRE((escape.escape && escape.rank == 1 && escape.classes == 1 && escape.weight == (on_escape ? 1 : 0)));
      REQUIRE(escape.channel == alone.front().channel);
      REQUIRE((escape.next.word & 2U) != 0);
      std::set<std::uint32_t> channels;
      for (const Candidate& c : offered) {
        REQUIRE((!c.escape && c.rank == 0 && c.classes == 2 && c.weight == 0 && c.next == HeaderState{}));
        REQUIRE(channels.insert(c.channel.value()).second);
      }
      REQUIRE(channels == (on_escape ? std::set<std::uint32_t>() : nearer(q.node.value(), q.destination.value())));
    }
    check_proof(*relation);
  }

  // Working channels that bring a header nearer.
  [[nodiscard]] std::set<std::uint32_t> nearer(std::uint32_t at, std::uint32_t to) const {
    std::set<std::uint32_t> channels;
    for (std::uint32_t c = 0; c < t_.channels(); ++c) {
      const Channel& channel = t_.channel(ChannelId(c));
      if (channel.from != NodeId(at) || faults_->failed(ChannelId(c))) continue;
      if (oracle_.distance(channel.to.value(), to) + 1 == oracle_.distance(at, to)) channels.insert(c);
    }
    return channels;
  }

  const Topology& t_;
  std::shared_ptr<const FaultMap> faults_;
  SurvivingOracle oracle_;
  Counts& counts_;
  std::vector<std::uint32_t> ends_;
};

void check_sets(std::uint64_t first, std::uint64_t cubes, std::uint64_t graphs) {
  Counts counts;
  for (std::uint64_t seed = first; seed < first + cubes; ++seed) {
    const FaultyCube cube = random_faulty_cube(seed);
    CAPTURE(seed, cube.topology->name());
    Network(*cube.topology, cube.faults, counts).check();
  }
  CHECK(counts.without_tree == 0);  // all links of cubes go both ways
  for (std::uint64_t seed = first; seed < first + graphs; ++seed) {
    const FaultyGraph graph = random_faulty_graph(seed);
    if (graph.faults->healthy_terminals() < 2) continue;
    CAPTURE(seed);
    Network(*graph.topology, graph.faults, counts).check();
  }
  CHECK(counts.networks > (cubes + graphs) * 9 / 10);
  CHECK(counts.without_tree > graphs / 100);  // the sets are hard enough to meet all cases
  CHECK(counts.detours > counts.networks);
  CHECK(counts.layers > counts.networks / 10);
  CHECK(counts.as_table > counts.networks / 10);
}

}  // namespace

TEST_CASE("on random networks with faults updown, layered and duato-updown do what they are defined to do, and are proved") {
  check_sets(0, sample(200U), sample(100U, 60U));
}

TEST_CASE("on 20,000 random networks with faults updown, layered and duato-updown do what they are defined to do", "[long]") {
  check_sets(1'000'000, 10'000, 10'000);
}

// Routing by tables: loads against paths summed one by one, and random traffic in the machine.
#include <algorithm>
#include <catch2/catch.hpp>

#include "models/analysis/loads/channel_load.hpp"
#include "models/network/topology/topologies.hpp"
#include "tests/support/cases/table_network.hpp"
#include "tests/support/harness.hpp"
#include "tests/support/oracles/chances.hpp"
#include "tests/support/scratch_file.hpp"
#include "tests/support/scratch_folder.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

void require_loads(const Topology& t, const RoutingRelation& relation, const NodePaths& paths, const TrafficPattern& pattern) {
  const ChannelLoads loads = channel_load(t, relation, pattern);
  auto expected = loads_of(paths, pattern, t.nodes());
  for (std::uint32_t c = 0; c < t.channels(); ++c) {
    const Channel& channel = t.channel(ChannelId(c));
    Rational& left = expected[{channel.from.value(), channel.to.value()}];
    CAPTURE(channel.from.value(), channel.to.value());
    REQUIRE(loads.load[c] == left);
    left = 0;  // the first of parallel channels takes all
  }
  for (const auto& [pair, rest] : expected) REQUIRE(rest == 0);
}

}  // namespace

TEST_CASE("loads of shortest-path tables equal all paths summed one by one") {
  const std::string graph = GENERATE(from_range(example_graphs()));
  const TableNetwork net = shortest(graph);
  const NodePaths paths = shortest_paths(channels_of(graph_file(graph)));
  std::string matrix;
  const std::uint32_t n = net.topology->nodes();
  for (std::uint32_t i = 0; i < n; ++i) {
    for (std::uint32_t j = 0; j < n; ++j) matrix += std::to_string((3 * i + 5 * j) % 7) + "/" + std::to_string(7 * n) + (j + 1 < n ? " " : "\n");
  }
  const ScratchFile file(matrix, "matrix");
  for (const std::string& traffic : {std::string("uniform"), std::string("uniform-self"), std::string("random:4"), "matrix:" + file.path()}) {
    CAPTURE(graph, traffic);
    require_loads(*net.topology, *net.relation, paths, *make_traffic(traffic, *net.topology));
  }
}

TEST_CASE("loads by hand: the Petersen graph, the complete graph, a one-way ring") {
  // Petersen: 30 channels, 30 pairs a hop apart and 60 two hops apart; its symmetries move any channel to any other.
  // (30 + 120) / 30 / 9.
  const TableNetwork petersen = shortest("petersen");
  const auto uniform = make_traffic("uniform", *petersen.topology);
  for (const Rational& load : channel_load(*petersen.topology, *petersen.relation, *uniform).load) CHECK(load == Rational(5, 9));
  const TableNetwork k6 = shortest("k6");
  for (const Rational& load : channel_load(*k6.topology, *k6.relation, *make_traffic("uniform", *k6.topology)).load) CHECK(load == Rational(1, 5));
  // A one-way ring of 5: 1 + 2 + 3 + 4 hops from each node over 5 channels, 1/4 each.
  const ScratchFile ring("0 > 1\n1 > 2\n2 > 3 2\n3 > 4\n4 > 0 1/2\n", "ring");
  const TableNetwork one_way("graph:" + ring.path(), clockwise(5));
  const ChannelLoads loads = channel_load(*one_way.topology, *one_way.relation, *make_traffic("uniform", *one_way.topology));
  for (const Rational& load : loads.load) CHECK(load == Rational(5, 2));
  CHECK(loads.mean_hops == Rational(5, 2));
  CHECK(loads.gamma_max == 5);  // the channel of bandwidth 1/2 is the bottleneck
  CHECK(loads.busiest == ChannelId(4));
}

TEST_CASE("dimension order written as a table has dimension order's loads, relative or not") {
  const std::string name = GENERATE("torus:4x4", "torus:5x4", "torus:3x3x3", "torus:8", "hypercube:4", "mesh:4x3");
  const auto t = make_cube(name);
  const NodePaths paths = dor_paths(*t);
  const auto dor = make_relation("dor", *t, {});
  for (const bool relative : {false, true}) {
    if (relative && t->kind() == CubeTopology::Kind::mesh) continue;
    CAPTURE(name, relative);
    const auto table = relation_of(*t, table_text(paths, relative));
    for (const std::string traffic : {"uniform", "uniform-self", "bit-complement", "random:2"}) {
      const auto pattern = make_traffic(traffic, *t);
      const ChannelLoads loads = channel_load(*t, *table, *pattern);
      REQUIRE(loads.load == channel_load(*t, *dor, *pattern).load);
      REQUIRE(loads.by_symmetry == (relative && traffic.rfind("uniform", 0) == 0));
    }
  }
}

TEST_CASE("on a torus ring of radix 2 the two channels are two paths, and their translations too") {
  const auto t = make_cube("torus:2x3");
  const auto dor = make_relation("dor", *t, {});
  // Dimension order from 0 with split ties, by hand; nodes: x + 2 y.
  const auto table = relation_of(*t, "relative\n1: 0 1/0\n1: 0 1/1\n1: 0 2\n1: 0 1/0 3\n1: 0 1/1 3\n1: 0 4\n1: 0 1/0 5\n1: 0 1/1 5\n");
  for (const std::string traffic : {"uniform", "random:1"}) {
    const auto pattern = make_traffic(traffic, *t);
    CHECK(channel_load(*t, *table, *pattern).load == channel_load(*t, *dor, *pattern).load);
  }
}

TEST_CASE("by a table, a message to its own node is delivered at once") {
  for (const bool relative : {false, true}) {
    const auto t = make_cube("torus:3");
    const auto table = relation_of(*t, table_text(dor_paths(*t), relative));
    for (std::uint32_t v = 0; v < 3; ++v) {
      REQUIRE(table->start(NodeId(v), NodeId(v)).size() == 1);
      CHECK(routes(*t, *table, v, v) == std::vector<std::vector<Hop>>{{}});
    }
  }
}

TEST_CASE("a path may pass its source and its destination, and ends where the table ends it") {
  const ScratchFile file("0 1\n1 2\n2 0\n", "graph");
  const TableNetwork net("graph:" + file.path(), "3: 0 1 0 2 1 2 1\n1: 0 1\n1: 0 2\n1: 1 0\n1: 1 2\n1: 2 0\n1: 2 1\n");
  const auto found = routes(*net.topology, *net.relation, 0, 1);
  REQUIRE(found.size() == 2);
  CHECK(found[0].size() == 6);
  CHECK(found[1].size() == 1);
  CHECK(net.relation->start(NodeId(0), NodeId(1))[0].weight == 3);
  const auto sent = deliver_all(
      *net.topology, *net.relation,
      [&] {
        RouterConfig config;
        config.vcs = config.injection_vcs = net.relation->classes();
        return config;
      }(),
      {{0, TerminalId(0), TerminalId(1), 4}, {100, TerminalId(2), TerminalId(1), 4}}, 1000, 1);
  CHECK((sent[0].packet.hops == 6 || sent[0].packet.hops == 1));
  CHECK(sent[0].latency() == sent[0].packet.hops + 4 + 1);
}

TEST_CASE("random traffic by a table crosses every channel of the machine as often as the exact loads say") {
  // Binomial per channel: each measured message crosses it at most once, with the probability load / demand. Jointly
  // over the channels at 1e-6.
  const auto t = make_cube("torus:4x4");
  std::vector<std::pair<std::string, TableNetwork>> networks;
  for (const std::string& graph : example_graphs()) networks.emplace_back(graph, shortest(graph));
  networks.emplace_back("torus, relative", TableNetwork("torus:4x4", table_text(dor_paths(*t), true)));
  for (const auto& [name, net] : networks) {
    for (const std::string traffic : {"uniform", "random:3"}) {
      CAPTURE(name, traffic);
      const auto pattern = make_traffic(traffic, *net.topology);
      const ChannelLoads loads = channel_load(*net.topology, *net.relation, *pattern);
      RouterConfig config;
      config.vcs = config.injection_vcs = net.relation->classes();
      RunConfig run;
      run.warmup = 500;
      run.cycles = 25'000;
      run.packet_length = 2;
      run.rate = 0.05;
      run.seed = 5;
      run.audit = true;
      const RunResult result = run_pattern(*net.topology, *net.relation, config, run, *pattern);
      REQUIRE(result.deadlock.empty());
      REQUIRE_FALSE(result.saturated());
      const auto messages = static_cast<double>(result.packets.measured);
      REQUIRE(messages > 900 * net.topology->nodes());
      for (std::uint32_t c = 0; c < net.topology->channels(); ++c) {
        const double p = to_double(Rational(loads.load[c] / loads.demand));
        CAPTURE(c, p, messages, result.channels.packets[c]);
        CHECK(plausible(static_cast<double>(result.channels.packets[c]), messages, p, net.topology->channels()));
      }
    }
  }
}

TEST_CASE("a saturated one-way ring with its two classes does not deadlock, and with one class it does") {
  const std::uint32_t k = 6;
  const TableNetwork net = graph_network(one_way_ring(k), clockwise(k));
  const auto pattern = make_traffic("uniform", *net.topology);
  RouterConfig config;
  config.vcs = config.injection_vcs = 2;
  RunConfig run;
  run.cycles = 5000;
  run.packet_length = 16;
  run.rate = 1.0 / 16;
  run.audit = true;
  const RunResult result = run_pattern(*net.topology, *net.relation, config, run, *pattern);
  CHECK(result.deadlock.empty());
  CHECK(result.saturated());
  CHECK(result.packets.delivered > 100);

  // The same paths without classes.
  class OneClass final : public RoutingRelation {
   public:
    explicit OneClass(const RoutingRelation& base) : base_(base) {}
    [[nodiscard]] StartStates start(NodeId src, NodeId dst) const override { return base_.start(src, dst); }
    void next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const override {
      base_.next(node, in, dst, state, out);
      out.back().classes = out.back().exit == Exit::channel ? 1 : 0;
    }
    [[nodiscard]] int classes() const override { return 1; }

   private:
    const RoutingRelation& base_;
  };
  CHECK_FALSE(run_pattern(*net.topology, OneClass(*net.relation), config, run, *pattern).deadlock.empty());
}

TEST_CASE("classes that a table names are those of its hops, from every source if it is relative") {
  const auto t = make_cube("torus:3");
  const ScratchFile file("relative\n2: 0 1@2\n1: 0 2@0 1@1\n1: 0 1@2\n1: 0 2@0\n", "table");
  CHECK_THROWS_WITH(make_relation("table:" + file.path(), *t, {}), Catch::Contains("the same path twice"));
  const std::string text = "relative\n2: 0 1@2\n1: 0 2@0 1@1\n1: 0 2@0\n";
  const auto relation = relation_of(*t, text);
  CHECK(relation->classes() == 3);
  for (std::uint32_t s = 0; s < 3; ++s) {
    const auto minus = [&](std::uint32_t from) { return t->out(NodeId(from % 3), t->port(0, -1)).value(); };
    const auto found = routes(*t, *relation, s, (s + 1) % 3);
    REQUIRE(found.size() == 2);
    CHECK(found[0] == std::vector<Hop>{{t->out(NodeId(s), t->port(0, +1)).value(), 2}});
    CHECK(found[1] == std::vector<Hop>{{minus(s), 0}, {minus(s + 2), 1}});
  }
}

TEST_CASE("classes are given where the table names them, automatic where it does not or where asked for") {
  const std::uint32_t k = 5;
  const std::string plain = clockwise(k);
  std::string named;  // "1: 0 1 2" -> "1: 0 1@2 2@2"
  for (std::size_t begin = 0, end; (end = plain.find('\n', begin)) != std::string::npos; begin = end + 1) {
    const std::string line = plain.substr(begin, end - begin);
    named += line.substr(0, 4);
    for (std::size_t i = 4; i < line.size(); ++i) named += line[i] == ' ' ? std::string(" ") : std::string(1, line[i]) + "@2";
    named += "\n";
  }
  const TableNetwork net = graph_network(one_way_ring(k), plain);
  const Topology& t = *net.topology;
  const auto made = [&](const std::string& text, std::optional<TableClasses> classes) {
    const ScratchFile file(text, "table");
    RoutingOptions options;
    options.classes = classes;
    return make_relation("table:" + file.path(), t, options);
  };
  CHECK(made(named, {})->classes() == 3);
  CHECK(made(named, TableClasses::given)->classes() == 3);
  for (const std::string& text : {plain, named}) {
    const auto automatic = made(text, TableClasses::automatic);
    CHECK(automatic->classes() == 2);
    for (std::uint32_t s = 0; s < k; ++s) {
      for (std::uint32_t d = 0; d < k; ++d) CHECK(routes(t, *automatic, s, d) == routes(t, *net.relation, s, d));
    }
  }
  CHECK_THROWS_WITH(made(plain, TableClasses::given), Catch::Contains("classes=given") && Catch::Contains("allowed: automatic"));
  const auto torus = make_cube("torus:4");
  RoutingOptions options;
  for (const auto classes : {TableClasses::given, TableClasses::automatic}) {
    options.classes = classes;
    for (const std::string name : {"dor", "valiant", "ival"})
      CHECK_THROWS_WITH(make_relation(name, *torus, options), Catch::Contains(name) && Catch::Contains("classes=") && Catch::Contains("table:FILE"));
  }
}

TEST_CASE("other routings on a graph are refused with what is allowed there") {
  const auto t = make_topology("graph:" + graph_file("k6"));
  for (const std::string name : {"dor", "e-cube"})
    CHECK_THROWS_WITH(make_relation(name, *t, {}), Catch::Contains(name) && Catch::Contains("table:FILE"));
  CHECK_THROWS_WITH(make_relation("table", *t, {}), Catch::Contains("table:FILE"));
  CHECK_THROWS_WITH(make_relation("table:", *t, {}), Catch::Contains("file name"));
  const ScratchFolder empty;
  CHECK_THROWS_WITH(make_relation("table:" + empty.path("nosuch"), *t, {}), Catch::Contains("/nosuch"));
  CHECK_THROWS_WITH(make_traffic("tornado", *t), Catch::Contains("needs coordinates"));
}

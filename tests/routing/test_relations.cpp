// What every registered routing relation must keep, on every small network it supports, under every tie rule and VC
// policy. A relation that is added to the table is tested here without another line.
#include <catch2/catch.hpp>

#include "models/analysis/loads/channel_load.hpp"
#include "models/base/error.hpp"
#include "models/proof/dependency_graph.hpp"
#include "routing/registry/registry.hpp"
#include "tests/support/oracles/path_oracle.hpp"
#include "tests/support/oracles/relation_walk.hpp"
#include "tests/support/routings.hpp"
#include "tests/support/sample.hpp"
#include "traffic/registry.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

struct Setting {
  RoutingEntry entry;
  RoutingOptions options;
  std::string text;
};

const std::vector<std::string>& topologies() {
  static const std::vector<std::string> names = {"torus:2",     "torus:8", "torus:2x2", "torus:3x3",  "torus:4x4",   "torus:5x4",
                                                 "torus:3x3x3", "mesh:5",  "mesh:4x4",  "mesh:2x3x2", "hypercube:1", "hypercube:4"};
  return names;
}

// Every relation that supports `t`, with every tie rule that can differ, policy and some numbers of VCs.
std::vector<Setting> settings(const CubeTopology& t) {
  std::vector<Setting> list;
  for (const RoutingEntry& entry : registered_relations(t)) {
    for (const TieRule tie : tie_rules(t)) {
      for (const VcPolicy policy : {VcPolicy::split, VcPolicy::static_, VcPolicy::shared, VcPolicy::relaxed}) {
        if (policy != VcPolicy::split && !entry.vc_policies) continue;
        for (const int vcs : policy == VcPolicy::shared ? std::vector<int>{2, 3, 16} : std::vector<int>{2}) {
          list.push_back({entry,
                          {tie, policy, vcs},
                          entry.name + " on " + t.name() + ", ties " + name_of(tie) + ", " + name_of(policy) + ", VCs " + std::to_string(vcs)});
        }
      }
    }
  }
  return list;
}

}  // namespace

TEST_CASE("every relation offers legal candidates everywhere and brings every header home in bounded hops") {
  const std::string name = GENERATE(from_range(topologies()));
  const auto t = make_cube(name);
  const PathOracle oracle(*t, TieRule::split);
  for (const Setting& setting : settings(*t)) {
    CAPTURE(setting.text);
    const auto relation = make_relation(setting.entry.name, *t, taken(setting.entry.name, *t, setting.options));
    REQUIRE(relation->classes() >= 1);
    REQUIRE(relation->classes() <= kMaxVcs);
    for (std::uint32_t d = 0; d < t->nodes(); d += sample(1U, 7U)) {
      Walk walk(*t, *relation, d);
      for (std::uint32_t s = 0; s < t->nodes(); ++s) {
        CAPTURE(s, d);
        const auto starts = relation->start(NodeId(s), NodeId(d));
        REQUIRE_FALSE(starts.empty());
        if (relation->starts_plain()) REQUIRE((starts.size() == 1 && starts.front().state == HeaderState{}));
        for (const StartState& start : starts) {
          REQUIRE(start.weight > 0);
          const Walk::Hops hops = walk.from({s, kNoChannel.value(), start.state.word});
          REQUIRE(hops.most != kUnbounded);
          if (setting.entry.paths != Paths::minimal) continue;
          REQUIRE(hops.least == oracle.distance(s, d));
          REQUIRE(hops.most == oracle.distance(s, d));
        }
      }
    }
  }
}

TEST_CASE("dimension order keeps few start states and few places") {
  const auto t = make_cube("torus:5x4");
  for (const Setting& setting : settings(*t)) {
    if (!setting.entry.vc_policies) continue;
    CAPTURE(setting.text);
    const auto relation = make_relation(setting.entry.name, *t, taken(setting.entry.name, *t, setting.options));
    for (std::uint32_t d = 0; d < t->nodes(); ++d) {
      Walk walk(*t, *relation, d);
      for (std::uint32_t s = 0; s < t->nodes(); ++s) {
        REQUIRE(relation->start(NodeId(s), NodeId(d)).size() == 1);
        (void)walk.from({s, kNoChannel.value(), relation->start(NodeId(s), NodeId(d)).front().state.word});
      }
      REQUIRE(walk.places() <= t->nodes() + 2 * t->channels());  // the sources, and each channel once per dateline bit
    }
  }
}

TEST_CASE("every relation is proved free of deadlock and delivers all pairs") {
  const std::string name = GENERATE(from_range(topologies()));
  const auto t = make_cube(name);
  for (const Setting& setting : settings(*t)) {
    CAPTURE(setting.text);
    const auto relation = make_relation(setting.entry.name, *t, taken(setting.entry.name, *t, setting.options));
    const DeadlockProof proof = prove_deadlock_freedom(*t, *relation);
    CHECK(proof.deadlock_free);
    CHECK(proof.cycle.empty());
    CHECK(proof.pairs == std::uint64_t{t->nodes()} * (t->nodes() - 1));
    CHECK(proof.delivered_pairs == proof.pairs);
  }
}

TEST_CASE("what flows into a node and is injected there flows out or is ejected there") {
  const std::string name = GENERATE(from_range(topologies()));
  const auto t = make_cube(name);
  int loads_of = 0;
  for (const Setting& setting : settings(*t)) {
    std::vector<std::string> some;
    for (const std::string& traffic : patterns(*t)) {
      if (++loads_of % sample(1, 29) == 0) some.push_back(traffic);
    }
    if (some.empty()) continue;
    const auto relation = make_relation(setting.entry.name, *t, taken(setting.entry.name, *t, setting.options));
    const bool adaptive = is_adaptive(*t, *relation);
    for (const std::string& traffic : some) {
      CAPTURE(setting.text, traffic);
      const auto pattern = make_traffic(traffic, *t);
      if (adaptive) {
        CHECK(setting.entry.summary.rfind("adaptive; ", 0) == 0);  // the refusal says that the list tells them apart
        REQUIRE_THROWS_WITH(channel_load(*t, *relation, *make_traffic("uniform", *t)), Catch::Contains("is adaptive"));
        continue;
      }
      const ChannelLoads loads = channel_load(*t, *relation, *pattern);
      std::vector<Rational> balance(t->nodes());
      Rational hops = 0;
      const PathOracle oracle(*t, TieRule::split);
      for (std::uint32_t s = 0; s < t->nodes(); ++s) {
        for (const Demand& d : pattern->row(TerminalId(s))) {
          balance[s] += d.probability;
          balance[d.destination.value()] -= d.probability;
          hops += d.probability * oracle.distance(s, d.destination.value());
        }
      }
      Rational total = 0;
      for (std::uint32_t c = 0; c < t->channels(); ++c) {
        balance[t->channel(ChannelId(c)).from.value()] -= loads.load[c];
        balance[t->channel(ChannelId(c)).to.value()] += loads.load[c];
        total += loads.load[c];
      }
      for (std::uint32_t v = 0; v < t->nodes(); ++v) REQUIRE(balance[v] == 0);
      if (setting.entry.paths == Paths::minimal) REQUIRE(total == hops);
      if (loads.demand > 0) REQUIRE(loads.mean_hops == Rational(total / loads.demand));
    }
  }
}

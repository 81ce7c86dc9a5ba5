// What every registered routing relation must keep, on every small network it supports, under every tie rule and VC policy. A relation that is
// added to the table is tested here without another line.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <set>
#include <tuple>

#include "models/analysis/loads/channel_load.hpp"
#include "models/network/error.hpp"
#include "models/proof/dependency_graph.hpp"
#include "routing/registry.hpp"
#include "tests/support/chances.hpp"
#include "tests/support/harness.hpp"
#include "tests/support/path_oracle.hpp"
#include "tests/support/routings.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

struct Setting {
  const RoutingEntry* entry;
  RoutingOptions options;
  std::string text;
};

const char* policy_name(VcPolicy policy) {
  switch (policy) {
    case VcPolicy::split:
      return "split";
    case VcPolicy::shared:
      return "shared";
    case VcPolicy::relaxed:
      return "relaxed";
  }
  return "?";
}

const std::vector<std::string>& topologies() {
  static const std::vector<std::string> names = {"torus:2",     "torus:8", "torus:2x2", "torus:3x3",  "torus:4x4",   "torus:5x4",
                                                 "torus:3x3x3", "mesh:5",  "mesh:4x4",  "mesh:2x3x2", "hypercube:1", "hypercube:4"};
  return names;
}

bool has_policies(const std::string& name) { return name == "dor" || name == "e-cube"; }

// Every relation that supports `t`, with every tie rule that can differ, policy and some numbers of VCs. `val` is `valiant`: a test below.
std::vector<Setting> settings(const CubeTopology& t) {
  std::vector<Setting> list;
  for (const RoutingEntry& entry : routing_table()) {
    if (!entry.supports(t) || entry.name == "val") continue;
    for (const TieRule tie : tie_rules(t)) {
      for (const VcPolicy policy : {VcPolicy::split, VcPolicy::shared, VcPolicy::relaxed}) {
        if (policy != VcPolicy::split && !has_policies(entry.name)) continue;
        for (const int vcs : policy == VcPolicy::shared ? std::vector<int>{2, 3, 16} : std::vector<int>{2}) {
          list.push_back({&entry,
                          {tie, policy, vcs},
                          entry.name + " on " + t.name() + ", ties " + name_of(tie) + ", " + policy_name(policy) + ", VCs " + std::to_string(vcs)});
        }
      }
    }
  }
  return list;
}

using Place = std::tuple<std::uint32_t, std::uint32_t, std::uint64_t>;  // node, incoming channel, state

constexpr std::uint32_t kUnbounded = 0xffffffffU;

// Walks everything a header to one destination can meet, checks each set of candidates, and finds the least and most hops left.
class Walk {
 public:
  Walk(const CubeTopology& t, const RoutingRelation& relation, std::uint32_t destination) : t_(t), relation_(relation), to_(destination) {}

  struct Hops {
    std::uint32_t least, most;
  };
  Hops from(const Place& place) {
    const auto [it, fresh] = hops_.try_emplace(place, Hops{kUnbounded, kUnbounded});
    if (!fresh) {
      REQUIRE(it->second.most != kUnbounded);  // else the header came back to a place it had not left for good: it can go round
      return it->second;
    }
    const auto& [node, in, word] = place;
    Candidates candidates, again;
    relation_.next(NodeId(node), ChannelId(in), to_, HeaderState{word}, candidates);
    relation_.next(NodeId(node), ChannelId(in), to_, HeaderState{word}, again);
    check(node, candidates, again);
    Hops hops{kUnbounded, 0};
    for (const Candidate& c : candidates) {
      Hops on{0, 0};
      if (c.exit == Exit::channel) {
        on = from({t_.channel(c.channel).to.value(), c.channel.value(), c.next.word});
        ++on.least;
        ++on.most;
      }
      hops = {std::min(hops.least, on.least), std::max(hops.most, on.most)};
    }
    return hops_[place] = hops;
  }
  [[nodiscard]] std::size_t places() const { return hops_.size(); }

 private:
  void check(std::uint32_t node, const Candidates& candidates, const Candidates& again) const {
    CAPTURE(node, to_.value());
    REQUIRE_FALSE(candidates.empty());
    REQUIRE(candidates.size() == again.size());
    std::map<std::uint32_t, const Candidate*> routes;
    bool weighted = false, unweighted = false;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      const Candidate& c = candidates[i];
      REQUIRE(c.next == again[i].next);  // pure: the same question has the same answer
      REQUIRE(c.channel == again[i].channel);
      (c.weight > 0 ? weighted : unweighted) = true;
      if (c.exit == Exit::deliver) {
        REQUIRE(node == to_.value());
      } else {
        REQUIRE(c.exit == Exit::channel);
        REQUIRE(c.channel.value() < t_.channels());
        REQUIRE(t_.channel(c.channel).from.value() == node);
        REQUIRE(c.classes != 0);
        REQUIRE((c.classes >> relation_.classes()) == 0);
      }
      const auto [it, fresh] = routes.try_emplace(c.route, &c);
      if (fresh) continue;
      REQUIRE(candidates[i - 1].route == c.route);  // the candidates of a route stand together
      REQUIRE(it->second->exit == c.exit);
      REQUIRE(it->second->channel == c.channel);
      REQUIRE(it->second->weight == c.weight);
    }
    REQUIRE(weighted != unweighted);
  }

  const CubeTopology& t_;
  const RoutingRelation& relation_;
  NodeId to_;
  std::map<Place, Hops> hops_;
};

std::vector<std::string> patterns(const CubeTopology& t) {
  std::vector<std::string> names = {"uniform", "uniform-self", "bit-complement", "random:3"};
  if (t.kind() != CubeTopology::Kind::hypercube && t.radix(0) >= 3) names.emplace_back("tornado");
  if (t.name() == "torus:4x4" || t.name() == "mesh:4x4" || t.name() == "hypercube:4") names.emplace_back("transpose");
  return names;
}

bool is_minimal(const std::string& name) { return has_policies(name) || name == "o1turn" || name == "romm"; }

// How often a message may cross one channel: once a phase of Valiant's; elsewhere no path goes back in a dimension.
double most_crossings(const std::string& name) { return name == "valiant" || name == "val" ? 2.0 : 1.0; }

}  // namespace

TEST_CASE("every relation offers legal candidates everywhere and brings every header home in bounded hops") {
  const std::string name = GENERATE(from_range(topologies()));
  const auto t = make_cube(name);
  const PathOracle oracle(*t, TieRule::split);
  for (const Setting& setting : settings(*t)) {
    CAPTURE(setting.text);
    const auto relation = make_relation(setting.entry->name, *t, setting.options);
    REQUIRE(relation->classes() >= 1);
    REQUIRE(relation->classes() <= kMaxVcs);
    for (std::uint32_t d = 0; d < t->nodes(); ++d) {
      Walk walk(*t, *relation, d);
      for (std::uint32_t s = 0; s < t->nodes(); ++s) {
        CAPTURE(s, d);
        const auto starts = relation->start(NodeId(s), NodeId(d));
        REQUIRE_FALSE(starts.empty());
        for (const StartState& start : starts) {
          REQUIRE(start.weight > 0);
          const Walk::Hops hops = walk.from({s, kNoChannel.value(), start.state.word});
          REQUIRE(hops.most != kUnbounded);
          if (!is_minimal(setting.entry->name)) continue;
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
    if (!has_policies(setting.entry->name)) continue;
    CAPTURE(setting.text);
    const auto relation = make_relation(setting.entry->name, *t, setting.options);
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
    const auto relation = make_relation(setting.entry->name, *t, setting.options);
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
  for (const Setting& setting : settings(*t)) {
    const auto relation = make_relation(setting.entry->name, *t, setting.options);
    for (const std::string& traffic : patterns(*t)) {
      CAPTURE(setting.text, traffic);
      const auto pattern = make_traffic(traffic, *t);
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
      if (is_minimal(setting.entry->name)) REQUIRE(total == hops);
      if (loads.demand > 0) REQUIRE(loads.mean_hops == Rational(total / loads.demand));
    }
  }
}

TEST_CASE("random traffic in the machine crosses every channel as often as the exact loads say") {
  // Per channel the mean of independent numbers of crossings, each at most `most_crossings`, of mean load / demand. Jointly over the channels at
  // 1e-6.
  const auto [name, tie, policy, vcs] = GENERATE(table<std::string, TieRule, VcPolicy, int>({
      {"torus:4x4", TieRule::split, VcPolicy::split, 2},
      {"torus:4x4", TieRule::plus, VcPolicy::shared, 4},
      {"torus:4x4", TieRule::parity, VcPolicy::relaxed, 2},
      {"torus:5x4", TieRule::split, VcPolicy::relaxed, 3},
      {"torus:2x2", TieRule::split, VcPolicy::split, 2},
      {"torus:4x3", TieRule::union_, VcPolicy::split, 2},
      {"torus:4x4", TieRule::plus, VcPolicy::split, 2},
      {"torus:8", TieRule::split, VcPolicy::shared, 3},
      {"mesh:4x4", TieRule::split, VcPolicy::split, 1},
      {"hypercube:4", TieRule::split, VcPolicy::split, 2},
  }));
  const auto t = make_cube(name);
  for (const RoutingEntry& entry : routing_table()) {
    if (!entry.supports(*t) || (policy != VcPolicy::split && !has_policies(entry.name))) continue;
    const auto relation = make_relation(entry.name, *t, {tie, policy, vcs});
    for (const std::string& traffic : patterns(*t)) {
      if (traffic == "transpose" || traffic == "random:3") continue;
      CAPTURE(entry.name, name, name_of(tie), policy_name(policy), traffic);
      const auto pattern = make_traffic(traffic, *t);
      const ChannelLoads loads = channel_load(*t, *relation, *pattern);
      MachineConfig config;
      config.vcs = config.injection_vcs = std::max(vcs, relation->classes());
      RunConfig run;
      run.warmup = 500;
      run.cycles = 25'000;
      run.message_length = 2;
      run.rate = 0.05;
      run.seed = 5;
      const RunResult result = run_pattern(*t, *relation, config, run, *pattern);
      REQUIRE(result.deadlock.empty());
      REQUIRE_FALSE(result.saturated);
      const auto messages = static_cast<double>(result.measured);
      REQUIRE(messages > 1000 * t->nodes());
      for (std::uint32_t c = 0; c < t->channels(); ++c) {
        const double most = most_crossings(entry.name);
        const double p = to_double(Rational(loads.load[c] / loads.demand)) / most;
        CAPTURE(c, p, messages, result.channel_messages[c]);
        CHECK(plausible(static_cast<double>(result.channel_messages[c]) / most, messages, p, t->channels()));
      }
    }
  }
}

TEST_CASE("the comparison of counts with loads sees a wrong tie rule") {
  const auto t = make_cube("torus:4x4");
  const auto split = make_relation("dor", *t, {TieRule::split, VcPolicy::split, 2});
  const auto plus = make_relation("dor", *t, {TieRule::plus, VcPolicy::split, 2});
  const auto pattern = make_traffic("uniform", *t);
  const ChannelLoads wrong = channel_load(*t, *plus, *pattern);
  MachineConfig config;
  RunConfig run;
  run.cycles = 25'000;
  run.message_length = 2;
  run.rate = 0.05;
  const RunResult result = run_pattern(*t, *split, config, run, *pattern);
  std::size_t implausible = 0;
  for (std::uint32_t c = 0; c < t->channels(); ++c) {
    const double p = to_double(Rational(wrong.load[c] / wrong.demand));
    if (!plausible(static_cast<double>(result.channel_messages[c]), static_cast<double>(result.measured), p, t->channels())) ++implausible;
  }
  CHECK(implausible == t->channels());  // uniform-self: 1/2 on all; by `plus` 3/4 on + and 1/4 on -
}

TEST_CASE("the table of relations refuses unknown names and topologies that a relation does not support") {
  const auto torus = make_cube("torus:4x4");
  const auto mesh = make_cube("mesh:4x4");
  CHECK_THROWS_WITH(make_relation("dorr", *torus, {}), Catch::Contains("routing=dorr") && Catch::Contains("dor"));
  CHECK_THROWS_AS(make_relation("", *torus, {}), ConfigError);
  CHECK_THROWS_WITH(make_relation("e-cube", *torus, {}), Catch::Contains("torus:4x4") && Catch::Contains("hypercube"));
  CHECK_THROWS_AS(make_relation("e-cube", *mesh, {}), ConfigError);
  CHECK_THROWS_WITH(make_relation("dor", *torus, {TieRule::split, VcPolicy::shared, 1}), Catch::Contains("vcs=1") && Catch::Contains("2..16"));
  CHECK(make_relation("dor", *mesh, {TieRule::split, VcPolicy::shared, 1})->classes() == 1);  // a mesh has no dateline to escape from
}

TEST_CASE("relations with classes of their own refuse the VC policies of dimension order on a torus, and ignore them elsewhere") {
  const auto torus = make_cube("torus:4x4");
  const auto mesh = make_cube("mesh:4x4");
  for (const std::string name : {"o1turn", "romm", "rlb", "valiant", "val"}) {
    CHECK_THROWS_WITH(make_relation(name, *torus, {TieRule::split, VcPolicy::shared, 4}), Catch::Contains("vc-policy=shared"));
    CHECK_THROWS_WITH(make_relation(name, *torus, {TieRule::split, VcPolicy::relaxed, 4}), Catch::Contains("allowed: split"));
    if (name != "rlb") CHECK(make_relation(name, *mesh, {TieRule::split, VcPolicy::shared, 4})->classes() <= 3);
  }
  CHECK_THROWS_WITH(make_relation("rlb", *mesh, {}), Catch::Contains("mesh:4x4") && Catch::Contains("allowed: torus"));
}

TEST_CASE("val is valiant") {
  const auto t = make_cube("torus:4x3");
  const auto val = make_relation("val", *t, {});
  const auto valiant = make_relation("valiant", *t, {});
  for (std::uint32_t s = 0; s < t->nodes(); ++s) {
    Candidates a, b;
    val->next(NodeId(s), kNoChannel, NodeId(5), {}, a);
    valiant->next(NodeId(s), kNoChannel, NodeId(5), {}, b);
    REQUIRE(a.size() == b.size());
    for (std::size_t i = 0; i < a.size(); ++i) CHECK((a[i].channel == b[i].channel && a[i].weight == b[i].weight && a[i].next == b[i].next));
  }
}

TEST_CASE("the names of relations are unique") {
  std::set<std::string> names;
  for (const RoutingEntry& entry : routing_table()) {
    CHECK(names.insert(entry.name).second);
    CHECK_FALSE(entry.summary.empty());
  }
  for (const char* name : {"dor", "e-cube", "o1turn", "romm", "rlb", "valiant", "val"}) CHECK(names.count(name) == 1);
}

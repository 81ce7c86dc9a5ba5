// What the machine sends, counted, against what the analysis says: every registered relation, oblivious or adaptive.
#include <catch2/catch.hpp>
#include <map>
#include <tuple>

#include "models/analysis/loads/channel_load.hpp"
#include "routing/registry/registry.hpp"
#include "tests/support/harness.hpp"
#include "tests/support/oracles/chances.hpp"
#include "tests/support/oracles/relation_walk.hpp"
#include "tests/support/routings.hpp"
#include "tests/support/sample.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

// How often a message may cross one channel: once a phase of Valiant's; elsewhere no path goes back in a dimension.
double most_crossings(const std::string& name) { return name == "valiant" || name == "val" ? 2.0 : 1.0; }

// The channels that are counted together: each alone, or for an adaptive relation all that cross the same cut (one
// dimension, between the same two coordinates). Every minimal path crosses a cut once or never, whatever the order of
// its hops, so cuts carry what they carry under dimension order.
using Group = std::tuple<int, std::uint32_t, std::uint32_t, std::uint32_t>;  // dimension, its coordinates, the channel if it counts alone

Group group_of(const CubeTopology& t, ChannelId c, bool cuts) {
  const Channel& channel = t.channel(c);
  const int d = channel.dimension;
  return {d, t.coordinate(channel.from, d), t.coordinate(channel.to, d), cuts ? 0 : c.value()};
}

struct Count {
  Rational load = 0;
  std::uint64_t messages = 0;
};

}  // namespace

TEST_CASE("random traffic in the machine crosses every channel as often as the exact loads say") {
  // Per channel the mean of independent numbers of crossings, each at most `most_crossings`, of mean load / demand.
  // Jointly over the channels at 1e-6.
  const auto [name, tie, policy, vcs] = GENERATE(take(sample(10U, 6U), table<std::string, TieRule, VcPolicy, int>({
                                                                           {"torus:4x4", TieRule::plus, VcPolicy::shared, 4},
                                                                           {"torus:4x4", TieRule::parity, VcPolicy::relaxed, 2},
                                                                           {"torus:2x2", TieRule::split, VcPolicy::split, 2},
                                                                           {"torus:4x3", TieRule::union_, VcPolicy::split, 2},
                                                                           {"mesh:4x4", TieRule::split, VcPolicy::split, 1},
                                                                           {"hypercube:4", TieRule::split, VcPolicy::split, 2},
                                                                           {"torus:4x4", TieRule::split, VcPolicy::split, 2},
                                                                           {"torus:5x4", TieRule::split, VcPolicy::relaxed, 3},
                                                                           {"torus:4x4", TieRule::plus, VcPolicy::split, 2},
                                                                           {"torus:8", TieRule::split, VcPolicy::shared, 3},
                                                                       })));
  const auto t = make_cube(name);
  for (const RoutingEntry& entry : registered_relations(*t)) {
    if (policy != VcPolicy::split && !entry.vc_policies) continue;
    const auto relation = make_relation(entry.name, *t, taken(entry.name, *t, {tie, policy, vcs}));
    const bool cuts = is_adaptive(*t, *relation);
    // At a tie either direction of a ring is taken, by an escape by a root any: no cut's load is known. With nothing
    // failed sw-adaptive is minimal.
    if (cuts && (t->kind() == CubeTopology::Kind::torus || entry.name == "duato-updown")) continue;
    if (cuts) REQUIRE((entry.paths == Paths::minimal || entry.name == "sw-adaptive"));
    const auto known = cuts ? make_relation("dor", *t, {}) : make_relation(entry.name, *t, taken(entry.name, *t, {tie, policy, vcs}));
    for (const std::string& traffic : patterns(*t)) {
      if (traffic == "transpose" || traffic == "random:3") continue;
      CAPTURE(entry.name, name, name_of(tie), name_of(policy), traffic);
      const auto pattern = make_traffic(traffic, *t);
      const ChannelLoads loads = channel_load(*t, *known, *pattern);
      if (entry.name == "updown" && loads.gamma_max > 5) continue;  // the root is full at half that load already
      RouterConfig config;
      config.vcs = config.injection_vcs = std::max(vcs, relation->classes());
      RunConfig run;
      run.warmup = 500;
      run.cycles = sample(25'000U);
      run.packet_length = 2;
      run.rate = 0.05;
      run.seed = 5;
      const RunResult result = run_pattern(*t, *relation, config, run, *pattern);
      REQUIRE(result.deadlock.empty());
      REQUIRE_FALSE(result.saturated());
      const auto messages = static_cast<double>(result.packets.measured);
      REQUIRE(messages > sample(1000U) * t->nodes());
      std::map<Group, Count> counts;
      for (std::uint32_t c = 0; c < t->channels(); ++c) {
        Count& count = counts[group_of(*t, ChannelId(c), cuts)];
        count.load += loads.load[c];
        count.messages += result.channels.packets[c];
      }
      for (const auto& [group, count] : counts) {
        const double most = most_crossings(entry.name);
        const double p = to_double(Rational(count.load / loads.demand)) / most;
        CAPTURE(std::get<0>(group), std::get<1>(group), std::get<3>(group), p, messages, count.messages);
        CHECK(plausible(static_cast<double>(count.messages) / most, messages, p, counts.size()));
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
  RouterConfig config;
  config.vcs = config.injection_vcs = 2;
  RunConfig run;
  run.cycles = 25'000;
  run.packet_length = 2;
  run.rate = 0.05;
  const RunResult result = run_pattern(*t, *split, config, run, *pattern);
  std::size_t implausible = 0;
  for (std::uint32_t c = 0; c < t->channels(); ++c) {
    const double p = to_double(Rational(wrong.load[c] / wrong.demand));
    if (!plausible(static_cast<double>(result.channels.packets[c]), static_cast<double>(result.packets.measured), p, t->channels())) ++implausible;
  }
  CHECK(implausible == t->channels());  // uniform-self: 1/2 on all; by `plus` 3/4 on + and 1/4 on -
}

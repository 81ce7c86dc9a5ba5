// Random faults against counts by hand and by brute force, and against the published means over random sets.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>
#include <set>

#include "models/analysis/reliability/disconnection.hpp"
#include "models/analysis/reliability/reliability.hpp"
#include "routing/registry/registry.hpp"
#include "routing/software_based/sw_adaptive.hpp"
#include "routing/software_based/sw_deterministic.hpp"
#include "tests/support/oracles/fault_walk.hpp"
#include "tests/support/sample.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

void no_tick(std::uint64_t /*done*/, std::uint64_t /*all*/) {}

ConnectedShare connected(const std::string& topology, FaultKind kind, std::uint32_t faults, SampleOptions sample = {}) {
  const auto t = make_cube(topology);
  return connected_share(Components(*t, kind), faults, sample, no_tick);
}

TestedRouting named(const Topology& topology, const std::string& name) {
  return {name, false, [&topology, name](std::shared_ptr<const FaultMap> faults) -> std::shared_ptr<const RoutingRelation> {
            RoutingOptions options;
            options.faults = std::move(faults);
            return make_relation(name, topology, options);
          }};
}

template <typename Relation>
TestedRouting local(const std::string& name, std::function<std::shared_ptr<Relation>()> make) {
  return {name, true, [make](std::shared_ptr<const FaultMap> faults) -> std::shared_ptr<const RoutingRelation> {
            auto relation = make();
            relation->set_faults(std::move(faults));
            return relation;
          }};
}

TestedRouting local_deterministic(const CubeTopology& t) {
  return local<SwDeterministic>("local", [&t] { return std::make_shared<SwDeterministic>(t, VcPolicy::split, 2, DetourOptions{0, false}); });
}

DeliveredShare delivered(const std::string& topology, const std::string& routing, std::uint32_t faults, SampleOptions sample = {}) {
  const auto t = make_cube(topology);
  return delivered_share(Components(*t, FaultKind::nodes), faults, named(*t, routing), sample, no_tick);
}

// The mean time until disconnected over all orders, each by itself.
double time_over_all_orders(const Components& components) {
  ComponentSet order(components.size());
  std::iota(order.begin(), order.end(), 0U);
  MeanEstimate time;
  do {
    double sum = 0;
    for (std::uint32_t f = 0; f < order.size(); ++f) {
      if (!components.connected_without({order.begin(), order.begin() + f})) break;
      sum += 1.0 / static_cast<double>(order.size() - f);
    }
    time.add(sum);
  } while (std::next_permutation(order.begin(), order.end()));
  return time.mean();
}

}  // namespace

TEST_CASE("of 635,376 sets of four nodes of an 8x8 torus 64 disconnect it") {
  const ConnectedShare share = connected("torus:8x8", FaultKind::nodes, 4);
  CHECK(share.exact);
  CHECK(share.sets == 635'376);
  CHECK(share.connected == 635'376 - 64);
}

TEST_CASE("of 12,870 sets of eight nodes of a 4x4 torus 7,280 leave it connected") {
  const ConnectedShare share = connected("torus:4x4", FaultKind::nodes, 8);
  CHECK(share.exact);
  CHECK(share.sets == 12'870);
  CHECK(share.connected == 7'280);
}

TEST_CASE("a ring stands one link and no two, and of nodes the sets that are an arc") {
  for (std::uint32_t k = 3; k <= 9; ++k) {
    CAPTURE(k);
    const std::string ring = "torus:" + std::to_string(k);
    for (std::uint32_t f = 0; f <= k; ++f) {
      CAPTURE(f);
      const ConnectedShare links = connected(ring, FaultKind::links, f);
      CHECK(links.sets == *sets_of(k, f));
      CHECK(links.connected == (f == 0 ? 1 : f == 1 ? k : 0));
      if (f == 0 || f == k) continue;
      CHECK(connected(ring, FaultKind::nodes, f).connected == k);  // an arc begins at any node
    }
  }
}

TEST_CASE("symmetry counts what looking at every set does") {
  for (const char* const topology : {"torus:3x3", "torus:2x4", "hypercube:3", "torus:7"}) {
    const auto t = make_cube(topology);
    const Components nodes(*t, FaultKind::nodes);
    REQUIRE(nodes.alike());
    for (std::uint32_t f = 0; f < nodes.size(); ++f) {
      CAPTURE(topology, f);
      std::uint64_t by_hand = 0;
      for_sets(nodes.size(), f, [&](const ComponentSet& set) { by_hand += nodes.map(set)->connected() ? 1 : 0; });
      CHECK(connected(topology, FaultKind::nodes, f).connected == by_hand);
    }
  }
}

TEST_CASE("every prefix of an order is connected as its fault map says") {
  for (const char* const topology : {"torus:3x3", "mesh:3x4", "hypercube:3", "torus:2x3"}) {
    const auto t = make_cube(topology);
    for (const FaultKind kind : {FaultKind::nodes, FaultKind::links}) {
      const Components components(*t, kind);
      for (std::uint64_t j = 0; j < 20; ++j) {
        const ComponentSet order = drawn_order(components.size(), 5, j);
        const auto after = components.connected_after(order);
        for (std::uint32_t f = 0; f <= components.most_faults(); ++f) {
          const ComponentSet failed(order.begin(), order.begin() + f);
          CAPTURE(topology, name_of(kind), j, f);
          REQUIRE((after[f] != 0) == components.map(failed)->connected());
          REQUIRE((after[f] != 0) == components.connected_without(failed));
        }
      }
    }
  }
}

TEST_CASE("every set of a size is looked at once, and drawn sets are alike probable") {
  std::set<ComponentSet> sets;
  for_sets(7, 3, [&](const ComponentSet& set) { sets.insert(set); });
  CHECK(sets.size() == 35);
  CHECK(*sets_of(64, 4) == 635'376);
  CHECK_FALSE(sets_of(512, 12));
  std::vector<std::uint64_t> first(5, 0);
  for (std::uint64_t j = 0; j < 10'000; ++j) ++first[drawn_order(5, 1, j)[0]];
  for (const std::uint64_t count : first) CHECK(std::abs(static_cast<double>(count) - 2000) < 4 * 40);  // four deviations
}

TEST_CASE("the time until a ring is disconnected is that of its second link") {
  for (std::uint32_t k = 3; k <= 8; ++k) {
    const auto t = make_cube("torus:" + std::to_string(k));
    CHECK(exact_disconnection_time(Components(*t, FaultKind::links)) == Rational(1, k) + Rational(1, k - 1));
  }
}

TEST_CASE("a ring whose opposite nodes failed stays disconnected when a third leaves one node") {
  const auto t = make_cube("torus:4");  // 1/4 + 1/3, then 2 in 3 pairs are adjacent: 1/2 and 1 more
  CHECK(exact_disconnection_time(Components(*t, FaultKind::nodes)) == Rational(19, 12));
}

TEST_CASE("the time until disconnected is the mean over all orders") {
  for (const char* const topology : {"torus:2x4", "mesh:2x3", "hypercube:3", "mesh:2x4"}) {
    const auto t = make_cube(topology);
    const Components nodes(*t, FaultKind::nodes);
    CAPTURE(topology);
    CHECK(to_double(exact_disconnection_time(nodes)) == Approx(time_over_all_orders(nodes)).epsilon(1e-9));
  }
  const auto mesh = make_cube("mesh:2x3");
  const Components links(*mesh, FaultKind::links);
  CHECK(to_double(exact_disconnection_time(links)) == Approx(time_over_all_orders(links)).epsilon(1e-9));
}

TEST_CASE("sampled times and shares hold the exact ones in their intervals") {
  const auto t = make_cube("torus:4x4");
  const Components nodes(*t, FaultKind::nodes);
  const double exact = to_double(exact_disconnection_time(nodes));
  const MeanEstimate time = sampled_disconnection_time(nodes, {4000, 1}, no_tick);
  CHECK(time.interval()->low < exact);
  CHECK(exact < time.interval()->high);
  std::uint64_t stands = 0;
  for (std::uint64_t j = 0; j < 4000; ++j) stands += nodes.connected_after(drawn_order(16, 1, j))[8];
  const Interval share = wilson_interval(stands, 4000);
  CHECK(share.low < 7'280 / 12'870.0);
  CHECK(7'280 / 12'870.0 < share.high);
}

TEST_CASE("Wilson's interval is that of the literature") {
  const Interval some = wilson_interval(81, 263);  // R. G. Newcombe 1998, Table I: 0.2553 to 0.3662
  CHECK(some.low == Approx(0.2553).margin(5e-5));
  CHECK(some.high == Approx(0.3662).margin(5e-5));
  const Interval none = wilson_interval(0, 20);  // the same: 0 to 0.1611
  CHECK(none.low == 0);
  CHECK(none.high == Approx(0.1611).margin(5e-5));
}

TEST_CASE("sampled shares that all agree are not certain: their mean has Wilson's interval, others the normal one within 0 and 1") {
  const auto of = [](const std::vector<double>& shares) {
    MeanEstimate estimate;
    for (const double share : shares) estimate.add(share);
    return *estimate.share_interval();
  };
  CHECK(of(std::vector<double>(20, 0.0)).low == 0);
  CHECK(of(std::vector<double>(20, 0.0)).high == Approx(0.1611).margin(5e-5));  // as of 0 in 20
  CHECK(of(std::vector<double>(20, 1.0)).low == Approx(1 - 0.1611).margin(5e-5));
  CHECK(of(std::vector<double>(20, 1.0)).high == 1);
  const Interval half = of({0.5, 0.5, 0.5, 0.5});  // of 2 in 4: 1/2 -+ 1.96 sqrt(1/16 + z^2/64) / (1 + z^2/4), z = 1.96
  CHECK(half.low == Approx(0.15004).margin(5e-5));
  CHECK(half.high == Approx(0.84996).margin(5e-5));
  const Interval apart = of({0.4, 0.6, 0.4, 0.6});  // s = 0.11547: 1/2 -+ 1.96 s / 2
  CHECK(apart.low == Approx(0.38684).margin(5e-5));
  CHECK(apart.high == Approx(0.61316).margin(5e-5));
  CHECK(of({1, 1, 1, 0.9}).high == 1);
  CHECK(of({0, 0, 0, 0.1}).low == 0);
  MeanEstimate one;
  one.add(1);
  CHECK_FALSE(one.share_interval());
}

TEST_CASE("of a ring with a failed node dimension order delivers the pairs whose routes do not pass it") {
  // 5-ring, node 0: on 1-2-3-4 no pair more than two apart along it has its shorter way there.
  const DeliveredShare share = delivered("torus:5", "dor", 1);
  CHECK(share.exact);
  CHECK(share.sets == 5);
  CHECK(share.complete == 0);
  CHECK(share.certain.mean() == Approx(10.0 / 12));  // 1-4 alone goes by 0
  CHECK_FALSE(share.absorbs);
}

TEST_CASE("what is delivered, and how often absorbed, is what walks of single messages find") {
  for (const char* const topology : {"torus:4x4", "torus:5x3", "mesh:4x3", "hypercube:4"}) {
    const auto t = make_cube(topology);
    const Components nodes(*t, FaultKind::nodes);
    for (std::uint64_t j = 0; j < 40; ++j) {
      ComponentSet failed = drawn_order(nodes.size(), 3, j);
      failed.resize(1 + j % 5);
      if (!nodes.connected_without(failed)) continue;
      CAPTURE(topology, j);
      const auto map = nodes.map(failed);
      for (const bool is_local : {false, true}) {
        SwDeterministic relation(*t, VcPolicy::split, 2, is_local ? DetourOptions{0, false} : DetourOptions{});
        relation.set_faults(map);
        FaultWalk walk(*t, relation);
        std::uint64_t pairs = 0, arrive = 0, absorptions = 0;
        for (std::uint32_t from = 0; from < t->nodes(); ++from) {
          for (std::uint32_t to = 0; to < t->nodes(); ++to) {
            if (from == to || map->failed(NodeId(from)) || map->failed(NodeId(to))) continue;
            ++pairs;
            const WalkResult r = walk.from_source(NodeId(from), NodeId(to));
            if (!r.delivered || (is_local && r.last_resort)) continue;
            ++arrive;
            absorptions += r.absorptions;
          }
        }
        const DeliveredPairs found = delivered_pairs(*t, relation, is_local);
        CHECK(found.pairs == pairs);
        CHECK(found.certain == arrive);
        CHECK(found.absorptions == static_cast<double>(absorptions));
      }
      SwAdaptive adaptive(*t);
      adaptive.set_faults(map);
      ExactFraction expected;
      for (std::uint32_t to = 0; to < t->nodes(); ++to) {
        if (map->failed(NodeId(to))) continue;
        AdaptiveWalk walk(*t, adaptive, NodeId(to));
        for (std::uint32_t from = 0; from < t->nodes(); ++from) {
          if (from != to && !map->failed(NodeId(from))) expected.add(walk.from_source(NodeId(from)).absorptions);
        }
      }
      const DeliveredPairs found = delivered_pairs(*t, adaptive, false);
      CHECK(found.certain == found.pairs);
      CHECK(found.absorptions == Approx(to_double(expected.value())).epsilon(1e-12));
    }
  }
}

// Safaei et al. 2006 as reconstructed: means over random sets of failed nodes, printed to the digits given.
TEST_CASE("published mean absorptions on an 8x8 torus lie in the intervals") {
  const auto t = make_cube("torus:8x8");
  struct Row {
    std::uint32_t faults;
    double deterministic, adaptive, digits;
  };
  for (const Row& row : {Row{1, 0.062, 0.015, 5e-4}, Row{3, 0.195, 0.052, 5e-4}, Row{5, 0.358, 0.114, 5e-4}, Row{12, 1.20, 0.57, 5e-3}}) {
    if (row.faults > sample(12U, 3U)) break;
    CAPTURE(row.faults);
    const SampleOptions sets{60, 1};
    for (const bool adaptive : {false, true}) {
      CAPTURE(adaptive);
      const DeliveredShare share =
          delivered_share(Components(*t, FaultKind::nodes), row.faults, named(*t, adaptive ? "sw-adaptive" : "sw-deterministic"), sets, no_tick);
      const double published = adaptive ? row.adaptive : row.deterministic;
      CHECK(share.certain.mean() == 1);
      CHECK(share.expected.mean() == 1);
      CHECK(share.aware.mean() == 1);
      CHECK(share.complete == share.sets);
      // The published means are of samples too, of 50 sets: the difference of two has sqrt(2) the deviation of one.
      const auto interval = share.absorptions.interval();
      const double half = share.exact ? 0 : (interval->high - interval->low) / 2 * std::sqrt(2.0);
      CHECK(std::abs(share.absorptions.mean() - published) <= half + row.digits);
    }
  }
}

TEST_CASE("without the last resort few pairs go round, and none around four nodes") {
  const auto t = make_cube("torus:8x8");
  const Components nodes(*t, FaultKind::nodes);
  CHECK(delivered_share(nodes, 1, local_deterministic(*t), {}, no_tick).certain.mean() == 1);
  CHECK(delivered_share(nodes, 4, local_deterministic(*t), {100, 1}, no_tick).certain.mean() > 1 - 1e-4);
  const double lost = 1 - delivered_share(nodes, 12, local_deterministic(*t), {100, 1}, no_tick).certain.mean();
  CHECK(lost > 7e-3 / 3);
  CHECK(lost < 7e-3 * 3);
}

TEST_CASE("published mean absorptions of dimension order on an 8x8x8 torus lie in the intervals") {
  const auto t = make_cube("torus:8x8x8");
  const Components nodes(*t, FaultKind::nodes);
  struct Row {
    std::uint32_t faults;
    double published;
  };
  for (const Row& row : {Row{1, 0.013}, Row{5, 0.069}, Row{12, 0.163}}) {  // of 4 sets each
    if (row.faults > sample(12U, 1U)) break;
    CAPTURE(row.faults);
    MeanEstimate absorptions;
    for (std::uint64_t j = 0; j < 4; ++j) {
      ComponentSet failed = drawn_order(nodes.size(), 1, j);
      failed.resize(row.faults);
      const auto relation = named(*t, "sw-deterministic").under(nodes.map(failed));
      const DeliveredPairs pairs = delivered_pairs(*t, *relation, false);
      REQUIRE(pairs.certain == pairs.pairs);
      absorptions.add(pairs.absorptions / static_cast<double>(pairs.pairs));
    }
    const double half = (absorptions.interval()->high - absorptions.interval()->low) / 2;
    CHECK(std::abs(absorptions.mean() - row.published) <= half * std::sqrt(2.0) + 5e-4);
  }
}

// The choice of routings that weigh hops: by hand, and by the machine.
#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "models/network/topology/topologies.hpp"
#include "routing/registry/registry.hpp"
#include "sim/core/compiled_network.hpp"
#include "sim/core/route_computation/cheapest_route.hpp"
#include "sim/core/state/layout/ugal_bias.hpp"
#include "tests/support/channel_flits.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

constexpr int kHuge = kMaxUgalBias;

// A router with places of two of its channels taken, and two routes over them: of `hops` 3, minimal, and 5.
class Choice {
 public:
  explicit Choice(int bias, UgalOccupancy occupancy = UgalOccupancy::channel)
      : topology_(make_topology("fullmesh:5")), relation_(make_relation("dor", *topology_, {})) {
    RouterConfig config;
    config.buffer_depth = 20;
    config.ugal.bias = bias;
    config.ugal.occupancy = occupancy;
    tile_ = std::make_unique<Tile>(config, Wiring::of(*topology_), *relation_);
    add(0, 3, false);
    add(1, 5, true);
  }
  void add(std::uint32_t channel, std::uint16_t hops, bool detour, std::uint8_t rank = 0) {
    Candidate& c = candidates_.emplace_back();
    c.route = static_cast<std::uint32_t>(candidates_.size()) - 1;
    c.channel = ChannelId(channel);
    c.classes = 1;
    c.weight = 0;
    c.hops = hops;
    c.detour = detour;
    c.rank = rank;
  }
  Choice& taken(std::uint32_t channel, std::uint32_t vc, std::uint8_t places) {
    VcView view = tile_->store.view();
    view.sender(tile_->numbering.vc(ChannelId(channel), vc)).credits = static_cast<std::uint8_t>(view.depth - places);
    return *this;
  }
  // The channels that are left.
  std::vector<std::uint32_t> made() {
    std::uint32_t route = 99;
    std::uint8_t rank = 99;
    chosen_ = keep_cheapest_route({tile_->config, tile_->numbering, tile_->store}, candidates_, route, rank);
    std::vector<std::uint32_t> channels;
    for (const Candidate& c : candidates_) channels.push_back(c.channel.value());
    if (chosen_) CHECK((candidates_.front().route == route && rank == 0));
    return channels;
  }
  [[nodiscard]] bool chosen() const { return chosen_; }
  Candidates& candidates() { return candidates_; }

 private:
  std::unique_ptr<Topology> topology_;
  std::unique_ptr<RoutingRelation> relation_;
  std::unique_ptr<Tile> tile_;
  Candidates candidates_;
  bool chosen_ = false;
};

struct Collector final : DeliveryObserver {
  void delivered(const Delivery& d) override { all.push_back(d); }
  std::vector<Delivery> all;
};

struct Result {
  std::vector<Delivery> deliveries;
  std::vector<std::uint64_t> channel_flits;
};

// Every terminal sends to every other, all in a few cycles.
Result run(const Topology& t, const RoutingRelation& relation, RouterConfig config) {
  config.vcs = std::max(config.vcs, relation.classes());
  config.execution.count_channels = true;
  Collector collector;
  CompiledNetwork machine(config, Wiring::of(t), relation, collector);
  std::uint32_t sent = 0;
  for (Cycle now = 0; now == 0 || !machine.idle(); ++now) {
    REQUIRE(now < 100'000);
    for (std::uint32_t s = 0; s < t.terminals() && now == 0; ++s) {
      for (std::uint32_t d = 0; d < t.terminals(); ++d) {
        if (s != d) machine.send(TerminalId(s), {now, TerminalId(d), 1 + (s + d) % 5, sent++, true});
      }
    }
    machine.step(now);
    if (now % 50 == 0) machine.audit();
  }
  REQUIRE(collector.all.size() == sent);
  return {collector.all, channel_flits(machine)};
}

bool equal(const Result& a, const Result& b) {
  return a.channel_flits == b.channel_flits &&
         std::equal(a.deliveries.begin(), a.deliveries.end(), b.deliveries.begin(), b.deliveries.end(),
                    [](const Delivery& x, const Delivery& y) { return x.packet.order.tag == y.packet.order.tag && x.ejected == y.ejected; });
}

// A relation whose start states are a list.
class Listed final : public RoutingRelation {
 public:
  explicit Listed(const RoutingRelation& relation) : relation_(relation) {}
  [[nodiscard]] StartStates start(NodeId src, NodeId dst) const override { return relation_.start(src, dst); }
  [[nodiscard]] bool weighs_hops() const override { return relation_.weighs_hops(); }
  void next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const override { relation_.next(node, in, dst, state, out); }
  [[nodiscard]] int classes() const override { return relation_.classes(); }

 private:
  const RoutingRelation& relation_;
};

}  // namespace

TEST_CASE("the cheaper of two routes is taken, of equals the first") {
  using Channels = std::vector<std::uint32_t>;
  CHECK(Choice(0).taken(0, 0, 5).taken(1, 0, 3).made() == Channels{0});  // 15 = 15
  CHECK(Choice(0).taken(0, 0, 6).taken(1, 0, 3).made() == Channels{1});  // 18 > 15
  CHECK(Choice(4).taken(0, 0, 6).taken(1, 0, 3).made() == Channels{0});  // 18 < 19
  CHECK(Choice(3).taken(0, 0, 6).taken(1, 0, 3).made() == Channels{0});  // 18 = 18
  CHECK(Choice(0).made() == Channels{0});
  CHECK(Choice(0).taken(0, 3, 4).taken(0, 1, 2).taken(1, 0, 3).made() == Channels{1});  // all VCs count
}

TEST_CASE("with --ugal-occupancy vcs only the VCs that the packet may use are counted") {
  Choice other_vcs(0, UgalOccupancy::vcs);
  other_vcs.candidates()[0].classes = 0;  // of dor all VCs are of class 0
  CHECK(other_vcs.taken(0, 0, 9).taken(1, 0, 1).made() == std::vector<std::uint32_t>{0});
  CHECK(Choice(0, UgalOccupancy::vcs).taken(0, 2, 9).taken(1, 0, 1).made() == std::vector<std::uint32_t>{1});
}

TEST_CASE("routes of higher ranks stay beside the cheapest") {
  Choice choice(0);
  choice.taken(0, 0, 9);
  choice.add(2, 1, false, 1);
  CHECK(choice.made() == std::vector<std::uint32_t>{1, 2});
  CHECK(choice.chosen());
}

TEST_CASE("what has weights, one route only, or may be delivered is not weighed") {
  Choice weighted(0);
  for (Candidate& c : weighted.candidates()) c.weight = 1;
  CHECK(weighted.taken(0, 0, 9).made() == std::vector<std::uint32_t>{0, 1});
  CHECK_FALSE(weighted.chosen());
  Choice one_route(0);
  one_route.candidates()[1].route = 0;
  CHECK(one_route.taken(0, 0, 9).made() == std::vector<std::uint32_t>{0, 1});
  Choice absorbed(0);
  absorbed.candidates()[1].exit = Exit::absorb;
  CHECK(absorbed.taken(0, 0, 9).made() == std::vector<std::uint32_t>{0, 1});
}

TEST_CASE("the automatic bias is half of the longest channel's latency and its credits', none where that is one") {
  const auto bias = [](Topology& t, int latency, int credit) {
    RouterConfig config;
    config.channel_latency = latency;
    config.credit_latency = credit;
    return *with_bias(config, Wiring::of(t)).ugal.bias;
  };
  const auto t = make_topology("dragonfly:1,2,1");
  CHECK(bias(*t, 1, 0) == 0);
  CHECK(bias(*t, 1, 1) == 0);
  CHECK(bias(*t, 3, 4) == 3);
  CHECK(bias(*t, 1, 2) == 1);
  t->table().set_latency(1, 10);
  CHECK(bias(*t, 1, 0) == 10);
  CHECK(bias(*t, 1, 1) == 5);
  RouterConfig given;
  given.ugal.bias = 7;
  CHECK(*with_bias(given, Wiring::of(*t)).ugal.bias == 7);
}

TEST_CASE("with a huge bias every packet goes minimally, channel by channel") {
  struct Case {
    const char *topology, *routing, *minimal;
  };
  const auto c = GENERATE(values<Case>({{"hyperx:3x4:t2", "ugal", "dor"},
                                        {"dragonfly:2,4,2", "ugal", "min"},
                                        {"dragonfly:2,2,1", "par", "min"},
                                        {"slimfly:5:t1", "ugal", "min"}}));
  CAPTURE(c.topology, c.routing);
  const auto t = make_topology(c.topology);
  RouterConfig config;
  const auto minimal = make_relation(c.minimal, *t, {}), weighed = make_relation(c.routing, *t, {});
  const std::vector<std::uint64_t> expected = run(*t, *minimal, config).channel_flits;
  config.ugal.bias = kHuge;
  CHECK(run(*t, *weighed, config).channel_flits == expected);
  config.ugal.bias = 0;
  CHECK(run(*t, *weighed, config).channel_flits != expected);
}

TEST_CASE("start states that are drawn by number give what their list gives, in either order") {
  const auto t = make_topology(GENERATE("hyperx:3x4:t2", "dragonfly:2,4,2", "dragonfly:1,4,2,5", "slimfly:4:t1"));
  const auto relation = make_relation("ugal", *t, {});
  RouterConfig config;
  const Result drawn = run(*t, *relation, config);
  CHECK(equal(drawn, run(*t, Listed(*relation), config)));
  config.execution.reverse_order = true;
  CHECK(equal(drawn, run(*t, *relation, config)));
}

// The machine against the slow second machine of tests/reference where a new routing waits until the network is
// drained, where the network is flushed, and where routers do not know yet of what has failed
// (docs/reference/router-cycle.md, section 9): every message's injected and ejected cycle, hops and sequence number,
// every loss with its cycle, the flits of every channel. With links that err, too.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <tuple>

#include "sim/measure/run/network_switch.hpp"
#include "tests/support/as_reference.hpp"
#include "tests/support/cases/detected_changes.hpp"
#include "tests/support/cases/erring_links.hpp"
#include "tests/support/channel_flits.hpp"
#include "tests/support/routings.hpp"
#include "tests/support/sample.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

constexpr Cycle kLimit = 4'000;

struct Case {
  RandomCase c;
  std::string routing;
  std::unique_ptr<CubeTopology> topology;
  std::vector<DetectedStep> steps;  // the first is that of cycle 0
  std::vector<Send> sends;
  long long retransmit = -1;
};

struct Seen {
  int cases = 0, unfinished = 0;
  std::size_t losses = 0, drains = 0, swallowed = 0;
};

std::unique_ptr<RoutingRelation> relation_of(const Case& x, std::shared_ptr<const FaultMap> faults) {
  RoutingOptions options;
  options.vcs = x.c.machine.vcs;
  options.faults = std::move(faults);
  options.vc_policy = x.c.policy;
  return make_relation(x.routing, *x.topology, options);
}

bool dead_end(const FaultMap& faults, const Send& s) {
  return faults.failed(NodeId(s.source.value())) || faults.failed(NodeId(s.destination.value()));
}

// The machine, driven as a run drives it.
class Driver final : public DeliveryObserver {
 public:
  explicit Driver(const Case& x) : x_(x), machine_(x.c.machine, Wiring::of(*x.topology), *x.steps.front().relation, *this) {
    outcome_.deliveries.resize(x.sends.size());
  }
  reference::ReferenceOutcome run(Cycle audit_period) {
    std::size_t next = 0, changed = 1;
    for (Cycle now = 0; now < kLimit && ended_ < x_.sends.size(); ++now) {
      if (changed < x_.steps.size() && x_.steps[changed].change.at == now) {
        switch_.begin(x_.steps[changed++].change, machine_, now);
      } else if (switch_.draining()) {
        switch_.end(x_.steps[changed - 1].change, machine_, now);
      }
      for (const std::uint32_t i : again_[now]) {
        if (dead_end(*step_in(x_.steps, now).failed, x_.sends[i]))  // whatever routers know
          ++ended_;
        else
          send(i);
      }
      for (; next < x_.sends.size() && x_.sends[next].generated == now; ++next) send(static_cast<std::uint32_t>(next));
      if (switch_.draining()) machine_.hold_sources();
      machine_.step(now);
      if (now % audit_period == 0 && !switch_.unseen()) machine_.audit();
    }
    outcome_.finished = ended_ == x_.sends.size();
    const std::vector<std::uint64_t> flits = channel_flits(machine_);
    for (std::uint32_t n = 0; n < x_.topology->nodes(); ++n) {
      outcome_.channel_flits.emplace_back();
      for (int p = 0; p < x_.topology->ports(); ++p) {
        const ChannelId c = x_.topology->out(NodeId(n), Port(static_cast<std::uint16_t>(p)));
        outcome_.channel_flits.back().push_back(c == kNoChannel ? 0 : static_cast<long long>(flits[c.value()]));
      }
    }
    return outcome_;
  }
  void delivered(const Delivery& d) override {
    reference::ReferenceDelivery& record = outcome_.deliveries.at(d.packet.order.tag);
    REQUIRE(record.ejected < 0);
    record.hops = static_cast<int>(d.packet.hops);
    record.sequence = static_cast<int>(d.packet.sequence);
    record.injected = static_cast<long long>(d.packet.injected);
    record.ejected = static_cast<long long>(d.ejected);
    ++ended_;
  }
  void lost(const Packet& packet, Cycle now) override {
    switch_.lost();
    reference::ReferenceDelivery so_far;
    so_far.sequence = static_cast<int>(packet.sequence);
    outcome_.losses.push_back({static_cast<long long>(now), static_cast<int>(packet.order.tag), so_far});
    if (x_.retransmit < 0)
      ++ended_;
    else
      again_[now + static_cast<Cycle>(x_.retransmit)].push_back(packet.order.tag);
  }
  [[nodiscard]] const NetworkSwitch& switches() const { return switch_; }

 private:
  void send(std::uint32_t i) {
    const Send& s = x_.sends[i];
    (void)machine_.send(s.source, {s.generated, s.destination, s.length, i, true});
  }

  const Case& x_;
  std::size_t ended_ = 0;
  std::map<Cycle, std::vector<std::uint32_t>> again_;
  reference::ReferenceOutcome outcome_;
  NetworkSwitch switch_;
  CompiledNetwork machine_;
};

reference::ReferenceOutcome expected_of(const Case& x) {
  std::vector<RelationAsReference> relations;
  const std::vector<reference::ReferenceChange> changes = as_reference(x.steps, *x.topology, x.c.machine, relations);
  reference::ReferenceConfig second = as_reference(x.c);
  take_errors(x.c.machine, *x.topology, second);
  return reference::simulate(second, changes, as_reference(x.sends), x.retransmit, static_cast<long long>(kLimit));
}

// Those of one cycle are told in steps: they are held against each other by message.
std::string by_message(const std::vector<reference::ReferenceLoss>& losses) {
  std::vector<std::tuple<long long, int, int>> list;
  for (const reference::ReferenceLoss& loss : losses) list.emplace_back(loss.cycle, loss.packet, loss.so_far.sequence);
  std::sort(list.begin(), list.end());
  std::string text;
  for (const auto& [cycle, message, sequence] : list) text += fmt::format(" {}:{}#{}", cycle, message, sequence);
  return text;
}

void require_agreement(const Case& x, Cycle audit_period, Seen& seen) {
  INFO(x.routing << " on " << test::describe(x.c) << " retransmit " << x.retransmit << "\n" << test::describe(x.steps) << test::describe(x.sends));
  const reference::ReferenceOutcome expected = expected_of(x);
  Driver driver(x);
  const reference::ReferenceOutcome found = driver.run(audit_period);
  REQUIRE(by_message(found.losses) == by_message(expected.losses));
  for (std::size_t i = 0; i < x.sends.size(); ++i) {
    const reference::ReferenceDelivery &e = expected.deliveries[i], &f = found.deliveries[i];
    INFO("message " << i << " of cycle " << x.sends[i].generated);
    REQUIRE(f.ejected == e.ejected);
    if (e.ejected < 0) continue;
    REQUIRE(f.injected == e.injected);
    REQUIRE(f.hops == e.hops);
    REQUIRE(f.sequence == e.sequence);
  }
  REQUIRE(found.finished == expected.finished);
  REQUIRE(found.channel_flits == expected.channel_flits);
  ++seen.cases;
  seen.unfinished += expected.finished ? 0 : 1;
  seen.losses += expected.losses.size();
  seen.swallowed += driver.switches().swallowed_flits();
  for (const RoutingSwitch& change : driver.switches().switches()) seen.drains += change.how == Switchover::drain && change.done ? 1 : 0;
}

Case begin_case(Dice& dice, const std::string& routing) {
  Case x;
  x.routing = routing;
  x.c = draw_changing(dice, routing);
  RouterConfig& m = x.c.machine;
  m.execution.reverse_order = dice.one_in(4);
  m.execution.general_path = dice.one_in(4);
  draw_tiles(m);
  x.topology = make_cube(x.c.shape.name());
  x.retransmit = dice.one_in(2) ? -1LL : dice.below(dice.pick({1U, 10U, 100U}));
  return x;
}

void take_sends(Case& x, const std::vector<Send>& sends) {
  for (const Send& s : sends) {
    const DetectedStep& step = step_in(x.steps, s.generated);
    if (!dead_end(*step.known, s) && !step.failed->failed(NodeId(s.source.value()))) x.sends.push_back(s);
  }
}

Case draw_switches(Dice& dice, std::uint32_t most) {
  Case x = begin_case(dice, dice.one_in(2) ? "updown" : "duato-updown");
  const std::vector<Send> sends = draw_sends(dice, x.c.shape, most);
  for (NetworkAt& n : random_changes(*x.topology, dice, static_cast<std::uint32_t>(sends.back().generated) + 40)) {
    if (!x.steps.empty() && x.steps.back().change.at == n.from) continue;
    DetectedStep& s = x.steps.emplace_back();
    s.known = s.failed = n.faults;
    s.relation = relation_of(x, n.faults);
    s.change = {n.from, s.relation.get(), nullptr};
    if (x.steps.size() > 1) s.change.switchover = dice.one_in(4) ? Switchover::flush : Switchover::drain;
    s.change.known = s.change.failed = n.faults.get();
  }
  take_sends(x, sends);
  return x;
}

bool same(const FaultMap& a, const FaultMap& b) { return a.nodes() == b.nodes() && a.links() == b.links(); }

// Of a routing that goes on at once, or of one that must be reconfigured when routers come to know of more or less.
Case draw_detection(Dice& dice, std::uint32_t most) {
  Case x = begin_case(dice, dice.pick({"sw-deterministic", "sw-adaptive", "updown", "duato-updown"}));
  const bool switches = x.routing == "updown" || x.routing == "duato-updown";
  const std::vector<Send> sends = draw_sends(dice, x.c.shape, most);
  const std::vector<NetworkAt> networks = random_changes(*x.topology, dice, static_cast<std::uint32_t>(sends.back().generated) + 40);
  x.steps = detected_steps(*x.topology, networks, 1 + dice.below(60), [&](auto faults) { return relation_of(x, std::move(faults)); });
  for (std::size_t i = 1; i < x.steps.size(); ++i) {
    if (switches && !same(*x.steps[i - 1].known, *x.steps[i].known))
      x.steps[i].change.switchover = dice.one_in(4) ? Switchover::flush : Switchover::drain;
  }
  take_sends(x, sends);
  return x;
}

template <typename Draw>
Seen compare(std::uint64_t seed, int cases, std::uint32_t most, Cycle audit_period, Draw draw) {
  Dice dice(seed);
  Seen seen;
  for (int i = 0; i < cases; ++i) {
    INFO("case " << i << " of seed " << seed);
    require_agreement(draw(dice, most), audit_period, seen);
  }
  return seen;
}

}  // namespace

TEST_CASE("the machine and the reference drain and flush their network alike") {
  const Seen few = compare(11, sample(400, 40), 10, 1, draw_switches);
  const Seen many = compare(12, sample(200, 20), 60, 7, draw_switches);
  CHECK(few.drains + many.drains > 40);
  CHECK(few.losses + many.losses > 40);
}

TEST_CASE("the machine and the reference lose alike what goes over channels that are not known to have failed") {
  const Seen few = compare(13, sample(400, 40), 10, 1, draw_detection);
  const Seen many = compare(14, sample(200, 20), 60, 7, draw_detection);
  CHECK(few.losses + many.losses > 100);
  CHECK(many.swallowed > 20);
  CHECK(few.drains + many.drains > sample(20U, 10U));
}

template <ErrorDetection kDetection, Case (*kDraw)(Dice&, std::uint32_t)>
Case with_errors(Dice& dice, std::uint32_t most) {
  Case x = kDraw(dice, most);
  x.c.machine.link_errors = draw_errors(dice, *x.topology, kDetection);
  return x;
}

TEST_CASE("the machine and the reference drain, flush and lose alike where links err") {
  constexpr ErrorDetection kLink = ErrorDetection::link, kEnds = ErrorDetection::end_to_end;
  const Seen switched = compare(15, sample(300, 12), 30, 3, with_errors<kLink, draw_switches>);
  const Seen detected = compare(16, sample(400, 30), 30, 3, with_errors<kLink, draw_detection>);
  CHECK(switched.drains + detected.drains > sample(20U, 7U));
  CHECK(detected.losses > 100);
  CHECK(detected.swallowed > 20);
  CHECK(compare(17, sample(300, 8), 30, 3, with_errors<kEnds, draw_switches>).losses > 20);
  CHECK(compare(18, sample(300, 8), 30, 3, with_errors<kEnds, draw_detection>).losses > 20);
}

TEST_CASE("the machine and the reference switch and detect alike in thousands of configurations", "[long]") {
  for (std::uint64_t seed = 200; seed < 210; ++seed) {
    CHECK(compare(seed, 500, 60, 25, draw_switches).drains > 100);
    CHECK(compare(seed + 100, 500, 60, 25, draw_detection).losses > 500);
  }
}

// The machine against the slow second machine of tests/reference while nodes and links fail and are repaired
// (docs/reference/router-cycle.md, section 9): every message's injected and ejected cycle, hops and sequence number,
// every loss with its cycle and order, the flits of every channel and those handed over, absorptions and peaks of
// memory; over the machine's options, with lost messages sent again or not, and with links that err.
#include <catch2/catch.hpp>
#include <optional>

#include "tests/support/as_reference.hpp"
#include "tests/support/cases/changing_network.hpp"
#include "tests/support/cases/erring_links.hpp"
#include "tests/support/relation_as_reference.hpp"
#include "tests/support/routings.hpp"
#include "tests/support/sample.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

constexpr Cycle kLimit = 4'000;  // messages may come to a stand: where memories are bounded, and on the union of two maps

struct Case {
  RandomCase c;
  std::string routing;
  std::unique_ptr<CubeTopology> topology;
  std::vector<NetworkAt> networks;
  std::vector<Send> sends;
  long long retransmit = -1;
};

struct Seen {
  int cases = 0, unfinished = 0;
  std::size_t messages = 0, losses = 0;
  long long absorptions = 0;
};

std::string describe(const Case& x) {
  std::string text = x.routing + " on " + test::describe(x.c) + " reinjection-delay " + std::to_string(x.c.machine.absorption.delay) +
                     " absorb-limit " + std::to_string(x.c.machine.absorption.limit) + " retransmit " + std::to_string(x.retransmit) + "\n" +
                     test::describe(x.networks) + "\n";
  return text + test::describe(x.sends);
}

reference::ReferenceOutcome expected_of(const Case& x) {
  std::vector<RelationAsReference> relations;
  relations.reserve(x.networks.size());
  std::vector<reference::ReferenceChange> changes;
  for (const NetworkAt& n : x.networks) {
    relations.emplace_back(*x.topology, *n.relation, x.c.machine.vcs, x.c.machine.seed);
    reference::ReferenceChange change;
    change.cycle = static_cast<long long>(n.from);
    for (const NodeId v : n.faults->nodes()) change.nodes.insert(static_cast<int>(v.value()));
    for (const LinkEnd& l : n.faults->links()) change.links.emplace(l.node.value(), l.port.value());
    change.relation = x.routing == "dor" ? nullptr : &relations.back();
    changes.push_back(change);
  }
  reference::ReferenceConfig second = as_reference(x.c);
  take_errors(x.c.machine, *x.topology, second);
  return reference::simulate(second, changes, as_reference(x.sends), x.retransmit, static_cast<long long>(kLimit));
}

bool found_at_destinations(const Case& x) {
  return x.c.machine.link_errors != nullptr && x.c.machine.link_errors->detection == ErrorDetection::end_to_end;
}

void require_agreement(const Case& x, Cycle audit_period, Seen& seen) {
  INFO(describe(x));
  const reference::ReferenceOutcome expected = expected_of(x);
  const Wiring wiring = wiring_of(x.c, *x.topology);
  const reference::ReferenceOutcome found = run_machine(*x.topology, x.networks, x.c.machine, x.sends, x.retransmit, kLimit, audit_period, &wiring);
  for (std::size_t i = 0; i < std::min(expected.losses.size(), found.losses.size()); ++i) {
    const reference::ReferenceLoss &e = expected.losses[i], &f = found.losses[i];
    INFO("loss " << i << " of message " << e.packet << " in cycle " << e.cycle);
    REQUIRE(f.packet == e.packet);
    REQUIRE(f.cycle == e.cycle);
    REQUIRE(f.so_far.sequence == e.so_far.sequence);
  }
  REQUIRE(found.losses.size() == expected.losses.size());
  std::vector<long long> delivered(x.topology->nodes());  // flits, by source
  for (std::size_t i = 0; i < x.sends.size(); ++i) {
    const reference::ReferenceDelivery &e = expected.deliveries[i], &f = found.deliveries[i];
    const Send& s = x.sends[i];
    if (e.ejected >= 0) delivered[s.source.value()] += s.length;
    INFO("message " << i << " of cycle " << s.generated << ", " << s.source.value() << "->" << s.destination.value() << ", " << s.length << " flits");
    REQUIRE(f.ejected == e.ejected);
    if (e.ejected < 0) continue;
    REQUIRE(f.injected == e.injected);
    REQUIRE(f.hops == e.hops);
    REQUIRE(f.sequence == e.sequence);
  }
  REQUIRE(found.finished == expected.finished);
  REQUIRE(found.channel_flits == expected.channel_flits);
  REQUIRE(found.handed_over == (found_at_destinations(x) ? delivered : expected.handed_over));
  REQUIRE(found.absorptions == expected.absorptions);
  REQUIRE(found.peak_node == expected.peak_node);
  REQUIRE(found.peak == expected.peak);
  ++seen.cases;
  seen.unfinished += expected.finished ? 0 : 1;
  seen.messages += x.sends.size();
  seen.losses += expected.losses.size();
  seen.absorptions += expected.absorptions;
}

// Whether dimension order is never offered what has failed, in any of the networks: but for the ends, with which the
// message goes.
bool unaffected(const Case& x, const Send& s) {
  const NodeId to(s.destination.value());
  for (const NetworkAt& n : x.networks) {
    HeaderState state = n.relation->start(NodeId(s.source.value()), to).front().state;
    ChannelId in = kNoChannel;
    for (NodeId at(s.source.value()); at != to;) {
      Candidates candidates;
      n.relation->next(at, in, to, state, candidates);
      in = candidates.front().channel;
      state = candidates.front().next;
      const Channel channel = x.topology->channel(in);
      if (at != NodeId(s.source.value()) && n.faults->failed(at)) return false;
      for (const LinkEnd& l : n.faults->links())
        if (l == LinkEnd{channel.from, channel.from_port} || l == LinkEnd{channel.to, channel.to_port}) return false;
      at = channel.to;
    }
  }
  return true;
}

bool may_be_sent(const Case& x, const Send& s) {
  const FaultMap& faults = *network_in(x.networks, s.generated).faults;
  if (faults.failed(NodeId(s.source.value())) || faults.failed(NodeId(s.destination.value()))) return false;
  return x.routing != "dor" || unaffected(x, s);
}

void draw_machine(Dice& dice, Case& x) {
  const bool dor = x.routing == "dor";
  x.c = draw_case(dice, dor ? Choices::deterministic : Choices::random_too);
  RouterConfig& m = x.c.machine;
  if (!dor) {
    x.c.tie_rule = TieRule::parity;
    if (x.routing != "sw-deterministic" || x.c.policy == VcPolicy::static_ || x.c.shape.kind != CubeTopology::Kind::torus)
      x.c.policy = VcPolicy::split;
    m.vcs = std::max(m.vcs, 3);
    if (x.routing == "sw-adaptive" || x.routing == "duato-updown" || x.c.policy == VcPolicy::shared) m.vc_reuse = beside_free_escapes(m.vc_reuse);
    // Where a header begins anew its worm may cross itself: two claims of one message, of which none is the older.
    if (x.routing == "updown" || x.routing == "duato-updown") m.output_arbitration = OutputArbitration::round_robin;
    m.absorption.delay = dice.one_in(2) ? 0 : dice.below(12);
    m.absorption.limit = dice.one_in(2) ? 0 : 1 + dice.below(3);
    m.ejection_delay = EjectionDelay::none;
  }
  if (dice.one_in(4)) m.credit_latency = dice.between(3, 9);
  m.execution.reverse_order = dice.one_in(4);
  m.execution.general_path = dice.one_in(4);
  draw_tiles(m);
}

Case draw(Dice& dice, const std::string& routing, std::uint32_t most) {
  Case x;
  x.routing = routing;
  draw_machine(dice, x);
  x.topology = make_cube(x.c.shape.name());
  const std::vector<Send> sends = draw_sends(dice, x.c.shape, most);
  x.networks = random_changes(*x.topology, dice, static_cast<std::uint32_t>(sends.back().generated) + 40);
  for (NetworkAt& n : x.networks) {
    RoutingOptions options;
    options.vcs = x.c.machine.vcs;
    options.faults = n.faults;
    options.vc_policy = x.c.policy;
    if (routing == "dor") {
      options.tie_rule = x.c.tie_rule;
      options = taken("dor", *x.topology, options);
    }
    if (routing == "sw-adaptive" && x.c.machine.seed % 4 == 0) options.blocked_escape = BlockedEscape::wait;
    n.relation = make_relation(routing, *x.topology, options);
  }
  for (const Send& s : sends)
    if (may_be_sent(x, s)) x.sends.push_back(s);
  x.retransmit = dice.one_in(2) ? -1LL : dice.below(dice.pick({1U, 10U, 100U}));
  return x;
}

Seen compare(std::uint64_t seed, int cases, std::uint32_t most, Cycle audit_period, std::optional<ErrorDetection> errors = {}) {
  Dice dice(seed);
  Seen seen;
  static const char* const routings[] = {"sw-deterministic", "sw-adaptive", "dor", "sw-deterministic", "sw-adaptive", "updown", "duato-updown"};
  for (int i = 0; i < cases; ++i) {
    INFO("case " << i << " of seed " << seed);
    Case x = draw(dice, routings[i % 7], most);
    if (errors) {
      if (dice.one_in(2)) draw_channels(dice, x.c);
      x.c.machine.link_errors = draw_errors(dice, *x.topology, *errors);
    }
    require_agreement(x, audit_period, seen);
  }
  return seen;
}

}  // namespace

TEST_CASE("the machine and the reference purge one message in the same way") {
  const Seen seen = compare(1, sample(700), 1, 1);
  CHECK(seen.losses > sample(50U));
}

TEST_CASE("the machine and the reference purge ten messages in the same way") {
  const Seen seen = compare(2, sample(700), 10, 1);
  CHECK(seen.losses > sample(300U));
  CHECK(seen.absorptions > sample(100));
}

TEST_CASE("the machine and the reference change their network alike under load") {
  const Seen seen = compare(3, sample(200, 30), sample(200U, 60U), 7);
  CHECK(seen.losses > sample(1'500U, 60U));
  CHECK(seen.absorptions > sample(500, 20));
  CHECK(20 * seen.unfinished < seen.cases);
}

TEST_CASE("links that err and fail lose the same packets in the machine and in the reference") {
  const Seen few = compare(4, sample(700, 25), 10, 1, ErrorDetection::link), many = compare(5, sample(200, 10), 60, 7, ErrorDetection::link);
  CHECK(few.losses + many.losses > sample(1'000U, 50U));
  CHECK(few.absorptions + many.absorptions > sample(100, 3));
}

TEST_CASE("what faults take and what arrives with errors is lost alike in the machine and in the reference") {
  const Seen few = compare(6, sample(700, 30), 10, 1, ErrorDetection::end_to_end);
  const Seen many = compare(7, sample(200, 15), 60, 7, ErrorDetection::end_to_end);
  CHECK(few.losses + many.losses > sample(1'000U, 50U));
  CHECK(few.absorptions + many.absorptions > sample(100, 3));
}

TEST_CASE("the machine and the reference change a network that errs alike in thousands of configurations", "[long]") {
  for (std::uint64_t seed = 110; seed < 120; ++seed) {
    CHECK(compare(seed, 400, 60, 25, seed % 2 == 0 ? ErrorDetection::link : ErrorDetection::end_to_end).losses > 1'000);
  }
}

TEST_CASE("the machine and the reference change their network alike in thousands of configurations", "[long]") {
  for (std::uint64_t seed = 100; seed < 110; ++seed) {
    const Seen seen = compare(seed, 500, 100, 25);
    CHECK(seen.losses > 1'500);
  }
}

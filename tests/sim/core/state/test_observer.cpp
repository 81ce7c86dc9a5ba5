// The events that an observer of the machine is told (sim/core/state/observer.hpp) against the log of the reference
// machine, event for event: docs/reference/router-cycle.md, section 7. Both are sorted, so the order within a cycle
// does not count.
#include <algorithm>
#include <catch2/catch.hpp>

#include "sim/core/cycle/pipeline_engine.hpp"
#include "tests/support/as_reference.hpp"
#include "tests/support/sample.hpp"

using namespace dateline;
using namespace dateline::test;
using reference::ReferenceEvent;
using reference::ReferenceLog;
using reference::ReferenceVc;

namespace {

constexpr Cycle kLimit = 200'000;

// Writes down what it is told as the reference machine does.
class Recorder : public NullObserver {
 public:
  static constexpr bool kActive = true;
  using Kind = ReferenceEvent::Kind;

  Recorder(const Tile& tile, const Topology& topology) : p_(tile), topology_(topology) {}

  void flit_sent(Cycle now, VcId vc, PacketId packet, bool tail) { note(now, Kind::flit_sent, name(vc), {}, packet, tail); }
  void head_blocked(Cycle now, VcId at, PacketId packet, const ChannelId* channels, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) note(now, Kind::head_blocked, name(at), name(channels[i]), packet);
  }
  void head_granted(Cycle now, VcId at, VcId vc, PacketId packet) { note(now, Kind::head_granted, name(at), name(vc), packet); }
  void vc_allocated(Cycle now, VcId vc, PacketId packet) { note(now, Kind::vc_allocated, name(vc), {}, packet); }
  void vc_released(Cycle from, VcId vc) { log.push_back({in(from), Kind::vc_released, name(vc), {}, -1, -1, false}); }
  void packet_injected(Cycle now, VcId vc, PacketId packet) { note(now, Kind::packet_injected, name(vc), {}, packet); }
  void packet_delivered(Cycle now, PacketId packet) { note(now, Kind::packet_delivered, {}, {}, packet); }
  void flit_blocked(Cycle now, ChannelId channel) { log.push_back({in(now), Kind::flit_blocked, name(channel), {}, -1, -1, false}); }

  ReferenceLog log;

 private:
  static long long in(Cycle cycle) { return static_cast<long long>(cycle); }
  void note(Cycle now, Kind kind, ReferenceVc vc, ReferenceVc other, PacketId id, bool tail = false) {
    const Packet& packet = p_.packets[id];
    log.push_back({in(now), kind, vc, other, static_cast<int>(packet.source.value()), static_cast<int>(packet.sequence), tail});
  }
  [[nodiscard]] ReferenceVc name(ChannelId channel) const {
    const VcNumbering& numbering = p_.numbering;
    if (numbering.is_network(channel)) {
      const Channel& c = topology_.channel(channel);
      return {reference::ChannelKind::network, static_cast<int>(c.from.value()), c.from_port.value(), -1};
    }
    const bool ejection = numbering.is_ejection(numbering.vc(channel, 0));
    return {ejection ? reference::ChannelKind::ejection : reference::ChannelKind::injection, static_cast<int>(numbering.terminal_of(channel).value()),
            -1, -1};
  }
  [[nodiscard]] ReferenceVc name(VcId vc) const {
    ReferenceVc result = name(p_.numbering.channel_of(vc));
    result.vc = static_cast<int>(p_.numbering.vc_index(vc));
    return result;
  }

  const Tile& p_;
  const Topology& topology_;
};

class Nobody final : public DeliveryObserver {
 public:
  void delivered(const Delivery& /*delivery*/) override {}
};

ReferenceLog log_of_machine(const RandomCase& c, const std::vector<Send>& sends) {
  const TestNetwork network(c.shape.name(), c.machine.vcs, c.tie_rule, c.policy);
  Nobody nobody;
  CompiledNetwork machine(c.machine, Wiring::of(*network.topology), *network.relation, nobody);
  Recorder recorder(machine.tile(), *network.topology);
  machine.watch(make_watched_engine(machine.tile(), recorder));
  std::size_t next = 0;
  for (Cycle now = 0; next < sends.size() || !machine.idle(); ++now) {
    REQUIRE(now < kLimit);
    for (; next < sends.size() && sends[next].generated == now; ++next) {
      machine.send(sends[next].source, {now, sends[next].destination, sends[next].length, 0, false});
    }
    machine.step(now);
  }
  std::sort(recorder.log.begin(), recorder.log.end());
  return recorder.log;
}

ReferenceLog log_of_reference(const RandomCase& c, const std::vector<Send>& sends) {
  ReferenceLog log;
  (void)reference::simulate(as_reference(c), as_reference(sends), static_cast<long long>(kLimit), log);
  std::sort(log.begin(), log.end());
  return log;
}

// Returns how many events of each kind there were.
std::vector<std::size_t> require_same_events(const RandomCase& c, const std::vector<Send>& sends) {
  INFO(describe(c));
  INFO(describe(sends));
  const ReferenceLog expected = log_of_reference(c, sends);
  const ReferenceLog log = log_of_machine(c, sends);
  const auto [theirs, ours] = std::mismatch(expected.begin(), expected.end(), log.begin(), log.end());
  INFO("first difference, the reference: " << (theirs == expected.end() ? "nothing more" : describe(*theirs)));
  INFO("the machine: " << (ours == log.end() ? "nothing more" : describe(*ours)));
  REQUIRE(expected == log);
  std::vector<std::size_t> kinds(8);
  for (const ReferenceEvent& event : log) ++kinds[static_cast<std::size_t>(event.kind)];
  return kinds;
}

// `cases` random configurations with at most `most` messages each. No kind of event is rare.
void compare(std::uint64_t seed, std::size_t cases, std::uint32_t most) {
  Dice dice(seed);
  std::vector<std::size_t> kinds(8);
  for (std::size_t i = 0; i < cases; ++i) {
    INFO("case " << i << " of seed " << seed);
    RandomCase c = draw_case(dice, Choices::deterministic);
    c.machine.execution.reverse_order = dice.one_in(4);
    c.machine.execution.general_path = dice.one_in(4);
    const std::vector<std::size_t> here = require_same_events(c, draw_sends(dice, c.shape, most));
    for (std::size_t k = 0; k < kinds.size(); ++k) kinds[k] += here[k];
  }
  for (const std::size_t count : kinds) CHECK(count > cases / 4);
}

}  // namespace

TEST_CASE("an observer is told of few messages what the reference machine logs") { compare(11, sample(250U, 80U), 10); }

TEST_CASE("an observer is told under load what the reference machine logs") { compare(12, sample(250U, 10U), 150); }

TEST_CASE("an observer is told what the reference machine logs, thousands of configurations", "[long]") {
  for (std::uint64_t seed = 200; seed < 210; ++seed) compare(seed, 200, seed % 4 == 0 ? 400 : 60);
}

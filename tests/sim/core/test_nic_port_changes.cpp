// Packets that name one of several NIC ports of their terminal, while nodes and links fail and are repaired: with ideal
// ejection such a terminal is as many terminals of the same router, one a port, each with a queue of its own
// (docs/reference/router-cycle.md, sections 1 and 9). The two are executed by different code: queues for each port, and
// the queue of each source.
#include <catch2/catch.hpp>
#include <map>

#include "tests/support/cases/changing_network.hpp"
#include "tests/support/cases/terminal_networks.hpp"
#include "tests/support/sample.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

constexpr Cycle kLimit = 2'000;  // packets may come to a stand on the union of two maps

enum class Change { at_once, flushed, drained };

struct PlannedSend {
  Cycle generated;
  std::uint32_t from, to, port, length;  // nodes
};

struct Told {
  std::map<std::uint32_t, Cycle> arrived, lost;  // by packet
  std::map<std::uint32_t, std::uint64_t> sequence;
};

// One machine, in which port p of node v is a NIC port (`ports` of them) or a terminal.
class Ports final : public DeliveryObserver {
 public:
  Ports(const CubeTopology& topology, RouterConfig config, const RoutingRelation& relation, std::uint32_t ports, bool nics)
      : ports_(ports), nics_(nics), relation_(&relation) {
    config.nic_ports = nics ? static_cast<int>(ports) : 1;
    config.execution.names_nic_ports = nics;
    machine_ = std::make_unique<CompiledNetwork>(config, Wiring::of(topology), relation, *this);
  }
  void delivered(const Delivery& d) override {
    REQUIRE(told_.arrived.emplace(d.packet.order.tag, d.ejected).second);
    told_.sequence[d.packet.order.tag] = d.packet.sequence;
  }
  void lost(const Packet& packet, Cycle now) override {
    REQUIRE(told_.lost.emplace(packet.order.tag, now).second);
    told_.sequence[packet.order.tag] = packet.sequence;
  }
  void change(const NetworkAt& to, Change how, Cycle now) {
    waits_ = nullptr;
    if (how == Change::flushed) {
      machine_->flush(*to.relation, *to.faults, now);
    } else if (how == Change::at_once) {
      machine_->change(*to.relation, now);
    } else {
      machine_->drain(*relation_, *to.faults, now);
      waits_ = to.relation.get();
    }
    if (waits_ == nullptr) relation_ = to.relation.get();
    machine_->audit();
  }
  void send(std::uint32_t tag, const PlannedSend& m) {
    const TerminalId from(nics_ ? m.from : m.from * ports_ + m.port), to(nics_ ? m.to : m.to * ports_);
    PacketRequest order{m.generated, to, m.length, tag, true};
    if (nics_) order.nic_port = static_cast<std::uint8_t>(1 + m.port);
    (void)machine_->send(from, order);
  }
  void step(Cycle now) {
    if (waits_ != nullptr && machine_->drained()) {
      machine_->change(*waits_, now);
      relation_ = waits_;
      waits_ = nullptr;
    }
    if (waits_ != nullptr) machine_->hold_sources();
    machine_->step(now);
    machine_->audit();
  }
  [[nodiscard]] const Told& told() const { return told_; }
  [[nodiscard]] bool idle() const { return machine_->idle(); }

 private:
  std::uint32_t ports_;
  bool nics_;
  const RoutingRelation* relation_;
  const RoutingRelation* waits_ = nullptr;  // until the network is drained
  std::unique_ptr<CompiledNetwork> machine_;
  Told told_;
};

std::vector<NetworkAt> on(const CubeTopology& topology, const std::vector<NetworkAt>& networks, int vcs) {
  std::vector<NetworkAt> own;
  for (const NetworkAt& n : networks) {
    RoutingOptions options;
    options.vcs = vcs;
    options.faults = std::make_shared<const FaultMap>(topology, n.faults->nodes(), n.faults->links());
    own.push_back({n.from, options.faults, make_relation("updown", topology, options)});
  }
  return own;
}

struct Seen {
  std::size_t losses = 0;
  int unfinished = 0;
};

void require_agreement(Dice& dice, Seen& seen) {
  const auto ports = static_cast<std::uint32_t>(dice.between(2, 4));
  const CubeTopology torus(CubeTopology::Kind::torus, {4, 3});
  const TerminalCube cube(CubeTopology::Kind::torus, {4, 3}, ports);
  RouterConfig config;
  config.vcs = dice.between(1, 3);
  config.injection_vcs = dice.between(1, 2);
  config.buffer_depth = dice.between(1, 4);
  config.routing_delay = dice.between(0, 2);
  config.channel_latency = dice.between(1, 3);
  config.source = dice.one_in(2) ? SourcePolicy::one_at_a_time : SourcePolicy::interleaved;
  config.vc_reuse = dice.one_in(2) ? VcReuse::tail : VcReuse::atomic;
  config.selection = Selection::lowest;
  config.execution.tiles = dice.one_in(2) ? 1 : dice.between(2, 4);
  const std::vector<NetworkAt> drawn = random_changes(torus, dice, 120);
  const std::vector<NetworkAt> of_nics = on(torus, drawn, config.vcs), of_terminals = on(cube, drawn, config.vcs);
  const Change how = dice.pick({Change::at_once, Change::flushed, Change::drained});
  Ports nics(torus, config, *of_nics.front().relation, ports, true), terminals(cube, config, *of_terminals.front().relation, ports, false);
  std::size_t changed = 1;
  std::uint32_t sent = 0;
  Cycle now = 0;
  for (; now <= 200 || (now < kLimit && !(nics.idle() && terminals.idle())); ++now) {
    for (; changed < drawn.size() && drawn[changed].from == now; ++changed) {
      nics.change(of_nics[changed], how, now);
      terminals.change(of_terminals[changed], how, now);
    }
    for (std::uint32_t i = now < 200 ? dice.below(4) : 0; i > 0; --i) {
      const PlannedSend m{now, dice.below(12), dice.below(12), dice.below(ports), 1 + dice.below(12)};
      const FaultMap& faults = *network_in(drawn, now).faults;
      if (faults.failed(NodeId(m.from)) || faults.failed(NodeId(m.to))) continue;
      nics.send(sent, m);
      terminals.send(sent++, m);
    }
    nics.step(now);
    terminals.step(now);
  }
  REQUIRE(nics.told().arrived == terminals.told().arrived);
  REQUIRE(nics.told().lost == terminals.told().lost);
  REQUIRE(nics.idle() == terminals.idle());
  if (nics.idle()) REQUIRE(nics.told().arrived.size() + nics.told().lost.size() == sent);
  seen.unfinished += nics.idle() ? 0 : 1;
  seen.losses += nics.told().lost.size();
}

}  // namespace

TEST_CASE("a terminal of several NIC ports loses and delivers what as many terminals of its router do") {
  Dice dice(31);
  Seen seen;
  for (int i = 0; i < sample(100); ++i) {
    INFO("case " << i);
    require_agreement(dice, seen);
  }
  CHECK(seen.losses > sample(500U));
  CHECK(10 * seen.unfinished < sample(100));
}

TEST_CASE("what stays queued for NIC ports takes the last of the sequence numbers of all its terminal's queues") {
  const CubeTopology ring(CubeTopology::Kind::torus, {4});
  std::vector<NetworkAt> drawn;
  for (const std::vector<NodeId>& nodes : {std::vector<NodeId>{}, std::vector<NodeId>{NodeId(2)}})
    drawn.push_back({drawn.empty() ? Cycle{0} : Cycle{3}, std::make_shared<const FaultMap>(ring, nodes, std::vector<LinkEnd>{}), nullptr});
  RouterConfig config;
  config.injection_vcs = 1;
  config.selection = Selection::lowest;
  const std::vector<NetworkAt> networks = on(ring, drawn, config.vcs);
  Ports nics(ring, config, *networks.front().relation, 2, true);
  // 0 and 2 hold the VCs of both ports when node 2 fails; 1 (port 0), 3 and 4 (port 1) wait, of which 3 is lost.
  const std::vector<PlannedSend> planned = {{0, 0, 1, 0, 20}, {0, 0, 1, 0, 1}, {0, 0, 3, 1, 20}, {0, 0, 2, 1, 1}, {0, 0, 3, 1, 1}, {0, 0, 2, 0, 1}};
  for (Cycle now = 0; now < 100; ++now) {
    if (now == 3) nics.change(networks[1], Change::at_once, now);
    for (std::uint32_t i = 0; now == 0 && i < planned.size(); ++i) nics.send(i, planned[i]);
    nics.step(now);
  }
  CHECK(nics.told().lost == std::map<std::uint32_t, Cycle>{{3, 3}, {5, 3}});
  CHECK(nics.told().sequence == std::map<std::uint32_t, std::uint64_t>{{0, 0}, {1, 4}, {2, 2}, {3, 3}, {4, 5}, {5, 5}});
}

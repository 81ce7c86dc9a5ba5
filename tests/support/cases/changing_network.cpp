#include "tests/support/cases/changing_network.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <stdexcept>

#include "tests/support/channel_flits.hpp"

namespace dateline::test {
namespace {

using reference::ReferenceDelivery;
using reference::ReferenceOutcome;

// With one node or link more, or less; the same if that would leave it unconnected.
std::shared_ptr<const FaultMap> with_one_change(const CubeTopology& t, const std::shared_ptr<const FaultMap>& before, Dice& dice) {
  std::vector<NodeId> nodes = before->nodes();
  std::vector<LinkEnd> links = before->links();
  const auto failed = static_cast<std::uint32_t>(nodes.size() + links.size());
  const NodeId node(dice.below(t.nodes()));
  const Port port(static_cast<std::uint16_t>(dice.below(static_cast<std::uint32_t>(t.ports()))));
  if (failed > 0 && dice.one_in(2)) {
    const std::uint32_t which = dice.below(failed);
    if (which < nodes.size())
      nodes.erase(nodes.begin() + which);
    else
      links.erase(links.begin() + (which - static_cast<std::uint32_t>(nodes.size())));
  } else if (dice.one_in(2)) {
    if (before->failed(node) || nodes.size() + 3 > t.nodes()) return before;
    nodes.push_back(node);
  } else {
    if (!before->usable(node, port)) return before;
    links.push_back({node, port});
  }
  auto after = std::make_shared<const FaultMap>(t, nodes, links);
  return after->connected() ? after : before;
}

class Driver final : public DeliveryObserver {
 public:
  Driver(const CubeTopology& topology, const Wiring& wiring, const std::vector<NetworkAt>& networks, const RouterConfig& config,
         const std::vector<Send>& sends, long long retransmit)
      : topology_(topology),
        networks_(networks),
        sends_(sends),
        retransmit_(retransmit),
        machine_(config, wiring, *networks.front().relation, *this) {
    outcome_.deliveries.resize(sends.size());
  }

  ReferenceOutcome run(Cycle limit, Cycle audit_period) {
    std::size_t next = 0, changed = 1;
    for (Cycle now = 0; now < limit && ended_ < sends_.size(); ++now) {
      for (; changed < networks_.size() && networks_[changed].from == now; ++changed) change(networks_[changed], now);
      for (const std::uint32_t i : again_[now]) {
        if (lives(sends_[i], now))
          send(i);
        else
          ++ended_;
      }
      for (; next < sends_.size() && sends_[next].generated == now; ++next) send(static_cast<std::uint32_t>(next));
      machine_.step(now);
      if (now % audit_period == 0) machine_.audit();
    }
    machine_.audit();
    return outcome();
  }

  void delivered(const Delivery& d) override {
    ReferenceDelivery& record = outcome_.deliveries.at(d.packet.order.tag);
    if (record.ejected >= 0) throw std::runtime_error("a message was delivered twice");
    record = so_far(d.packet);
    record.injected = static_cast<long long>(d.packet.injected);
    record.ejected = static_cast<long long>(d.ejected);
    ++ended_;
  }
  void lost(const Packet& packet, Cycle now) override {
    const std::uint32_t i = packet.order.tag;
    outcome_.losses.push_back({static_cast<long long>(now), static_cast<int>(i), so_far(packet)});
    if (retransmit_ < 0)
      ++ended_;
    else
      again_[now + static_cast<Cycle>(retransmit_)].push_back(i);
  }

 private:
  [[nodiscard]] static ReferenceDelivery so_far(const Packet& m) {
    ReferenceDelivery record;
    record.hops = static_cast<int>(m.hops);
    record.sequence = static_cast<int>(m.sequence);
    return record;
  }
  void change(const NetworkAt& to, Cycle now) {
    const std::uint64_t hops = machine_.flit_hops();
    const std::vector<std::uint64_t> flits = channel_flits(machine_), ejected = machine_.ejected_flits_by_source();
    machine_.change(*to.relation, now);
    machine_.audit();
    if (hops != machine_.flit_hops() || flits != channel_flits(machine_) || ejected != machine_.ejected_flits_by_source())
      throw std::runtime_error("counts of flits change with the network");
  }
  [[nodiscard]] bool lives(const Send& s, Cycle now) const {
    const FaultMap& faults = *network_in(networks_, now).faults;
    return !faults.failed(NodeId(s.source.value())) && !faults.failed(NodeId(s.destination.value()));
  }
  void send(std::uint32_t i) {
    const Send& s = sends_[i];
    (void)machine_.send(s.source, {s.generated, s.destination, s.length, i, true});
  }
  ReferenceOutcome outcome() {
    outcome_.finished = ended_ == sends_.size();
    const std::vector<std::uint64_t> flits = channel_flits(machine_);
    std::uint64_t hops = 0;
    for (std::uint32_t n = 0; n < topology_.nodes(); ++n) {
      outcome_.channel_flits.emplace_back();
      for (int p = 0; p < topology_.ports(); ++p) {
        const ChannelId c = topology_.out(NodeId(n), Port(static_cast<std::uint16_t>(p)));
        outcome_.channel_flits.back().push_back(c == kNoChannel ? 0 : static_cast<long long>(flits[c.value()]));
        if (c != kNoChannel) hops += flits[c.value()];
      }
    }
    if (hops != machine_.flit_hops()) throw std::runtime_error("flit-hops are not the channels' flits");
    for (const std::uint64_t n : machine_.ejected_flits_by_source()) outcome_.handed_over.push_back(static_cast<long long>(n));
    const AbsorptionCounts& absorbed = machine_.absorptions();
    for (const std::uint64_t n : absorbed.by_rule) outcome_.absorptions += static_cast<long long>(n);
    outcome_.peak_node = static_cast<int>(absorbed.peak_node);
    outcome_.peak = static_cast<int>(absorbed.peak);
    return outcome_;
  }

  const CubeTopology& topology_;
  const std::vector<NetworkAt>& networks_;
  const std::vector<Send>& sends_;
  long long retransmit_;
  std::size_t ended_ = 0;
  std::map<Cycle, std::vector<std::uint32_t>> again_;
  ReferenceOutcome outcome_;
  CompiledNetwork machine_;
};

}  // namespace

std::vector<NetworkAt> random_changes(const CubeTopology& topology, Dice& dice, std::uint32_t span) {
  auto faults = std::make_shared<const FaultMap>(topology, std::vector<NodeId>{}, std::vector<LinkEnd>{});
  for (std::uint32_t i = dice.one_in(2) ? 0 : dice.below(4); i > 0; --i) faults = with_one_change(topology, faults, dice);
  std::vector<NetworkAt> result;
  result.push_back({0, faults, nullptr});
  const bool restless = dice.one_in(4);
  Cycle now = 0;
  for (std::uint32_t changes = restless ? 8 + dice.below(40) : 1 + dice.below(5); changes > 0; --changes) {
    now += 1 + dice.below(restless ? 3 : dice.pick({3U, 1 + span / 4, 1 + span}));
    for (std::uint32_t i = 1 + dice.below(3); i > 0; --i) faults = with_one_change(topology, faults, dice);
    result.push_back({now, faults, nullptr});
  }
  return result;
}

std::string describe(const std::vector<NetworkAt>& networks) {
  std::string text = "failed";
  for (const NetworkAt& network : networks) {
    text += fmt::format("{} from {}:", &network == &networks.front() ? "" : ";", network.from);
    for (const NodeId n : network.faults->nodes()) text += fmt::format(" {}", n.value());
    for (const LinkEnd& l : network.faults->links()) text += fmt::format(" {}.{}", l.node.value(), l.port.value());
  }
  return text;
}

const NetworkAt& network_in(const std::vector<NetworkAt>& networks, Cycle cycle) {
  const auto later = std::find_if(networks.begin(), networks.end(), [&](const NetworkAt& n) { return n.from > cycle; });
  return *std::prev(later);
}

ReferenceOutcome run_machine(const CubeTopology& topology, const std::vector<NetworkAt>& networks, const RouterConfig& config,
                             const std::vector<Send>& sends, long long retransmit, Cycle limit, Cycle audit_period, const Wiring* wiring) {
  return Driver(topology, wiring != nullptr ? *wiring : Wiring::of(topology), networks, config, sends, retransmit).run(limit, audit_period);
}

}  // namespace dateline::test

#include "sim/measure/energy/network_energy.hpp"

namespace dateline {
namespace {

constexpr int kNearLatency = 1;  // cycles, of injection and ejection channels

class Accounts {
 public:
  Accounts(const Topology& topology, const EnergyCoefficients& coefficients, const Activity& activity, int own_latency, int nic_ports)
      : topology_(topology),
        coefficients_(coefficients),
        activity_(activity),
        own_latency_(own_latency),
        ports_(static_cast<std::uint32_t>(nic_ports)) {
    energy_.by_router.resize(topology.nodes());
    if (!activity.resent.empty()) energy_.resent = CountedEnergy();
  }
  NetworkEnergy close(const MeasuredActivity& measured) {
    add_network();
    add_injection();
    add_ejection();
    for (std::uint32_t v = 0; v < topology_.nodes(); ++v) {
      if (!activity_.handed_over.empty()) energy_.by_router[v].buffer_reads += activity_.handed_over[v];
      add_router(energy_.by_router[v], measured.cycles);
    }
    energy_.accepted_flits = measured.accepted_flits;
    return std::move(energy_);
  }

 private:
  void add_network() {
    for (std::uint32_t c = 0; c < topology_.channels(); ++c) {
      const Channel& channel = topology_.channel(ChannelId(c));
      leave(channel.from, c);
      energy_.by_router[channel.to.value()].buffer_writes += activity_.flits[c];
      const Rational over = coefficients_.links[channel.kind].of(latency_of(channel, own_latency_));
      energy_.by_channel.push_back(cross(activity_.flits[c], over));
      if (energy_.resent) energy_.by_channel.back().energy += add(*energy_.resent, activity_.resent[c], over + coefficients_.buffer_read).energy;
    }
  }
  void add_injection() {
    for (std::uint32_t t = 0; t < topology_.terminals(); ++t) {
      const std::uint64_t flits = of_terminal(topology_.channels(), t, [&](std::uint32_t c) { return activity_.flits[c]; });
      energy_.by_router[topology_.router_of(TerminalId(t)).value()].buffer_writes += flits;
      energy_.by_injection.push_back(cross(flits, coefficients_.injection.of(kNearLatency)));
    }
  }
  void add_ejection() {
    const std::uint32_t first = topology_.channels() + topology_.terminals() * ports_;
    if (activity_.flits.size() == first) return;
    for (std::uint32_t t = 0; t < topology_.terminals(); ++t) {
      const std::uint64_t flits = of_terminal(first, t, [&](std::uint32_t c) {
        leave(topology_.router_of(TerminalId(t)), c);
        return activity_.flits[c];
      });
      energy_.by_ejection.push_back(cross(flits, coefficients_.ejection.of(kNearLatency)));
    }
  }
  // Out of a buffer of the router and through its crossbar, onto the channel.
  void leave(NodeId router, std::uint32_t channel) {
    NetworkEnergy::Router& r = energy_.by_router[router.value()];
    r.buffer_reads += activity_.flits[channel];
    r.crossings += activity_.flits[channel];
    r.vc_allocations += activity_.allocations[channel];
  }
  // Summed over the terminal's NIC ports.
  template <typename Flits>
  std::uint64_t of_terminal(std::uint32_t first, std::uint32_t terminal, Flits flits) {
    std::uint64_t sum = 0;
    for (std::uint32_t i = 0; i < ports_; ++i) sum += flits(first + terminal * ports_ + i);
    return sum;
  }
  CountedEnergy cross(std::uint64_t flits, const Rational& each) { return add(energy_.links, flits, each); }
  CountedEnergy add(CountedEnergy& kind, std::uint64_t count, const Rational& each) {
    const CountedEnergy own{count, each * count};
    kind.count += count;
    kind.energy += own.energy;
    energy_.total += own.energy;
    return own;
  }
  void add_router(NetworkEnergy::Router& r, Cycle cycles) {
    r.energy = add(energy_.buffer_writes, r.buffer_writes, coefficients_.buffer_write).energy +
               add(energy_.buffer_reads, r.buffer_reads, coefficients_.buffer_read).energy +
               add(energy_.crossbar, r.crossings, coefficients_.crossbar).energy +
               add(energy_.switch_allocations, r.crossings, coefficients_.switch_allocation).energy +
               add(energy_.vc_allocations, r.vc_allocations, coefficients_.vc_allocation).energy +
               add(energy_.routers, cycles, coefficients_.router).energy;
  }

  const Topology& topology_;
  const EnergyCoefficients& coefficients_;
  const Activity& activity_;
  int own_latency_;
  std::uint32_t ports_;
  NetworkEnergy energy_;
};

}  // namespace

NetworkEnergy network_energy(const Topology& topology, const EnergyCoefficients& coefficients, const MeasuredActivity& measured, int own_latency,
                             int nic_ports) {
  return Accounts(topology, coefficients, measured.activity, own_latency, nic_ports).close(measured);
}

}  // namespace dateline

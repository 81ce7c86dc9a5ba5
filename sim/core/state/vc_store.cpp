#include "sim/core/state/vc_store.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/base/error.hpp"

namespace dateline {
namespace {

// Input ports of interfaces come after the network's, in the order of the terminals of a node: of each its first.
IdVector<TerminalId, std::uint16_t> injection_ports(const Wiring& wiring, std::uint32_t nic_ports) {
  IdVector<NodeId, std::uint32_t> next(wiring.nodes, static_cast<std::uint32_t>(wiring.ports));
  IdVector<TerminalId, std::uint16_t> ports(wiring.terminals());
  for (std::uint32_t t = 0; t < wiring.terminals(); ++t) {
    const std::uint32_t port = next[wiring.router_of[t]];
    next[wiring.router_of[t]] += nic_ports;
    if (port + nic_ports > 0xffffU) throw InvariantError(fmt::format("node {} has too many terminals", wiring.router_of[t].value()));
    ports[TerminalId(t)] = static_cast<std::uint16_t>(port);
  }
  return ports;
}

}  // namespace

VcStore::VcStore(const RouterConfig& config, const Wiring& wiring, const VcNumbering& numbering)
    : shift_(numbering.shift()), buffer_depth_(config.buffer_depth), reuse_(config.vc_reuse), delays_(config, wiring) {
  if (config.execution.count_granted) granted_flits_.assign(numbering.network_channels(), 0);
  const std::size_t vcs = numbering.vcs();
  const std::size_t blocks = (vcs >> VcView::kBlockBits) + 1;
  VcState unused;
  unused.sender.credits = static_cast<std::uint8_t>(buffer_depth_);
  records_.assign(vcs, unused);
  packets_.assign(vcs, {});
  words_.resize(blocks << (VcView::kBlockBits - 6U));
  live_.assign((blocks + 7) / 8 * 8, 0);
  if (shares_buffers(config.vc_reuse)) queues_.resize(numbering.vcs());
  if (shares_buffers(config.vc_reuse) && delays_.longest > 1) {
    announced_.resize(delays_.pipeline > 0 ? numbering.first_ejection() : numbering.first_injection());
    announced_.leave_out(numbering.first_outgoing(), numbering.first_injection());
  }

  if (delays_.pipeline > 0) delivers_.assign(numbering.first_ejection(), 0);
  const auto ports = injection_ports(wiring, numbering.nic_ports());
  IdVector<NodeId, VcId> own(wiring.nodes);  // a VC that the node allocates
  for (std::uint32_t c = 0; c < numbering.channels(); ++c) {
    const ChannelId id(c);
    ChannelState state;
    if (numbering.is_network(id)) {
      const Wiring::Wire& wire = wiring.channels[c];
      state.from = wire.from;
      state.to = wire.to;
      state.port = wire.to_port.value();
      state.delay = delays_.number_of(wiring, c);
    } else {
      const TerminalId terminal = numbering.terminal_of(id);
      state.from = state.to = wiring.router_of[terminal.value()];
      state.port = static_cast<std::uint16_t>(ports[terminal] + numbering.nic_port_of(id));
    }
    channels_.push_back(state);
    const std::uint32_t first = c << shift_;
    const std::uint64_t field = ((std::uint64_t{1} << numbering.vcs(id)) - 1) << (first & 63U);
    VcWord& word = words_[first >> 6U];
    word.space |= first < numbering.incoming() ? 0 : field;
    word.at_or_after |= numbering.field_of(VcId(first));
    own[state.from] = VcId(first);
  }
  for (std::uint32_t w = 0; w < numbering.incoming() / 64; ++w) words_[w].busy = ~std::uint64_t{0};  // until an event clears it (border.hpp)
  for (std::uint32_t c = 0; c < numbering.channels(); ++c) {
    const VcId rest = own[channels_[ChannelId(c)].to];
    for (std::uint32_t vc = c << shift_; vc < (c + 1) << shift_; ++vc) records_[VcId(vc)].receiver.onward = rest;
  }
}

std::uint32_t VcStore::input_ports() const {
  std::uint32_t ports = 0;
  for (const ChannelState& channel : channels_) ports = std::max(ports, channel.port + 1U);
  return ports;
}

std::uint32_t VcStore::with_room(ChannelId channel, std::uint32_t vcs, std::uint32_t length) const {
  const std::uint32_t needed = places_needed(reuse_, length, static_cast<std::uint32_t>(buffer_depth_));
  std::uint32_t roomy = 0;
  for (std::uint32_t rest = vcs; rest != 0; rest &= rest - 1) {
    const VcId vc((channel.value() << shift_) + lowest_bit(rest));
    if (records_[vc].sender.credits >= needed) roomy |= rest & (~rest + 1);
  }
  return roomy;
}

std::uint64_t VcStore::estimated_bytes(std::uint64_t channels, const RouterConfig& config) {
  const std::uint64_t queue = shares_buffers(config.vc_reuse) ? 2 * SharedBuffers::bytes_per_vc() : 0;
  return (channels << vc_index_bits(config)) * (sizeof(VcState) + sizeof(VcPackets) + 1 + queue) + channels * sizeof(ChannelState);
}

}  // namespace dateline

#include "sim/core/state/external_ports.hpp"

namespace dateline {

ExternalRouters::ExternalRouters(const Wiring& wiring, const VcNumbering& numbering, const VcStore& store)
    : nodes_(wiring.nodes, 0),
      roles_(numbering.channels(), 0),
      link_of_(numbering.channels(), kNone),
      own_vcs_(numbering.vcs() / 64 + 8, 0),
      near_vcs_(own_vcs_),
      credits_(numbering.vcs()),
      watch_(numbering.vcs()),
      last_sent_(numbering.channels(), 0),
      from_port_(numbering.channels()),
      routers_(wiring.nodes, nullptr) {
  for (std::uint32_t v = 0; v < wiring.nodes; ++v) {
    nodes_[NodeId(v)] = wiring.external[v];
    count_ += wiring.external[v];
  }
  for (std::uint32_t c = 0; c < numbering.channels(); ++c) {
    const ChannelId channel(c);
    const ChannelState& state = store.channel(channel);
    const VcId first = numbering.vc(channel, 0);
    if (numbering.is_network(channel)) from_port_[channel] = wiring.channels[c].from_port;
    if (!numbering.is_injection(first) && is_external(state.from)) roles_[channel] |= kSends;
    if (!numbering.is_ejection(first) && is_external(state.to)) roles_[channel] |= kReceives;
    if (roles_[channel] == 0) continue;
    link_of_[channel] = static_cast<std::uint32_t>(links_.size());
    links_.push_back({channel, {}, {}, 0, 0});
    if (sends(channel)) own_vcs_[first.value() / 64] |= numbering.field_of(first);
  }
  IdVector<NodeId, std::uint8_t> beside(wiring.nodes, 0);  // a channel from an external node ends there
  for (const Wiring::Wire& wire : wiring.channels) beside[wire.to] |= wiring.external[wire.from.value()];
  for (std::uint32_t c = 0; c < numbering.channels(); ++c) {
    const ChannelId channel(c);
    const VcId first = numbering.vc(channel, 0);
    const bool near = receives(channel) || (!numbering.is_injection(first) && beside[store.channel(channel).from] != 0);
    if (near) near_vcs_[first.value() / 64] |= numbering.field_of(first);
  }
}

}  // namespace dateline

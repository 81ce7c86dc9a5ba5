#include "sim/core/state/crossbar_ports.hpp"

#include <algorithm>
#include <tuple>

namespace dateline {

CrossbarPorts::CrossbarPorts(const VcNumbering& numbering, const VcStore& store, std::uint32_t nodes)
    : input(numbering.channels(), 0), output(numbering.channels(), 0), size(nodes, 0) {
  IdVector<NodeId, std::uint16_t> inputs(nodes, 0), outputs(nodes, 0);
  std::vector<std::tuple<NodeId, std::uint16_t, ChannelId>> entries;
  std::vector<ChannelId> ids;
  for (std::uint32_t c = 0; c < numbering.channels(); ++c) ids.emplace_back(c);
  const std::uint32_t network = numbering.network_channels();
  std::sort(ids.begin(), ids.begin() + network, [&](ChannelId a, ChannelId b) { return numbering.in_network(a) < numbering.in_network(b); });
  for (const ChannelId id : ids) {
    const ChannelState& channel = store.channel(id);
    if (!numbering.is_injection(numbering.vc(id, 0))) output[id] = outputs[channel.from]++;
    if (!numbering.is_ejection(numbering.vc(id, 0))) entries.emplace_back(channel.to, channel.port, id);
  }
  std::sort(entries.begin(), entries.end());
  for (const auto& [node, port, id] : entries) input[id] = inputs[node]++;
  for (std::uint32_t v = 0; v < nodes; ++v) size[NodeId(v)] = std::max(inputs[NodeId(v)], outputs[NodeId(v)]);
}

PortMatchingState::PortMatchingState(const VcNumbering& numbering, const VcStore& store, std::uint32_t nodes)
    : ports(numbering, store, nodes),
      of_router(nodes, kNone),
      taken_by(numbering.channels(), kNone),
      takes(numbering.channels(), kNone),
      granted(numbering.vcs() / 64 + 1, 0) {
  const std::size_t largest = *std::max_element(ports.size.begin(), ports.size.end());
  of_diagonal.assign(largest, kNone);
  diagonals.assign(largest / 64 + 1, 0);
}

}  // namespace dateline

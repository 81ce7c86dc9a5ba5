#include <fmt/format.h>

#include "sim/core/reconfiguration/reconfiguration.hpp"
#include "sim/core/state/external_ports.hpp"

namespace dateline {

// The links of external nodes, and what their routers know, are as the records are now.
void Reconfiguration::notify_external_routers() {
  ExternalLosses losses{marks_, {}, {}};
  losses.as_new.assign(p_.numbering.vcs(), 0);
  losses.slots.assign(p_.numbering.vcs(), 0);
  for (const VcId vc : as_new_) {
    losses.as_new[vc] = 1;
    p_.external->forgive(vc);
  }
  for (const auto& [vc, slots] : slots_) losses.slots[vc] = static_cast<std::uint16_t>(slots);
  for (std::uint32_t c = 0; c < p_.numbering.channels(); ++c) {
    ExternalLink* const link = p_.external->link(ChannelId(c));
    if (link == nullptr) continue;
    link->flits.remove_if([&](const ExternalFlit& flit) { return losses.took(flit.packet); });
    link->credits.remove_if([&](std::uint8_t vc_index) { return losses.as_new[p_.numbering.vc(ChannelId(c), vc_index)] != 0; });
  }
  for (std::uint32_t node = 0; node < p_.heads.nodes(); ++node) {
    ExternalReports* const router = p_.external->router(NodeId(node));
    if (router == nullptr) continue;
    if (!router->purges()) {
      throw ExternalRouterError(
          fmt::format("cycle {}: the network changes, and the external router at node {} cannot drop what is lost: it has no purge()", p_.now, node));
    }
    router->purge(losses);
  }
}

}  // namespace dateline

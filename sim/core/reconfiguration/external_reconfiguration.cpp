#include "sim/core/reconfiguration/external_reconfiguration.hpp"

#include <fmt/format.h>

namespace dateline {

void notify_external_routers(ExternalRouters& external, const VcNumbering& numbering, const Purged& purged, Cycle now) {
  ExternalLosses losses{purged.lost, {}, {}};
  losses.as_new.assign(numbering.vcs(), 0);
  losses.slots.assign(numbering.vcs(), 0);
  for (const VcId vc : purged.as_new) {
    losses.as_new[vc] = 1;
    external.credits().forgive(vc);
  }
  for (const auto& [vc, slots] : purged.slots) losses.slots[vc] = static_cast<std::uint16_t>(slots);
  for (std::uint32_t c = 0; c < numbering.channels(); ++c) {
    ExternalLink* const link = external.link(ChannelId(c));
    if (link == nullptr) continue;
    link->flits.remove_if([&](const ExternalFlit& flit) { return losses.took(flit.packet); });
    link->credits.remove_if([&](std::uint8_t vc_index) { return losses.as_new[numbering.vc(ChannelId(c), vc_index)] != 0; });
  }
  external.watch().forget();
  for (std::uint32_t node = 0; node < external.nodes(); ++node) {
    ExternalReports* const router = external.router(NodeId(node));
    if (router == nullptr) continue;
    if (!router->purges()) {
      throw ExternalRouterError(
          fmt::format("cycle {}: the network changes, and the external router at node {} cannot drop what is lost: it has no purge()", now, node));
    }
    router->purge(losses);
  }
}

}  // namespace dateline

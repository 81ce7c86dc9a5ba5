#include <fmt/format.h>

#include "sim/core/reconfiguration/purge.hpp"
#include "sim/core/state/external_ports.hpp"

namespace dateline {

// The links of open nodes, and what their routers know, are as the records are now.
void Purge::tell_open_nodes() {
  OpenLosses losses{marks_, {}, {}};
  losses.as_new.assign(p_.numbering.vcs(), 0);
  losses.places.assign(p_.numbering.vcs(), 0);
  for (const VcId vc : as_new_) {
    losses.as_new[vc] = 1;
    p_.open->forgive(vc);
  }
  for (const auto& [vc, places] : places_) losses.places[vc] = static_cast<std::uint16_t>(places);
  for (std::uint32_t c = 0; c < p_.numbering.channels(); ++c) {
    OpenLink* const link = p_.open->link(ChannelId(c));
    if (link == nullptr) continue;
    link->flits.remove_if([&](const OpenFlit& flit) { return losses.took(flit.message); });
    link->credits.remove_if([&](std::uint8_t lane) { return losses.as_new[p_.numbering.vc(ChannelId(c), lane)] != 0; });
  }
  for (std::uint32_t node = 0; node < p_.headers.nodes(); ++node) {
    OpenReports* const router = p_.open->router(NodeId(node));
    if (router == nullptr) continue;
    if (!router->purges()) {
      throw OpenRouterError(
          fmt::format("cycle {}: the network changes, and the open router at node {} cannot drop what is lost: it has no purge()", p_.now, node));
    }
    router->purge(losses);
  }
}

}  // namespace dateline

// Every call of a module at an external node is checked against the records before it is applied. Throws InvariantError
// with cycle, node, port and VC.
#pragma once

#include "sim/core/state/external_ports.hpp"
#include "sim/core/state/tile.hpp"

namespace dateline {

void check_grant(const Tile& tile, const ExternalCalls::Grant& grant);
void check_absorb(const Tile& tile, VcId at);
void check_send(Tile& tile, const ExternalCalls::Send& send);
void check_eject(const Tile& tile, VcId at);
void check_credit(const Tile& tile, VcId vc);
// The head flit of the packet holds the VC, and has not been sent.
[[nodiscard]] bool holds_unsent(const Tile& tile, VcId vc, PacketId packet);
// A head flit that is sent without a grant before: from where in the router, over what.
[[nodiscard]] ExternalCalls::Grant implied_grant(const Tile& tile, const ExternalCalls::Send& send);
// Now and then: whether anything moves, and credits are returned.
void check_progress(const Tile& tile);

}  // namespace dateline

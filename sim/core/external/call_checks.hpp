// Every call of a module at an external node is checked against the records before it is applied. Throws InvariantError
// with cycle, node, port and VC.
#pragma once

#include "sim/core/state/call_check_view.hpp"

namespace dateline {

void check_grant(CallCheckView tile, const ExternalCalls::Grant& grant);
void check_absorb(CallCheckView tile, VcId at);
// `first`: of its link in this cycle.
void check_send(CallCheckView tile, const ExternalCalls::Send& send, bool first);
// `to_come`: flits of the packet at the front of the buffer that have not arrived; `first`: of it in this cycle.
void check_eject(CallCheckView tile, const ExternalCalls::Eject& eject, std::uint32_t to_come, bool first);
void check_credit(CallCheckView tile, VcId vc);
// The head flit of the packet holds the VC, and has not been sent.
[[nodiscard]] bool holds_unsent(const VcStore& store, const PacketPool& packets, VcId vc, PacketId packet);
// A head flit that is sent without a grant before: from where in the router, over what.
[[nodiscard]] ExternalCalls::Grant implied_grant(CallCheckView tile, const ExternalCalls::Send& send);

}  // namespace dateline

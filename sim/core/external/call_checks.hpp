// Every call of a module at an open node is checked against the records before it is applied. Throws InvariantError
// with cycle, node, port and VC.
#pragma once

#include "sim/core/state/external_ports.hpp"
#include "sim/core/state/tile.hpp"

namespace dateline {

void check_grant(const MachineParts& parts, const OpenCalls::Grant& grant);
void check_absorb(const MachineParts& parts, VcId at);
void check_send(MachineParts& parts, const OpenCalls::Send& send);
void check_eject(const MachineParts& parts, VcId at);
void check_credit(const MachineParts& parts, VcId vc);
// The header of the message holds the VC, and has not been sent.
[[nodiscard]] bool holds_unsent(const MachineParts& parts, VcId vc, MessageId message);
// A header that is sent without a grant before: from where in the router, over what.
[[nodiscard]] OpenCalls::Grant implied_grant(const MachineParts& parts, const OpenCalls::Send& send);
// Now and then: whether anything moves, and credits come home.
void check_progress(const MachineParts& parts);
// The credit of a flit that leaves the buffer of `vc` in this cycle goes onto the link, if a module sends over it.
void return_credit(MachineParts& parts, VcId vc);

}  // namespace dateline

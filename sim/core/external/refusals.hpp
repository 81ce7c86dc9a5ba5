// How a broken contract is reported: cycle, node, port, VC and packet.
#pragma once

#include <string>

#include "sim/core/state/call_check_view.hpp"

namespace dateline {

// "packet 0->5 #3"; a module may send a flit under any number.
[[nodiscard]] std::string name_of(const PacketPool& packets, PacketId id);
// "node 5, input port 2 (4->5) vc 1"; `output`: the node that allocates the VC and its port, else the one where its
// buffer is.
[[nodiscard]] std::string position_of(CallCheckView tile, VcId vc, bool output);
// Throws ExternalRouterError.
[[noreturn]] void refuse(CallCheckView tile, VcId vc, bool output, const std::string& what);

}  // namespace dateline

// The places of channels at the crossbar of a node, as the wavefront allocator counts them: input ports in the order of
// their ports, those of interfaces last; outputs in the order of channel numbers. Const after construction.
#pragma once

#include "sim/core/state/vc_store.hpp"

namespace dateline {

struct CrossbarPorts {
  CrossbarPorts(const VcNumbering& numbering, const VcStore& store, std::uint32_t nodes);
  IdVector<ChannelId, std::uint16_t> input, output;  // of a channel at the node it enters, at the node it leaves
  IdVector<NodeId, std::uint16_t> size;              // inputs or outputs of a node, whichever are more
};

}  // namespace dateline

// The places of channels at the crossbar of a node, as the wavefront allocator counts them: input ports in the order of
// their ports, those of interfaces last; outputs in the order of channel numbers. Const after construction. And the
// room that the allocator works in, empty between cycles.
#pragma once

#include "sim/core/state/vc_store.hpp"

namespace dateline {

struct CrossbarPorts {
  CrossbarPorts(const VcNumbering& numbering, const VcStore& store, std::uint32_t nodes);
  IdVector<ChannelId, std::uint16_t> input, output;  // of a channel at the node it enters, at the node it leaves
  IdVector<NodeId, std::uint16_t> size;              // inputs or outputs of a node, whichever are more
};

struct WavefrontState {
  static constexpr std::uint32_t kNone = 0xffffffffU;
  struct Request {  // a VC that can move
    VcId vc;
    ChannelId input, output;
    std::uint32_t next;  // of the same router, then of the same diagonal
  };
  WavefrontState(const VcNumbering& numbering, const VcStore& store, std::uint32_t nodes);

  const CrossbarPorts ports;
  AppendList<Request> requests;
  IdVector<NodeId, std::uint32_t> of_router;  // the last of each router's
  AppendList<NodeId> routers;                 // those with requests
  std::vector<std::uint32_t> of_diagonal;     // of one router: the last of each diagonal's
  std::vector<std::uint64_t> diagonals;       // bits of those with requests
  // Of a channel that is asked for in this cycle: the output that takes its flit, the input that it takes one from.
  IdVector<ChannelId, std::uint32_t> taken_by, takes;
  std::vector<std::uint64_t> granted;  // the VCs of granted cells, by words of VC numbers
};

}  // namespace dateline

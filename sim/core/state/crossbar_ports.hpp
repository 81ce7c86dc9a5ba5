// The places of channels at the crossbar of a node, as allocators over ports count them (wavefront, islip): input ports
// in the order of their ports, those of interfaces last; outputs in the order of channel numbers. Const after
// construction. The room that they work in, empty between cycles. And islip's pointers, owned by the router.
#pragma once

#include "sim/core/state/vc_store.hpp"

namespace dateline {

struct CrossbarPorts {
  CrossbarPorts(const VcNumbering& numbering, const VcStore& store, std::uint32_t nodes);
  IdVector<ChannelId, std::uint16_t> input, output;  // of a channel at the node it enters, at the node it leaves
  IdVector<NodeId, std::uint16_t> size;              // inputs or outputs of a node, whichever are more
};

struct PortMatchingState {
  static constexpr std::uint32_t kNone = 0xffffffffU;
  struct Request {  // a VC that can move
    VcId vc;
    ChannelId input, output;
    std::uint32_t next;  // of the same router, then of the same diagonal
  };
  PortMatchingState(const VcNumbering& numbering, const VcStore& store, std::uint32_t nodes);

  const CrossbarPorts ports;
  AppendList<Request> requests;
  IdVector<NodeId, std::uint32_t> of_router;  // the last of each router's
  AppendList<NodeId> routers;                 // those with requests
  std::vector<std::uint32_t> of_diagonal;     // of one router: the last of each diagonal's
  std::vector<std::uint64_t> diagonals;       // bits of those with requests
  // Of a channel that is asked for in this cycle: the output that takes its flit, the input that it takes one from.
  IdVector<ChannelId, std::uint32_t> taken_by, takes;
  std::vector<std::uint64_t> granted;     // the VCs of granted cells, by words of VC numbers
  std::vector<Request> chosen, accepted;  // of one router, islip
};

// Where searches begin, cyclic: an output's among the input ports that ask it, an input port's among the outputs that
// grant it one, and among its VCs for the output that it accepts.
struct CrossbarPointers {
  explicit CrossbarPointers(std::uint32_t channels) : grants_from(channels), accepts_from(channels), vcs_from(channels) {}
  IdVector<ChannelId, std::uint32_t> grants_from, accepts_from, vcs_from;  // by output; by input; by input
  template <typename Archive>
  void io(Archive& archive) {
    auto& [grants, accepts, vcs] = *this;
    archive(grants, accepts, vcs);
  }
};

}  // namespace dateline

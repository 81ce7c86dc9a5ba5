// What happens inside the reference machine, event by event: docs/reference/router-cycle.md, section 7.
// Node, port, VC and message are plain numbers, so that another machine's events can be written in the same form and
// compared.
#pragma once

#include <string>
#include <vector>

namespace dateline::reference {

enum class ChannelKind { network, injection, ejection };

// A virtual channel by where it begins: the router `node` and its outgoing `port` (network channels only).
struct ReferenceVc {
  ChannelKind channel = ChannelKind::network;
  int node = -1;
  int port = -1;
  int vc = -1;  // -1: the channel as a whole
};

struct ReferenceEvent {
  enum class Kind {
    flit_sent,         // over `vc`; `tail`
    head_blocked,      // in the buffer of `vc`, wants channel `other`; one event per candidate channel
    head_granted,      // in the buffer of `vc`, is given `other`
    vc_allocated,      // `vc`
    vc_released,       // `vc` can be allocated again from this cycle on; no message
    packet_injected,   // over `vc`
    packet_delivered,  // its tail; no VC
    flit_blocked,      // channel `vc`; no message
  };
  long long cycle = 0;
  Kind kind = Kind::flit_sent;
  ReferenceVc vc, other;
  int source = -1, sequence = -1;  // of the message
  bool tail = false;
};
using ReferenceLog = std::vector<ReferenceEvent>;

[[nodiscard]] bool operator<(const ReferenceEvent& a, const ReferenceEvent& b);  // by cycle first
[[nodiscard]] bool operator==(const ReferenceEvent& a, const ReferenceEvent& b);
[[nodiscard]] std::string describe(const ReferenceEvent& event);  // "cycle 7: flit_sent, channel 0 out of node 3 vc 1, message 2 of node 0, tail"

}  // namespace dateline::reference

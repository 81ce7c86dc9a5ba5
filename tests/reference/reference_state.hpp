// State of the reference machine: explicit flits in an explicit FIFO per VC (docs/reference/router-cycle.md section 1).
// A VC belongs to the sending side (who holds it, how many places it may still fill) and ends in its buffer at the
// receiving side.
// Units: cycles, flits. Ids index the machine's vectors of channels, VCs of a channel, and worms; -1 is none.
#pragma once

#include <cstdint>
#include <deque>
#include <limits>
#include <memory>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "reference_link.hpp"
#include "reference_log.hpp"
#include "reference_machine.hpp"
#include "reference_routing.hpp"
#include "reference_vc_matching.hpp"

namespace dateline::reference {

using Cycle = long long;
constexpr int kNone = -1;
constexpr Cycle kUnknown = std::numeric_limits<Cycle>::max();  // of a flit on a link that may err: when it is in the buffer

struct Flit {
  int packet = kNone;
  int index = 0;
  bool tail = false;
  Cycle in_buffer_from = 0;
  std::shared_ptr<Cycle> arrival = {};  // on a link that may err: the same, once it has come
};

enum class FrontState { none, waiting, routed, delivered };  // of the worm whose flits are at the front of a buffer

struct VirtualChannel {
  // The sending side.
  int holder = kNone;          // worm
  int to_send = 0;             // of its flits
  Cycle may_cross_from = 0;    // the holder's head flit
  bool delivers = false;       // the holder is delivered at the node where the channel ends
  Cycle allocatable_from = 0;  // meaningful while there is no holder
  int feeder_channel = kNone;  // whose buffer feeds this VC; kNone on an injection channel
  int feeder_vc = kNone;
  int free_places = 0;
  std::deque<Cycle> place_free_from;  // places on their way back
  // The buffer where the channel ends; flits still on the wire stand at its end with a later in_buffer_from.
  std::deque<Flit> buffer;
  Flit last_in{kNone, 0, true, 0, {}};  // for the check of the order
  FrontState front = FrontState::none;
  Cycle waiting_since = 0;
  bool known_blocked = false;  // the log says that the header waits in vain
  bool has_place = false;      // the header has a place in the memory of the node
};

struct Channel {
  ChannelKind kind = ChannelKind::network;
  ReferenceVc begin;  // as the log names it
  int end_node = 0;
  int arrival_port = 0;
  int dimension = kNone;
  Cycle latency = 1;
  Cycle credit_latency = 1;
  ReferenceConfig::Rate rate;
  Cycle next_send = 0;  // in 1 / rate.flits cycles
  std::vector<VirtualChannel> vcs;
  int selection_pointer = 0;
  int arbitration_pointer = 0;
  int input_port_pointer = 0;             // crossbar=per-port, for flits that leave this channel's buffers
  int grants_from = 0, accepts_from = 0;  // switch allocation islip: an input port; an output, for this channel's buffers
  Cycle last_sent = -1;
  long long flits_sent = 0;
  bool failed = false;
  std::shared_ptr<RetryLink> link;  // null: it does not err
  bool swallows = false;  // it has failed, and no router knows
};

enum class Stage { unsent, queued, under_way, ended };  // under way: also in the memory of a node

struct Worm {
  ReferencePacket packet;
  Stage stage = Stage::unsent;
  int sequence = 0;  // from when it is queued
  int flits_injected = 0;
  int flits_delivered = 0;
  ReferenceRouting::Trace trace;
  std::uint64_t state = 0;              // of the relation
  int route = kNone;                    // the cheapest at the router where the header waits, once weighed
  std::vector<std::uint32_t> software;  // header
  int memory_of = kNone;                // node in whose memory it has a place since its tail came there
  ReferenceDelivery record;
  bool erred = false;  // a flit of it has
};

struct Router {
  std::vector<int> outputs;  // by port; kNone where a mesh ends
  std::vector<int> inputs;   // in order of arrival port, the injection channel last
  int injection = kNone;
  int ejection = kNone;
  bool failed = false;
  int next_sequence = 0;
  std::deque<int> queue;                     // new worms not yet given an injection VC
  std::pair<int, int> header_pointer{0, 0};  // (input port, VC)
  VcMatchPointers vc_match_pointers;         // vc_allocation=islip
  // Worms whole in memory and not yet given an injection VC: (when they may be, source, sequence number, worm).
  std::set<std::tuple<Cycle, int, int, int>> memory;
  int places_taken = 0;  // in memory, from the header's absorption to the tail's crossing of the injection channel
};

struct Place {
  int channel = kNone;
  int vc = kNone;
};

// Free VCs that would do, of several channels.
struct Option {
  int channel = kNone;
  std::vector<int> vcs;  // in increasing order
  std::uint64_t next = 0;
};
using Request = std::vector<std::vector<Option>>;  // lowest rank first

}  // namespace dateline::reference

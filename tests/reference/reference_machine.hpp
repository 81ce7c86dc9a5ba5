// Reference simulator of the flit-level machine: the slow, literal second implementation of
// docs/reference/router-cycle.md, used as a test oracle.
// Every cycle visits every channel, VC and router; every flit is an object in the FIFO of its VC; nothing is kept
// incrementally.
// Source: docs/reference/router-cycle.md sections 1-6 and docs/reference/vc-classes.md; shares no code with the
// simulator it checks. Units: cycles, flits. Node id = sum_d a_d k_0...k_(d-1) (dimension 0 varies fastest). Dimension
// order is ascending. Routing is dimension order, or what a ReferenceRelation says: then messages may be absorbed
// (section 8). The network may change in the course of a run (section 9); the log tells nothing of that.
// Covered: the deterministic options only. tie split throws, and selection random unless a relation draws for it.
// Cost: O(cycles x (channels x VCs + messages)).
// Throws: std::invalid_argument for what the configuration or a message may not be; std::runtime_error when a message
// is undelivered at the cycle limit; std::logic_error when one of the machine's own invariants breaks (cycle, channel
// and VC are named).
#pragma once

#include <functional>
#include <set>
#include <utility>
#include <vector>

#include "reference_log.hpp"
#include "reference_relation.hpp"

namespace dateline::reference {

struct ReferenceConfig {
  enum class Kind { torus, mesh, hypercube };
  enum class TieRule { plus, parity, split };
  enum class VcPolicy { split, relaxed, shared, fixed };  // fixed: `static`
  enum class Crossbar { per_vc, per_port };
  enum class VcReuse { atomic, whole, place, tail };
  enum class Ejection { ideal, channel };
  enum class EjectionDelay { none, router };
  enum class VcArbitration { fcfs, round_robin, oldest };
  enum class VcAllocation { one_by_one, islip };
  enum class VcStage { merged, own };
  enum class OutputArbitration { round_robin, oldest, priority };
  enum class Selection { lowest, round_robin, random };
  enum class Source { interleaved, one_at_a_time };
  struct SwitchAllocation {
    enum class Kind { one_pass, iterate, wavefront, islip };
    Kind kind = Kind::one_pass;
    int passes = 1;  // of iterate and islip, 1..8
  };

  Kind kind = Kind::torus;
  std::vector<int> radices;  // one per dimension; hypercube of n dimensions: n twos
  int vcs = 2;               // 1..16, of a network and of an ejection channel
  int injection_vcs = 0;     // 0: as many as vcs
  std::vector<int> vc_sets;  // network VCs of each VC set, side by side; none: one set
  int buffer_depth = 2;      // flits per VC
  int routing_delay = 0;     // cycles
  int channel_latency = 1;   // cycles, network channels
  // By dimension, where they are not all alike: cycles, and flits in cycles.
  std::vector<int> latencies;
  struct Rate {
    int flits = 1, cycles = 1;
  };
  std::vector<Rate> rates;
  int router_pipeline = 0;  // cycles that every flit spends in every router that its worm goes on from
  int credit_latency = 0;   // cycles of a credit of a network channel; 0: the channel's latency
  TieRule tie_rule = TieRule::plus;
  VcPolicy vc_policy = VcPolicy::split;  // tori only; mesh and hypercube have one class
  Crossbar crossbar = Crossbar::per_vc;
  VcReuse vc_reuse = VcReuse::atomic;
  Ejection ejection = Ejection::ideal;
  EjectionDelay ejection_delay = EjectionDelay::none;  // of messages that are delivered
  VcAllocation vc_allocation = VcAllocation::one_by_one;
  VcArbitration vc_arbitration = VcArbitration::fcfs;  // of one_by_one
  VcStage vc_stage = VcStage::merged;
  OutputArbitration output_arbitration = OutputArbitration::round_robin;
  Selection selection = Selection::lowest;
  Source source = Source::interleaved;
  long long reinjection_delay = 0;  // cycles
  int absorb_limit = 0;             // messages in the memory of a node; 0: any number
  SwitchAllocation allocation;      // other than one-pass: crossbar per_port only
  // Of a relation that weighs hops: flits x hops that a detour costs more; whether places taken are counted over all
  // VCs of a channel, or over those that the packet may use.
  int detour_bias = 0;
  bool weigh_channels = false;
  // Network channels that err: whether a try of a flit of the channel does, by node and port (section 10). None: no
  // channel errs. In flits: 0 as RetryLink has it.
  std::function<bool(int node, int port, long long flit, int tries)> errs;
  int retry_window = 0, replay_buffer = 0;
  // No link tries again: a message with a flit that erred (try 0) is thrown away at its destination, and lost.
  bool errors_at_destination = false;
  // In a network that changes, where lost messages are sent again: their sources are told by messages of one flit.
  bool loss_notices = false;
};

// The sequence number of a message is its index among the messages of its source, in list order (unless queued ones are
// lost). The messages of one source must be listed in order of generation.
struct ReferencePacket {
  long long generated = 0;  // cycle
  int source = 0;
  int destination = 0;
  int length = 1;  // flits, header and tail included
  int vc_set = 0;
  int priority = 0;  // the highest goes first
};

struct ReferenceDelivery {
  long long injected = -1;  // cycle in which the header crossed the injection channel
  long long ejected = -1;   // cycle e of docs/reference/router-cycle.md section 3: latency is ejected + 1 - generated
  int hops = 0;             // network channels crossed by the header
  int absorptions = 0;
  int sequence = -1;  // -1: not sent
};

// From this cycle on these have failed, and only these; a link by either end, (node, port).
struct ReferenceChange {
  // drained: messages that the relation before may lead over what has failed are lost, and nothing is injected until
  // all others are delivered; then the new relation begins, as it does of one at once while that lasts. flushed: all
  // messages in the network are lost.
  enum class Begin { at_once, drained, flushed };
  long long cycle = 0;
  std::set<int> nodes;
  std::set<std::pair<int, int>> links;
  const ReferenceRelation* relation = nullptr;  // of the network that is left; null: dimension order
  Begin begin = Begin::at_once;
  // Have failed too, and no router knows: what crosses a channel of theirs never goes on. When they are known, or work
  // again, messages with flits in them are lost.
  std::set<int> unseen_nodes = {};
  std::set<std::pair<int, int>> unseen_links = {};
};

struct ReferenceLoss {
  long long cycle = 0;
  int packet = 0;            // index
  ReferenceDelivery so_far;  // never ejected
};

// A message that told a source of losses; the log tells nothing of it.
struct ReferenceNotice {
  int reporter = 0, source = 0;
  ReferenceDelivery record;
};

struct ReferenceOutcome {
  bool finished = false;                              // every message was delivered or is lost
  std::vector<ReferenceDelivery> deliveries;          // in the order of the messages; ejected -1: not delivered
  std::vector<ReferenceLoss> losses;                  // in the order in which they are told
  std::vector<ReferenceNotice> notices;               // those of losses have numbers behind the messages'
  std::vector<std::vector<long long>> channel_flits;  // that crossed the network channel, by node and port
  std::vector<long long> handed_over;                 // flits at their destinations, by source
  long long absorptions = 0;                          // of whole messages
  int peak_node = 0, peak = 0;                        // most messages that had a place in one memory, in all of them
};

// Runs cycles 0 .. cycle_limit - 1 and returns the deliveries in the order of the messages.
[[nodiscard]] std::vector<ReferenceDelivery> simulate(const ReferenceConfig& config, std::vector<ReferencePacket> packets, long long cycle_limit);
// The same; `log` takes everything that happened, in any order within a cycle.
[[nodiscard]] std::vector<ReferenceDelivery> simulate(const ReferenceConfig& config, std::vector<ReferencePacket> packets, long long cycle_limit,
                                                      ReferenceLog& log);
// The same with routing by `relation`, which must outlive the call.
[[nodiscard]] std::vector<ReferenceDelivery> simulate(const ReferenceConfig& config, const ReferenceRelation& relation,
                                                      std::vector<ReferencePacket> packets, long long cycle_limit);
// The same in a network that changes: `changes` in order of cycles, the first in cycle 0 says what it is at first. A
// message may be generated only while both its ends live. A lost message is sent again, before the new ones of that
// cycle, `retransmit` cycles later (-1: never) unless one of its ends has failed then. Where its source is told by a
// notice, these cycles are from the one behind that in which the notice comes. Ends without an error at the
// cycle limit.
[[nodiscard]] ReferenceOutcome simulate(const ReferenceConfig& config, const std::vector<ReferenceChange>& changes,
                                        std::vector<ReferencePacket> packets, long long retransmit, long long cycle_limit);

}  // namespace dateline::reference

// The synchronous store-and-forward mesh machine (E. Miyano and K. Iwama, oblivious routing on 2-D meshes, section 2):
// side x side processors, four input and four output queues of `queue` packets each, one packet a channel and step. A
// step, in all processors at once:
//   0. packets that completed their path in the step before leave their input queue
//   (i) output queues take packets from the input queues, as many as they have places for
//   (ii) each output queue sends at most one packet, if the input queue it faces has a place after (i)
// A packet may do (i) and (ii) in one step. It starts in the input queue opposite to its first hop and counts there
// while it waits (home = queue), or waits outside the queues until its phase begins (home = register). Source =
// destination: never placed.
// Steps count from 1; `steps` is that of the last delivery. Cost: O(packets that can move) a step, O(N) memory (about
// 90 bytes a processor).
// Throws ConfigError for a side, queue or destinations that are not allowed; InvariantError if the algorithm breaks a
// rule of the machine.
#pragma once

#include <string>

#include "models/mesh/machine/algorithm.hpp"

namespace dateline {

class MeshMachine {
 public:
  // destination[i*side + j] of the packet of processor (i, j), or kAbsent; no two the same. `algorithm` and `observer`
  // must outlive the machine.
  MeshMachine(const MeshConfig& config, const std::vector<NodeId>& destination, const MeshAlgorithm& algorithm, MeshObserver* observer = nullptr);

  // Runs the next step in which something can happen; false if there is none: all delivered, or a deadlock.
  bool advance();
  [[nodiscard]] const MeshResult& result() const { return state_.result; }

  [[nodiscard]] std::uint32_t side() const { return state_.config.side; }
  [[nodiscard]] const MeshClock& clock() const { return state_.clock; }
  // Packets in an input or output queue of a processor.
  [[nodiscard]] std::uint32_t in_input(NodeId node, Side side) const { return state_.queues[node.value()].count[ProcessorQueues::input(side)]; }
  [[nodiscard]] std::uint32_t in_output(NodeId node, Side side) const { return state_.queues[node.value()].count[ProcessorQueues::output(side)]; }
  [[nodiscard]] std::uint64_t bytes() const;  // of packets, queues and lists
  // Counts every queue and packet anew; throws InvariantError if something does not agree. O(N).
  void audit() const;

 private:
  void begin_phase();
  [[nodiscard]] bool find_next_step();
  void enter(MeshPacketId id, Side first);
  void let_go();
  void audit_queue(std::uint32_t node, std::size_t queue, std::uint32_t length, std::vector<bool>& seen) const;
  [[noreturn]] void fail(std::uint32_t node, const std::string& what) const;

  const MeshAlgorithm& algorithm_;
  std::vector<std::uint32_t> lengths_;  // of the phases
  MeshState state_;
  std::vector<MeshPacketId> by_phase_;      // the moving packets, phase by phase
  std::vector<std::uint32_t> phase_start_;  // index into by_phase_, and its end
  std::uint32_t phase_begin_ = 0;           // steps before this phase
};

}  // namespace dateline

// The synchronous store-and-forward mesh machine (E. Miyano and K. Iwama, oblivious routing on 2-D meshes, section 2): side x side processors, four
// input and four output queues of `queue` packets each, one packet a channel and step. A step, in all processors at once:
//   0. packets that completed their path in the step before leave their input queue
//   (i) output queues take packets from the input queues, as many as they have places for
//   (ii) each output queue sends at most one packet, if the input queue it faces has a place after (i)
// A packet may do (i) and (ii) in one step. It starts in the input queue opposite to its first hop and counts there while it waits (home = queue), or
// waits outside the queues until its phase begins (home = register). Source = destination: never placed.
// Steps count from 1; `steps` is that of the last delivery. Cost: O(packets that can move) a step, O(N) memory (about 90 bytes a processor).
// Throws ConfigError for a side, queue or destinations that are not allowed; InvariantError if the algorithm breaks a rule of the machine.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "models/mesh/algorithm.hpp"

namespace dateline {

class MeshMachine;

class MeshObserver {
 public:
  virtual ~MeshObserver() = default;
  virtual void crossed(std::uint32_t /*step*/, const MeshCrossing& /*crossing*/) {}
  virtual void stepped(const MeshMachine& /*machine*/) {}  // at the end of every step in which something could happen
};

struct MeshConfig {
  std::uint32_t side = 0;                 // 2..kLongestMeshSide
  std::uint32_t queue = kUnboundedQueue;  // packets, from 1
  bool home_register = false;
};

// Steps in which a released packet did not cross a channel, by where it stood.
struct MeshWaits {
  std::uint64_t row = 0, turn = 0, column = 0;              // sums over packets; column: straight ahead along it
  std::uint32_t max_row = 0, max_turn = 0, max_column = 0;  // longest wait of one packet at one processor
};

struct MeshResult {
  std::uint32_t steps = 0;
  std::uint32_t moving = 0, delivered = 0;                 // packets; moving: with source != destination
  std::uint64_t moves = 0;                                 // packets crossing channels
  std::array<std::uint16_t, 4> max_input{}, max_output{};  // by Side; inputs after (ii) and at the start, outputs after (i)
  MeshWaits waits;
  bool deadlock = false;
  std::uint32_t overruns = 0;                 // phases that were not empty at the end of their length
  std::vector<std::uint32_t> phase_finished;  // step within the phase of its last delivery; 0: no packets
};

class MeshMachine {
 public:
  // destination[i*side + j] of the packet of processor (i, j), or kAbsent; no two the same. `algorithm` and `observer` must outlive the machine.
  MeshMachine(const MeshConfig& config, const std::vector<NodeId>& destination, const MeshAlgorithm& algorithm, MeshObserver* observer = nullptr);
  MeshMachine(const MeshMachine&) = delete;
  MeshMachine& operator=(const MeshMachine&) = delete;

  // Runs the next step in which something can happen; false if there is none: all delivered, or a deadlock.
  bool advance();
  [[nodiscard]] const MeshResult& result() const { return result_; }

  [[nodiscard]] std::uint32_t side() const { return config_.side; }
  [[nodiscard]] const MeshClock& clock() const { return clock_; }
  // Packets in an input or output queue of a processor.
  [[nodiscard]] std::uint32_t in_input(NodeId node, Side side) const { return queues_[node.value()].count[ProcessorQueues::input(side)]; }
  [[nodiscard]] std::uint32_t in_output(NodeId node, Side side) const { return queues_[node.value()].count[ProcessorQueues::output(side)]; }
  [[nodiscard]] std::uint64_t bytes() const;  // of packets, queues and lists
  // Counts every queue and packet anew; throws InvariantError if something does not agree. O(N).
  void audit() const;

 private:
  [[nodiscard]] bool phase_is_over() const;
  void begin_phase();
  [[nodiscard]] bool find_next_step();
  void enter(PacketId id, Side side);
  void let_go();
  void arrive(const MeshCrossing& crossing);
  void count_wait(const MeshPacket& packet, bool horizontal);

  MeshConfig config_;
  const MeshAlgorithm& algorithm_;
  MeshObserver* observer_;
  std::vector<ProcessorQueues> queues_;
  std::vector<MeshPacket> packets_;
  std::vector<PacketId> by_phase_;          // the moving packets, phase by phase
  std::vector<std::uint32_t> phase_start_;  // index into by_phase_, and its end
  std::vector<std::uint32_t> lengths_;
  std::uint32_t left_ = 0;         // undelivered packets of this phase
  std::uint32_t phase_begin_ = 0;  // steps before this phase
  MeshClock clock_;
  MeshAgenda agenda_;
  std::vector<std::uint32_t> leaving_;  // 8 * node + queue of packets that have arrived
  std::vector<MeshCrossing> crossings_;
  MeshInputs inputs_;
  MeshLinks links_;
  MeshResult result_;
};

}  // namespace dateline

// What a mesh machine consists of: its memory, which the views of a processor work on, and the counts that its result
// is made of.
#pragma once

#include <array>
#include <vector>

#include "models/mesh/machine/agenda.hpp"

namespace dateline {

inline constexpr std::uint32_t kUnboundedQueue = 0xffffU;  // packets; no queue of a mesh of the largest side gets there

struct MeshConfig {
  std::uint32_t side = 0;                 // 2..kLongestMeshSide
  std::uint32_t queue = kUnboundedQueue;  // packets, from 1
  bool home_register = false;
};

struct MeshClock {
  std::uint32_t step = 0;   // from 1
  std::uint32_t phase = 0;  // from 0
  std::uint32_t since = 0;  // step within the phase, from 1
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

struct MeshCrossing {
  MeshPacketId packet;
  NodeId to;
  Side side;  // of `to`: where it arrives
};

class MeshMachine;

class MeshObserver {
 public:
  virtual ~MeshObserver() = default;
  virtual void crossed(std::uint32_t /*step*/, const MeshCrossing& /*crossing*/) {}
  virtual void stepped(const MeshMachine& /*machine*/) {}  // at the end of every step in which something could happen
};

struct MeshState {
  MeshState(const MeshConfig& shape, MeshObserver* watcher, std::uint32_t horizon)
      : config(shape), observer(watcher), queues(std::size_t{shape.side} * shape.side), packets(queues.size()), agenda(queues, horizon) {}
  MeshState(const MeshState&) = delete;
  MeshState& operator=(const MeshState&) = delete;

  MeshConfig config;
  MeshObserver* observer;
  std::vector<ProcessorQueues> queues;
  std::vector<MeshPacket> packets;
  MeshAgenda agenda;
  MeshClock clock;
  std::uint32_t left = 0;              // undelivered packets of this phase
  std::vector<std::uint32_t> leaving;  // 8 * node + queue of packets that have arrived at their destination in the step before
  MeshResult result;
};

}  // namespace dateline

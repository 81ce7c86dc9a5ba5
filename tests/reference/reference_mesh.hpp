// Reference simulator of the synchronous store-and-forward 2-D mesh: the slow, literal second implementation, used as a
// test oracle.
// Source: Miyano and Iwama, oblivious routing on two-dimensional meshes, sections 2 and 4, as precised in the
// specification of the mesh machine.
// Every step visits every processor, every queue and every packet; nothing is kept incrementally and nothing is
// skipped.
// Shapes: processor = packet = source index i * side + j, row 0 uppermost, column 0 leftmost. Units: steps, the first
// step is 1; packets.
// Chosen where the source is silent: entry into a vertical output queue asks the inputs in the order left, right,
// straight; a packet whose source is its destination is never placed and counts neither as moving nor as delivered, but
// counts in the lumps of the `lumps` algorithm.
// Cost: O(steps x side^2). Throws std::invalid_argument for an input that makes no sense, std::logic_error for a broken
// invariant.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace dateline::test {

constexpr std::uint32_t kMeshAbsent = 0xffffffff;
constexpr int kMeshUnbounded = 1 << 30;

enum class MeshHome { queue, in_register };

// Where stage 2 of the new algorithm leaves a row's packets: w_r at place n + pos(r) of SORT^-1; w_r at place n + r; or
// unsorted, every packet n places further on, one hop per step.
enum class MeshOrder { inverse_sort, sorted, unsorted };

struct MeshOccupancy {
  std::array<int, 4> input{};   // by side the packet came from: left, right, top, bottom
  std::array<int, 4> output{};  // by direction: left, right, up, down
};

// After part (ii) of a step: one entry per processor. Step 0 is the initial placement.
using MeshOccupancyWatcher = std::function<void(long long step, const std::vector<MeshOccupancy>&)>;

struct MeshInput {
  int side = 4;
  std::string algorithm = "a0";  // a0, farthest-first, lumps, new, new-merged
  int capacity = 2;              // places of every queue, or kMeshUnbounded
  MeshHome home = MeshHome::queue;
  std::vector<std::uint32_t> destination;  // side * side entries
  MeshOrder order = MeshOrder::inverse_sort;
  int spacing = 3;      // place p of T' starts in step spacing * (n - p) + 1 of stage 3
  int only_round = -1;  // of the phased algorithms, from 0; -1 all. Then every moving packet has to belong to that round
  MeshOccupancyWatcher watcher;
};

struct MeshCrossing {
  long long step = 0;
  std::uint32_t packet = 0;  // source index
  std::uint32_t from = 0;
  std::uint32_t to = 0;
};

struct MeshOutput {
  long long steps = 0;   // step of the last delivery
  long long budget = 0;  // phased algorithms only, as T2 and T34
  int t2 = 0;
  int t34 = 0;
  int moving_packets = 0;
  int delivered = 0;  // of the moving packets
  int max_input_queue = 0;
  int max_output_queue = 0;
  long long moves = 0;
  long long row_delay = 0;
  long long turn_wait = 0;
  long long max_turn_wait = 0;  // of one packet at one turn
  long long column_wait = 0;
  long long max_stage34_steps = 0;
  int rounds_over_t34 = 0;
  bool deadlock = false;
  std::vector<MeshCrossing> crossings;
};

[[nodiscard]] MeshOutput run_reference_mesh(const MeshInput& input);

// The destination vector of a rule by its name: identity, transpose, reverse, bitrev, bitrevT, halfshift, affine:a,b,
// random:s, lump:L,R,q, lumponly:L,R,q, blumps:b,dr,dc, zonelump:q.
[[nodiscard]] std::vector<std::uint32_t> reference_mesh_destinations(int side, const std::string& name);

}  // namespace dateline::test

// Runs of the mesh machine with all that can be seen from outside written down: who crossed which channel in which
// step, and how many packets stood in each queue at the end of every step. Units: steps from 1, step 0 is the initial
// placement; packets, named by the node they start from.
// Queues of a node: input left, right, top, bottom, then output left, right, top, bottom.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "models/mesh/algorithms/algorithms.hpp"
#include "tests/support/cases/random_case.hpp"

namespace dateline::test {

struct MeshCase {
  std::string algorithm;
  MeshRequest request;
  std::vector<NodeId> destination;
};
[[nodiscard]] MeshCase mesh_case(std::uint32_t side, const std::string& algorithm, const std::string& permutation,
                                 std::optional<std::uint32_t> queue = std::nullopt, bool home_register = false);
[[nodiscard]] std::string describe(const MeshCase& c);

struct MeshMove {
  std::uint32_t step, packet, from, to;
  [[nodiscard]] Side side(std::uint32_t mesh_side) const;  // of `from`: where it leaves
  friend bool operator==(const MeshMove& a, const MeshMove& b) {
    return a.step == b.step && a.packet == b.packet && a.from == b.from && a.to == b.to;
  }
  friend bool operator<(const MeshMove& a, const MeshMove& b) { return a.step != b.step ? a.step < b.step : a.packet < b.packet; }
};

using QueueCounts = std::vector<std::uint16_t>;  // 8 a node

struct MeshRecord {
  MeshConfig config;
  std::vector<NodeId> destination;
  MeshResult result;
  std::vector<MeshMove> moves;                  // ordered by step, then packet
  std::map<std::uint32_t, QueueCounts> frames;  // of step 0 and of every step the machine ran, if asked for
  std::uint64_t budget = 0;                     // of new and new-merged, as the rest
  std::uint32_t sort_steps = 0, critical_steps = 0, longest_critical = 0;

  // The frames of all steps 0..result.steps; in a step that the machine left out nothing changed.
  [[nodiscard]] std::vector<QueueCounts> every_frame() const;
  // By packet: the nodes it comes to after its source.
  [[nodiscard]] std::map<std::uint32_t, std::vector<std::uint32_t>> paths() const;
  // By packet: the steps in which it crosses a channel.
  [[nodiscard]] std::map<std::uint32_t, std::vector<std::uint32_t>> times() const;
};

enum class Recorded { moves, moves_and_frames, audited };  // audited: frames too, and MeshMachine::audit() after every step
[[nodiscard]] MeshRecord record(const MeshCase& c, Recorded what = Recorded::moves);
[[nodiscard]] MeshRecord record(const MeshConfig& config, const std::vector<NodeId>& destination, const MeshAlgorithm& algorithm,
                                Recorded what = Recorded::moves);
[[nodiscard]] MeshResult result_of(const MeshCase& c);

// Packets that go from somewhere to somewhere, one in `absent_in` sources and one in `fixed_in` left out or staying (0:
// none).
[[nodiscard]] std::vector<NodeId> random_packets(Dice& dice, std::uint32_t side, std::uint32_t absent_in, std::uint32_t fixed_in = 0);
// Nobody has a packet but these: {source, destination}.
[[nodiscard]] std::vector<NodeId> packets_of(std::uint32_t side, const std::vector<std::pair<std::uint32_t, std::uint32_t>>& pairs);

}  // namespace dateline::test

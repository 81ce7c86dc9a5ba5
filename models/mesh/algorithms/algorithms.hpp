// The algorithms of the mesh machine by name, and what the paper's classes say of them (E. Miyano and K. Iwama, section
// 2; tests check every entry):
//   oblivious         the path of a packet depends on its source and destination only
//   source-oblivious  its direction depends only on where it is and its destination
//   pure              a packet never stays where it is when it could advance
// Throws ConfigError: unknown name (with the nearest), a side or queue capacity the algorithm is not made for (saying
// what it needs), options it has no use for.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "models/mesh/algorithms/zone_routing.hpp"
#include "models/mesh/machine/machine.hpp"

namespace dateline {

struct MeshAlgorithmEntry {
  std::string name, alias, summary;
  bool oblivious, source_oblivious, pure;
  std::uint32_t side_divisor;
};
[[nodiscard]] const std::vector<MeshAlgorithmEntry>& mesh_algorithms();
[[nodiscard]] const MeshAlgorithmEntry& mesh_algorithm(std::string_view name_or_alias);

struct MeshRequest {
  std::uint32_t side = 0;
  std::optional<std::uint32_t> queue;  // none: the algorithm's own, see below
  bool home_register = false;
  OrderChoice order;  // of new and new-merged
  std::uint32_t spacing = kSpacing;
};

// An algorithm made for an instance. Queue capacity if none is given: 2 for a0 and lumps, what stage 2 needs for new
// and new-merged, unbounded for farthest-first, which takes no other.
struct MeshSetup {
  MeshConfig config;
  std::unique_ptr<MeshAlgorithm> algorithm;
  const ZoneSchedule* schedule = nullptr;  // of new and new-merged; lives in `algorithm`
};
[[nodiscard]] MeshSetup make_mesh_setup(std::string_view algorithm, const MeshRequest& request, const std::vector<NodeId>& destination);

// The longest stage 3 and 4 of a run, in steps: the last delivery of a phase, counted from the end of its stage 2.
[[nodiscard]] std::uint32_t longest_critical_stage(const ZoneSchedule& schedule, const MeshResult& result);

}  // namespace dateline

// What `dateline mesh run` says: the result for machines (schema dateline.mesh-run, docs/guide/mesh.md) and the summary
// for people.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "models/mesh/algorithms/algorithms.hpp"
#include "models/mesh/permutations/mesh_bounds.hpp"
#include "sim/options/mesh_settings.hpp"

namespace dateline {

struct MeshStudy {
  std::string algorithm;  // its full name
  std::vector<NodeId> destination;
  MeshSetup setup;
  MeshLowerBound bound;
};

[[nodiscard]] nlohmann::ordered_json mesh_json(const MeshRunSettings& settings, const MeshStudy& study, const MeshMachine& machine);
[[nodiscard]] std::string mesh_text(const MeshRunSettings& settings, const MeshStudy& study, const MeshMachine& machine);

}  // namespace dateline

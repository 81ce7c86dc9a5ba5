// Channels with their VC classes, and cycles of them, as results and texts have them.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "models/proof/dependency_graph.hpp"

namespace dateline {

// "0->1 (dimension 0+, class 0)", of a graph "0->1 (class 0)".
[[nodiscard]] std::string vertex_text(const Topology& topology, const ClassedChannel& vertex);
[[nodiscard]] nlohmann::ordered_json vertex_json(const Topology& topology, const ClassedChannel& vertex);
// The cycle that a proof found; null: none.
[[nodiscard]] nlohmann::ordered_json cycle_json(const Topology& topology, const DeadlockProof& proof);

}  // namespace dateline

// Path tables as text (docs/guide/routing-tables.md):
//   # comment
//   relative               optional, before all paths: those of node 0 only (torus, hypercube)
//   WEIGHT: n0 n1 ... nk   a path from n0 to nk by its nodes; WEIGHT 1..2^53
//   3: 0 4/1 5             `node/K`: over the K-th of the parallel channels there, from 0, in the order of ports; 0 if left out
//   1: 0 1@0 4/1@2         `node@C`: in VC class C, 0..15; at every hop of the file or at none
// The same path on two lines is refused, not added. Errors are ConfigErrors that name the line, or the pair
// (path_table.hpp).
#pragma once

#include <cstdint>
#include <string>

#include "models/network/relation/path_table.hpp"

namespace dateline {

[[nodiscard]] PathTable read_path_table(const Topology& topology, const std::string& path);

// What a number of any reader holds exactly.
inline constexpr std::uint64_t kMostPathWeight = std::uint64_t{1} << 53U;

// Reads back equal. Throws ConfigError for a table that check_path_table refuses, and for a weight above
// kMostPathWeight.
[[nodiscard]] std::string path_table_text(const Topology& topology, const PathTable& table);

}  // namespace dateline

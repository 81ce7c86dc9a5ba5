// The row of `mesh row --sequence`: packets by name, their schedule through stage 2 as a table and as JSON.
// A name is a letter and digits; the letter is the destination column, in alphabetical order from the farthest; `-` is
// a null packet.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "models/mesh/inverse_sort/row_stage_two.hpp"
#include "sim/options/mesh_settings.hpp"

namespace dateline {

struct NamedRow {
  std::vector<std::string> names;  // at place 1, 2, ...; "-" for a null packet
  RowSchedule schedule;
};

// Reads `sequence` and runs it. Throws ConfigError: a name that is none, a name given twice, too many.
[[nodiscard]] NamedRow row_of(const MeshRowSettings& settings);

[[nodiscard]] nlohmann::ordered_json schedule_json(const NamedRow& row);
[[nodiscard]] std::string schedule_text(const NamedRow& row);

}  // namespace dateline

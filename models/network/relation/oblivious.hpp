// What the analysis asks of a relation. An oblivious relation chooses by probability alone: its paths, and so its
// channel loads, are known beforehand. An adaptive one, several unweighted routes at one place, chooses by what is
// free: what it loads depends on the traffic of all others, and loads, worst cases and slopes are not defined; what it
// has is a bound (models/analysis/adaptive). Every reader of loads refuses it here. (A relation with one unweighted
// route everywhere is not adaptive.)
#pragma once

#include <cstdint>
#include <string_view>

#include "models/base/error.hpp"

namespace dateline {

class AdaptiveError final : public ConfigError {
  using ConfigError::ConfigError;
};

[[noreturn]] void throw_adaptive(std::string_view component, std::string_view routing);

// `routing`: the relation's name. `total_weight`: of the routes at a place; 0: several unweighted ones
// (RouteGraph::Place). Throws AdaptiveError(`component`, "routing", `routing`, ...).
inline void refuse_adaptive(std::string_view component, std::string_view routing, std::uint64_t total_weight) {
  if (total_weight == 0) throw_adaptive(component, routing);
}

}  // namespace dateline

// --lcc and --dims, and what `lcc contention` and `lcc mapping` both say of communications.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "models/lcc/contention.hpp"
#include "models/lcc/lcc_set.hpp"
#include "sim/options/lcc_settings.hpp"

namespace dateline {

[[nodiscard]] std::vector<NamedLcc> chosen_set(const std::string& command, const LccChoice& choice);

// Whole numbers above 2^53 as text: not every reader of JSON keeps them.
[[nodiscard]] nlohmann::ordered_json whole_json(std::uint64_t x);
// contention and per_dimension.
[[nodiscard]] nlohmann::ordered_json contention_json(const Contention& contention);
// name, weight, kind, rank, a, b.
[[nodiscard]] nlohmann::ordered_json lcc_json(const NamedLcc& named);

// In each dimension the largest of any.
[[nodiscard]] Contention largest_of(const std::vector<Contention>& contentions);
// "8 (1 2 4 8 8 4 2 1)"
[[nodiscard]] std::string contention_text(const Contention& contention);
// "transpose, weight 3" as far as `width` columns, blanks behind it.
[[nodiscard]] std::string name_text(const NamedLcc& named);

}  // namespace dateline

// What dateline reliability says of time: --times and --repair.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "models/analysis/reliability/survival.hpp"

namespace dateline {

struct SurvivalReport {
  Rational lifetime = 1;              // the mean, in the user's unit
  std::vector<Rational> times;        // in that unit
  std::optional<Rational> repair;     // likewise
  std::vector<std::string> routings;  // by entry of `survivals` but the first, which is the network
  std::vector<Survival> survivals;
};

[[nodiscard]] nlohmann::ordered_json survival_json(const SurvivalReport& report);
// Rows as of reliability_csv, without the head; the quantity of a time is "reliability@TIME".
[[nodiscard]] std::string survival_csv(const SurvivalReport& report);
[[nodiscard]] std::string survival_text(const SurvivalReport& report, const Components& components);

}  // namespace dateline

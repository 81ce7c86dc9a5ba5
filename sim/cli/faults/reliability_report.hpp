// Results of dateline reliability for machines and people.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "models/analysis/reliability/reliability.hpp"
#include "models/base/numbers/rational.hpp"

namespace dateline {

struct ReliabilityCount {
  std::uint32_t faults;
  ConnectedShare connected;
  std::vector<DeliveredShare> delivered;  // by routing
};
struct DisconnectionTime {
  std::optional<Rational> exact;
  MeanEstimate sampled;  // for a lifetime of 1, if not exact
  Rational lifetime;
};
struct ReliabilityStudy {
  std::vector<std::string> routings;
  std::vector<ReliabilityCount> counts;
  std::optional<DisconnectionTime> disconnection;
};

// Adds `counts` and `disconnection`.
void add_reliability(nlohmann::ordered_json& json, const ReliabilityStudy& study);
// faults,routing,quantity,exact,sets,value,low,high: a row for each quantity; low and high are empty without interval.
[[nodiscard]] std::string reliability_csv(const ReliabilityStudy& study);
[[nodiscard]] std::string reliability_text(const ReliabilityStudy& study, const Components& components);

}  // namespace dateline

// What `loads`, `worst-case`, `optimal` and `bounds` say alike of a network's largest channel load: as JSON keys and as
// lines for people.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "models/base/numbers/rational.hpp"
#include "models/network/topology/topology.hpp"

namespace dateline {

inline constexpr const char* kLoadUnit = "flits/terminal/cycle";
inline constexpr double kLoadBudget = 1e9;       // steps of exact loads, which the user asked for: minutes
inline constexpr double kRunBoundsBudget = 3e7;  // of the bounds beside a run: a second or two

// "0->1 (dimension 0 +)"
[[nodiscard]] std::string channel_text(const Channel& channel);
// {from, to, dimension, sign}
[[nodiscard]] nlohmann::ordered_json channel_json(const Channel& channel);
// Adds gamma_max, capacity_load, injection_limit, throughput (of the channels), fraction_of_capacity: exact strings;
// null where there is none (no load; no capacity of a graph).
void add_load_keys(nlohmann::ordered_json& json, const Topology& topology, const Rational& gamma, const Rational& injection_limit = 1);
// "name      0.156250     = 5/32 unit"
[[nodiscard]] std::string number_line(const char* name, const Rational& value, const std::string& unit);
// The lines "ideal throughput", "injection limit" where that is lower, and "fraction of capacity" where there is one;
// gamma > 0.
[[nodiscard]] std::string throughput_lines(const Topology& topology, const Rational& gamma, const Rational& injection_limit = 1,
                                           const Rational& injected_at_once = 1);

}  // namespace dateline

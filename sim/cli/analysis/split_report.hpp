// What `bounds` says of an adaptive routing: between which numbers the least gamma of any split lies, and the prices of
// channels that prove it from below.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "models/analysis/latency/bounds.hpp"
#include "models/network/topology/topology.hpp"

namespace dateline {

// The largest load that belongs to the ideal throughput: exact, else none.
[[nodiscard]] std::optional<Rational> exact_gamma(const Bounds& bounds);
// The largest load that the routing, at its best, is proved to reach; 0: none.
[[nodiscard]] Rational known_gamma(const Bounds& bounds);
// gamma_lower, gamma_upper; null of an oblivious routing, and where there is no bound.
[[nodiscard]] nlohmann::ordered_json split_json(const Bounds& bounds);
[[nodiscard]] std::string split_lines(const Bounds& bounds);
// Per channel, the prices that prove the bound: of an oblivious routing, whose loads no choice can change, one: that of
// the busiest channel.
[[nodiscard]] std::vector<Rational> prices_of(const Topology& topology, const Bounds& bounds);
// "channel,from,port,to,price", a line for each that has a price above 0: of channel, node, port of it, node, fraction.
[[nodiscard]] std::string price_table(const Topology& topology, const std::vector<Rational>& prices);

}  // namespace dateline

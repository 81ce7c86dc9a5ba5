#include "sim/cli/output/load_report.hpp"

#include <fmt/format.h>

#include "models/analysis/loads/capacity.hpp"

namespace dateline {

namespace {

using Json = nlohmann::ordered_json;

}  // namespace

std::string channel_text(const Channel& c) {
  if (c.dimension < 0) return fmt::format("{}->{}", c.from.value(), c.to.value());
  const char* sign = c.sign > 0 ? " +" : c.sign < 0 ? " -" : "";
  return fmt::format("{}->{} (dimension {}{})", c.from.value(), c.to.value(), c.dimension, sign);
}

Json channel_json(const Channel& c) { return {{"from", c.from.value()}, {"to", c.to.value()}, {"dimension", c.dimension}, {"sign", c.sign}}; }

void add_load_keys(Json& json, const Topology& topology, const Rational& gamma, const Rational& injection_limit) {
  const std::optional<Rational> capacity = capacity_load(topology);
  json["gamma_max"] = to_string(gamma);
  json["capacity_load"] = capacity ? Json(to_string(*capacity)) : Json(nullptr);
  json["injection_limit"] = to_string(injection_limit);
  json["throughput"] = gamma > 0 ? Json(to_string(Rational(1 / gamma))) : Json(nullptr);
  json["fraction_of_capacity"] = gamma > 0 && capacity ? Json(to_string(Rational(*capacity / gamma))) : Json(nullptr);
}

std::string number_line(const char* name, const Rational& value, const std::string& unit) {
  return fmt::format("{:<22}{:<12.6f} = {} {}\n", name, to_double(value), to_string(value), unit);
}

std::string throughput_lines(const Topology& topology, const Rational& gamma, const Rational& injection_limit, const Rational& injected_at_once) {
  std::string text = number_line("ideal throughput", 1 / gamma, std::string(kLoadUnit) + " over the channels");
  if (gamma * injection_limit < 1) {
    text += number_line("injection limit", injection_limit,
                        fmt::format("flit{}/terminal/cycle: a terminal injects no more{}", injection_limit > 1 ? "s" : "",
                                    injection_limit < injected_at_once ? " of its own" : ""));
  }
  if (const auto capacity = capacity_load(topology)) {
    text += number_line("fraction of capacity", *capacity / gamma, fmt::format("(capacity load {})", to_string(*capacity)));
  }
  return text;
}

}  // namespace dateline

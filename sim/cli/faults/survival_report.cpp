#include "sim/cli/faults/survival_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/base/text/counted.hpp"

namespace dateline {
namespace {

using Json = nlohmann::ordered_json;

// A time in the user's unit.
SurvivalValue in_unit(SurvivalValue v, const Rational& lifetime) {
  const double unit = to_double(lifetime);
  v.value *= unit;
  if (v.interval) v.interval = Interval{v.interval->low * unit, v.interval->high * unit};
  if (v.exact) v.exact = Rational(*v.exact * lifetime);
  return v;
}

struct NamedValue {
  std::string name;
  std::optional<SurvivalValue> value;
};

std::vector<NamedValue> values_of(const SurvivalReport& report, const Survival& s) {
  std::vector<NamedValue> list = {{"time", in_unit(s.time, report.lifetime)}};
  if (!s.availability) return list;
  const auto time = [&](const std::optional<SurvivalValue>& v) { return v ? std::optional(in_unit(*v, report.lifetime)) : std::nullopt; };
  list.push_back({"availability", s.availability});
  list.push_back({"up", time(s.up)});
  list.push_back({"down", time(s.down)});
  return list;
}

void add(Json& json, const std::string& name, const std::optional<SurvivalValue>& v, bool fraction) {
  json[name] = v ? Json(v->value) : Json(nullptr);
  json[name + "_interval"] = v && v->interval ? Json::array({v->interval->low, v->interval->high}) : Json(nullptr);
  if (fraction) json[name + "_exact"] = v && v->exact ? Json(to_string(*v->exact)) : Json(nullptr);
}

Json survival_entry(const SurvivalReport& report, const Survival& s, const std::string* routing) {
  Json json = {{"routing", routing != nullptr ? Json(*routing) : Json(nullptr)},
               {"exact", s.exact},
               {"examined", s.examined},
               {"orders", s.exact ? Json(nullptr) : Json(s.orders)}};
  json["survivors"] = Json::array();
  for (const Rational& sets : s.survivors) json["survivors"].push_back(to_string(sets));
  json["standing"] = s.availability ? Json(s.standing) : Json(nullptr);
  json["reliability"] = Json::array();
  for (std::size_t t = 0; t < report.times.size(); ++t) {
    Json at = {{"time", to_double(report.times[t])}};
    add(at, "value", s.reliability[t], false);
    json["reliability"].push_back(std::move(at));
  }
  for (const NamedValue& v : values_of(report, s)) add(json, v.name, v.value, true);
  return json;
}

std::string text_of(const std::optional<SurvivalValue>& v) {
  if (!v) return "-";
  return fmt::format("{:.6g}", v->value) + (v->interval ? fmt::format(" [{:.6g}, {:.6g}]", v->interval->low, v->interval->high) : "");
}

std::string name_of_entry(const SurvivalReport& report, std::size_t i) { return i == 0 ? "connected" : report.routings[i - 1]; }

}  // namespace

Json survival_json(const SurvivalReport& report) {
  Json json = {{"lifetime", to_string(report.lifetime)}, {"repair", report.repair ? Json(to_string(*report.repair)) : Json(nullptr)}};
  json["entries"] = Json::array();
  for (std::size_t i = 0; i < report.survivals.size(); ++i) {
    json["entries"].push_back(survival_entry(report, report.survivals[i], i == 0 ? nullptr : &report.routings[i - 1]));
  }
  return json;
}

std::string survival_csv(const SurvivalReport& report) {
  std::string text;
  for (std::size_t i = 0; i < report.survivals.size(); ++i) {
    const Survival& s = report.survivals[i];
    const auto row = [&](const std::string& quantity, const std::optional<SurvivalValue>& v) {
      const std::string limits = v && v->interval ? fmt::format("{},{}", v->interval->low, v->interval->high) : ",";
      text += fmt::format(",{},{},{},{},{},{}\n", i == 0 ? "" : report.routings[i - 1], quantity, s.exact ? "true" : "false", s.orders,
                          v ? fmt::format("{}", v->value) : "", limits);
    };
    for (std::size_t t = 0; t < report.times.size(); ++t) row("reliability@" + to_string(report.times[t]), s.reliability[t]);
    for (const NamedValue& v : values_of(report, s)) row(i == 0 && v.name == "time" ? "time-survived" : v.name, v.value);
  }
  return text;
}

std::string survival_text(const SurvivalReport& report, const Components& components) {
  std::size_t widest = 0;
  for (std::size_t i = 0; i < report.survivals.size(); ++i) widest = std::max(widest, name_of_entry(report, i).size());
  std::string text = fmt::format("stands at a time, for a lifetime of {} and nothing repaired{}:\n", to_string(report.lifetime),
                                 report.repair ? fmt::format("; is available with a repair of {}", to_string(*report.repair)) : "");
  for (std::size_t i = 0; i < report.survivals.size(); ++i) {
    const Survival& s = report.survivals[i];
    text += fmt::format("  {:<{}}", name_of_entry(report, i), widest + 2);
    for (std::size_t t = 0; t < report.times.size(); ++t) {
      text += fmt::format("R({}) {}, ", to_string(report.times[t]), text_of(s.reliability[t]));
    }
    text += fmt::format("fails after {} in the mean", text_of(in_unit(s.time, report.lifetime)));
    if (s.availability) {
      text += fmt::format("; available {}", text_of(s.availability));
      if (s.up) text += fmt::format(", up for {}, down for {}", text_of(in_unit(*s.up, report.lifetime)), text_of(in_unit(*s.down, report.lifetime)));
    }
    text +=
        s.exact ? " (exact)\n" : fmt::format(" (exact up to {} failed, then {} drawn)\n", components.counted(s.examined), counted(s.orders, "order"));
  }
  return text;
}

}  // namespace dateline

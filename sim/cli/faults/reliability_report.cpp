#include "sim/cli/faults/reliability_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/base/text/counted.hpp"

namespace dateline {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kWords =
    "certainly: whatever is drawn and whatever is free; expected: the chance that a packet alone arrives, choosing at\n"
    "random among the channels that work; aware: the same, choosing with all faults known\n";

// A number that a study found, as every form of the report shows it.
struct Quantity {
  std::string name;
  bool exact;
  std::uint64_t sets;
  std::optional<double> value;
  std::optional<Interval> interval;
};

Quantity share(std::string name, bool exact, std::uint64_t yes, std::uint64_t sets) {
  Quantity q{std::move(name), exact, sets, {}, {}};
  if (sets == 0) return q;
  q.value = static_cast<double>(yes) / static_cast<double>(sets);
  if (!exact) q.interval = wilson_interval(yes, sets);
  return q;
}

Quantity mean(std::string name, bool exact, const MeanEstimate& of, bool is_share) {
  Quantity q{std::move(name), exact, of.count(), {}, {}};
  if (of.count() == 0) return q;
  q.value = of.mean();
  if (!exact) q.interval = is_share ? of.share_interval() : of.interval();
  if (q.interval) q.interval->low = std::max(0.0, q.interval->low);
  return q;
}

Quantity connected(const ConnectedShare& c) { return share("connected", c.exact, c.connected, c.sets); }

std::vector<Quantity> quantities(const DeliveredShare& d) {
  std::vector<Quantity> list = {mean("certain", d.exact, d.certain, true), mean("expected", d.exact, d.expected, true),
                                mean("aware", d.exact, d.aware, true), share("complete", d.exact, d.complete, d.sets)};
  if (d.absorbs) list.push_back(mean("absorptions", d.exact, d.absorptions, false));
  return list;
}

Quantity time_of(const DisconnectionTime& d) {
  if (d.exact) return {"time", true, 0, to_double(*d.exact * d.lifetime), {}};
  const double lifetime = to_double(d.lifetime);
  Quantity q{"time", false, d.sampled.count(), d.sampled.mean() * lifetime, d.sampled.interval()};
  if (q.interval) q.interval = Interval{q.interval->low * lifetime, q.interval->high * lifetime};
  return q;
}

void add(Json& json, const Quantity& q) {
  json[q.name] = q.value ? Json(*q.value) : Json(nullptr);
  json[q.name + "_interval"] = q.interval ? Json::array({q.interval->low, q.interval->high}) : Json(nullptr);
}

std::string text_of(const Quantity& q) {
  if (!q.value) return "-";
  return fmt::format("{:.6g}", *q.value) + (q.interval ? fmt::format(" [{:.6g}, {:.6g}]", q.interval->low, q.interval->high) : "");
}

Json delivered_json(const std::string& routing, const DeliveredShare& d) {
  Json json = {{"routing", routing}, {"exact", d.exact}, {"sets", d.sets}, {"complete_sets", d.complete}};
  for (const Quantity& q : quantities(d)) add(json, q);
  if (!d.absorbs) add(json, {"absorptions", d.exact, 0, {}, {}});
  return json;
}

}  // namespace

void add_reliability(Json& json, const ReliabilityStudy& study) {
  json["counts"] = Json::array();
  for (const ReliabilityCount& count : study.counts) {
    const ConnectedShare& c = count.connected;
    Json entry = {{"faults", count.faults}, {"exact", c.exact}, {"sets", c.sets}, {"connected_sets", c.connected}};
    add(entry, connected(c));
    entry["routings"] = Json::array();
    for (std::size_t r = 0; r < study.routings.size(); ++r) entry["routings"].push_back(delivered_json(study.routings[r], count.delivered[r]));
    json["counts"].push_back(std::move(entry));
  }
  json["disconnection"] = nullptr;
  if (!study.disconnection) return;
  const DisconnectionTime& d = *study.disconnection;
  Json entry = {{"exact", d.exact.has_value()}, {"orders", d.exact ? Json(nullptr) : Json(d.sampled.count())}};
  add(entry, time_of(d));
  entry["time_exact"] = d.exact ? Json(to_string(Rational(*d.exact * d.lifetime))) : Json(nullptr);
  json["disconnection"] = std::move(entry);
}

std::string reliability_csv(const ReliabilityStudy& study) {
  std::string text = "faults,routing,quantity,exact,sets,value,low,high\n";
  const auto row = [&](const std::string& faults, const std::string& routing, const Quantity& q) {
    const std::string limits = q.interval ? fmt::format("{},{}", q.interval->low, q.interval->high) : ",";
    text += fmt::format("{},{},{},{},{},{},{}\n", faults, routing, q.name, q.exact ? "true" : "false", q.sets,
                        q.value ? fmt::format("{}", *q.value) : "", limits);
  };
  for (const ReliabilityCount& count : study.counts) {
    const std::string faults = std::to_string(count.faults);
    row(faults, "", connected(count.connected));
    for (std::size_t r = 0; r < study.routings.size(); ++r) {
      for (const Quantity& q : quantities(count.delivered[r])) row(faults, study.routings[r], q);
    }
  }
  if (study.disconnection) row("", "", time_of(*study.disconnection));
  return text;
}

std::string reliability_text(const ReliabilityStudy& study, const Components& components) {
  std::size_t widest = 0;
  for (const std::string& routing : study.routings) widest = std::max(widest, routing.size());
  std::string text;
  for (const ReliabilityCount& count : study.counts) {
    const ConnectedShare& c = count.connected;
    text += fmt::format("{} failed: connected {} ({} of {}, {})\n", components.counted(count.faults), text_of(connected(c)), c.connected,
                        counted(c.sets, "set"), c.exact ? "exact" : "drawn");
    for (std::size_t r = 0; r < study.routings.size(); ++r) {
      const DeliveredShare& d = count.delivered[r];
      const std::vector<Quantity> list = quantities(d);
      text +=
          fmt::format("  {:<{}}delivers certainly {} of the pairs, expected {}, aware {}; all certainly in {} of {}{}", study.routings[r], widest + 2,
                      text_of(list[0]), text_of(list[1]), text_of(list[2]), d.complete, counted(d.sets, "set"), d.exact ? ", exact" : "");
      text += d.absorbs ? fmt::format("; {} absorptions a packet\n", text_of(list.back())) : "\n";
    }
  }
  if (!study.routings.empty()) text += kWords;
  if (study.disconnection) {
    const Quantity time = time_of(*study.disconnection);
    text += fmt::format("disconnected after {} in the mean, for a lifetime of {} ({})\n", text_of(time), to_string(study.disconnection->lifetime),
                        time.exact ? "exact" : fmt::format("{} orders drawn", time.sets));
  }
  return text;
}

}  // namespace dateline

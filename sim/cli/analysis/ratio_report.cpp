#include "sim/cli/analysis/ratio_report.hpp"

#include <fmt/format.h>

#include "models/base/text/counted.hpp"
#include "sim/cli/analysis/throughput_report.hpp"
#include "sim/cli/output/load_report.hpp"

namespace dateline {

namespace {

using Json = nlohmann::ordered_json;

}  // namespace

Json ratio_json(const Topology& topology, const AgainstOptimum& ratio) {
  Json json = {{"lower", to_string(ratio.lower)}, {"upper", to_string(ratio.upper)}, {"exact", ratio.exact()}};
  json["channel"] = channel_json(topology.channel(ratio.channel));
  json["unit"] = to_string(ratio.unit);
  json["prices"] = prices_json(topology, ratio.prices);
  json["loaded"] = channel_json(topology.channel(ratio.loaded));
  json["load"] = to_string(ratio.load);
  json["theta"] = to_string(ratio.theta);
  json["traffic"] = Json::array();
  for (const AgainstOptimum::Flow& f : ratio.traffic) {
    json["traffic"].push_back({{"source", f.source.value()}, {"destination", f.destination.value()}, {"amount", to_string(f.amount)}});
  }
  json["per_channel"] = Json::array();
  for (const AgainstOptimum::OfChannel& f : ratio.channels) {
    Json entry = channel_json(topology.channel(f.channel));
    entry["lower"] = to_string(f.lower);
    entry["upper"] = to_string(f.upper);
    json["per_channel"].push_back(std::move(entry));
  }
  json["pivots"] = ratio.pivots;
  return json;
}

std::string ratio_lines(const Topology& topology, const AgainstOptimum& ratio) {
  const std::string what = "times the load that the best routing for the same traffic has, at worst";
  std::string text = ratio.exact()
                         ? number_line("ratio to the best", ratio.upper, what)
                         : fmt::format("{:<22}{:.6f} to {:.6f} {}\n", "ratio to the best", to_double(ratio.lower), to_double(ratio.upper), what);
  text += fmt::format("{:<22}{}\n", "on channel", channel_text(topology.channel(ratio.channel)));
  return text + fmt::format("{:<22}checked: prices of channels, and a matrix of {} with a table that carries it\n", "certificates",
                            counted(ratio.traffic.size(), "flow"));
}

}  // namespace dateline

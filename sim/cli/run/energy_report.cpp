#include "sim/cli/run/energy_report.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

namespace dateline {
namespace {

using Json = nlohmann::ordered_json;
using Kind = std::pair<const char*, CountedEnergy NetworkEnergy::*>;

constexpr std::array<Kind, 7> kKinds = {{{"buffer_writes", &NetworkEnergy::buffer_writes},
                                         {"buffer_reads", &NetworkEnergy::buffer_reads},
                                         {"crossbar", &NetworkEnergy::crossbar},
                                         {"switch_allocations", &NetworkEnergy::switch_allocations},
                                         {"vc_allocations", &NetworkEnergy::vc_allocations},
                                         {"links", &NetworkEnergy::links},
                                         {"routers", &NetworkEnergy::routers}}};

std::optional<Rational> per_flit(const NetworkEnergy& energy) {
  if (energy.accepted_flits == 0) return std::nullopt;
  return Rational(energy.total / energy.accepted_flits);
}

std::string link_row(const std::string& ends, const CountedEnergy& link) {
  return fmt::format("{},,,,,{},{}\n", ends, link.count, to_double(link.energy));
}

}  // namespace

std::optional<EnergyCoefficients> energy_coefficients(const Setting<std::string>& file, const Topology& topology) {
  if (!file.has()) return std::nullopt;
  return read_energy_coefficients(file.source(), *file, topology);
}

Json energy_json(const NetworkEnergy& energy) {
  Json json;
  json["total"] = to_double(energy.total);
  const std::optional<Rational> each = per_flit(energy);
  json["per_flit"] = each ? Json(to_double(*each)) : Json(nullptr);
  json["accepted_flits"] = energy.accepted_flits;
  const auto put = [&](const char* name, const CountedEnergy& kind) { json[name] = {{"count", kind.count}, {"energy", to_double(kind.energy)}}; };
  for (const auto& [name, kind] : kKinds) put(name, energy.*kind);
  if (energy.resent) put("resent", *energy.resent);
  json["per_router"] = Json::array();
  for (const NetworkEnergy::Router& router : energy.by_router) json["per_router"].push_back(to_double(router.energy));
  json["per_channel"] = Json::array();
  for (const CountedEnergy& channel : energy.by_channel) json["per_channel"].push_back(to_double(channel.energy));
  return json;
}

std::string energy_table(const Topology& topology, const NetworkEnergy& energy) {
  std::string text = "part,from,to,dimension,sign,buffer_writes,buffer_reads,crossings,vc_allocations,flits,energy\n";
  for (std::uint32_t v = 0; v < topology.nodes(); ++v) {
    const NetworkEnergy::Router& r = energy.by_router[v];
    text +=
        fmt::format("router,{},{},,,{},{},{},{},,{}\n", v, v, r.buffer_writes, r.buffer_reads, r.crossings, r.vc_allocations, to_double(r.energy));
  }
  for (std::uint32_t c = 0; c < topology.channels(); ++c) {
    const Channel& channel = topology.channel(ChannelId(c));
    text +=
        link_row(fmt::format("channel,{},{},{},{}", channel.from.value(), channel.to.value(), channel.dimension, channel.sign), energy.by_channel[c]);
  }
  for (std::uint32_t t = 0; t < energy.by_injection.size(); ++t) {
    text += link_row(fmt::format("injection,{},{},,", t, topology.router_of(TerminalId(t)).value()), energy.by_injection[t]);
  }
  for (std::uint32_t t = 0; t < energy.by_ejection.size(); ++t) {
    text += link_row(fmt::format("ejection,{},{},,", topology.router_of(TerminalId(t)).value(), t), energy.by_ejection[t]);
  }
  return text;
}

std::string energy_lines(const std::optional<NetworkEnergy>& energy) {
  if (!energy) return {};
  const std::optional<Rational> each = per_flit(*energy);
  const std::string flit = each ? fmt::format(", {:.4g} pJ/flit accepted", to_double(*each)) : std::string{};
  return fmt::format("{:<18}{:.6g} pJ in the window{}\n", "energy", to_double(energy->total), flit);
}

}  // namespace dateline

#include "sim/cli/analysis/traffic_limits.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/base/error.hpp"
#include "models/base/text/line_reader.hpp"
#include "models/network/symmetry/distances.hpp"

namespace dateline {
namespace {

constexpr std::size_t kLongestOfLimits = 1000;

std::uint32_t terminal_of(const LineReader& reader, const std::string& word, std::uint32_t terminals) {
  const auto t = whole_number(word, terminals - 1);
  if (!t) reader.fail(fmt::format("'{}' is no terminal; allowed 0..{}", printable(word), terminals - 1));
  return static_cast<std::uint32_t>(*t);
}

Rational rate_of(const LineReader& reader, const std::string& word) {
  const auto rate = read_rational(word);
  if (!rate) reader.fail(fmt::format("'{}' is no rate; allowed: 0 or more, as 2, 0.5 or 1/3", printable(word)));
  return *rate;
}

// "TERMINAL SEND RECEIVE", a line for each.
void read_rates(const std::string& path, TrafficLimits& limits) {
  LineReader reader("worst-case", "rates", path, kLongestOfLimits);
  const auto terminals = static_cast<std::uint32_t>(limits.send.size());
  std::vector<bool> known(terminals, false);
  while (const auto words = reader.next()) {
    if (words->size() != 3) reader.fail("is no line 'TERMINAL SEND RECEIVE'");
    const std::uint32_t t = terminal_of(reader, (*words)[0], terminals);
    if (known[t]) reader.fail(fmt::format("gives terminal {} rates that an earlier line gives it too", t));
    known[t] = true;
    limits.send[t] = rate_of(reader, (*words)[1]);
    limits.receive[t] = rate_of(reader, (*words)[2]);
  }
  const auto missing = std::find(known.begin(), known.end(), false);
  if (missing == known.end()) return;
  throw ConfigError(
      "worst-case", "rates", path,
      fmt::format("has no line of terminal {}; allowed is a line 'TERMINAL SEND RECEIVE' of each of {}", missing - known.begin(), terminals));
}

// "SOURCE DESTINATION", a line for each pair that sends nothing.
void read_forbidden(const std::string& path, TrafficLimits& limits) {
  LineReader reader("worst-case", "forbid", path, kLongestOfLimits);
  const auto terminals = static_cast<std::uint32_t>(limits.send.size());
  while (const auto words = reader.next()) {
    if (words->size() != 2) reader.fail("is no line 'SOURCE DESTINATION'");
    limits.allowed[std::size_t{terminal_of(reader, (*words)[0], terminals)} * terminals + terminal_of(reader, (*words)[1], terminals)] = false;
  }
}

// "even", "odd" or "3,17,20-25": all others have the rate 0.
void keep_only(const Setting<std::string>& setting, std::vector<Rational>& rates) {
  if (!setting.has()) return;
  const auto terminals = static_cast<std::uint32_t>(rates.size());
  std::vector<bool> kept(terminals, false);
  const auto refuse = [&](const std::string& part) {
    setting.refuse(fmt::format("has '{}'; allowed: even, odd, or terminals 0..{} as 3,17,20-25", printable(part), terminals - 1));
  };
  if (*setting == "even" || *setting == "odd") {
    for (std::uint32_t t = *setting == "odd" ? 1 : 0; t < terminals; t += 2) kept[t] = true;
  } else {
    for (const std::string& part : split(*setting, ',')) {
      const std::size_t dash = part.find('-');
      const auto first = whole_number(part.substr(0, dash), terminals - 1);
      const auto last = dash == std::string::npos ? first : whole_number(part.substr(dash + 1), terminals - 1);
      if (!first || !last || *first > *last) refuse(part);
      std::fill(kept.begin() + static_cast<std::ptrdiff_t>(*first), kept.begin() + static_cast<std::ptrdiff_t>(*last + 1), true);
    }
  }
  for (std::uint32_t t = 0; t < terminals; ++t) {
    if (!kept[t]) rates[t] = 0;
  }
}

// Hops of the whole network, faults or not.
void keep_within(const Topology& topology, std::uint64_t hops, TrafficLimits& limits) {
  const std::uint32_t terminals = topology.terminals();
  for (std::uint32_t v = 0; v < topology.nodes(); ++v) {
    if (topology.terminals_of(NodeId(v)).empty()) continue;
    const std::vector<std::uint32_t> from = hops_from(topology, NodeId(v));
    for (const TerminalId s : topology.terminals_of(NodeId(v))) {
      for (std::uint32_t t = 0; t < terminals; ++t) {
        if (from[topology.router_of(TerminalId(t)).value()] > hops) limits.allowed[std::size_t{s.value()} * terminals + t] = false;
      }
    }
  }
}

bool anything_left(const TrafficLimits& limits) {
  const std::size_t terminals = limits.send.size();
  for (std::size_t s = 0; s < terminals; ++s) {
    for (std::size_t t = 0; limits.send[s] > 0 && t < terminals; ++t) {
      if (limits.receive[t] > 0 && limits.allowed[s * terminals + t]) return true;
    }
  }
  return false;
}

}  // namespace

std::optional<TrafficLimits> traffic_limits(const WorstCaseSettings& settings, const Topology& topology, const FaultMap* faults) {
  const bool any = settings.rates.has() || settings.senders.has() || settings.receivers.has() || settings.forbid.has() || settings.within.has();
  if (!any) return std::nullopt;
  const std::uint32_t terminals = topology.terminals();
  constexpr std::uint32_t kMost = 8192;
  if (terminals > kMost) settings.network.topology.refuse(fmt::format("has {} terminals; limits are of at most {}", terminals, kMost));
  TrafficLimits limits{std::vector<Rational>(terminals, 1), std::vector<Rational>(terminals, 1),
                       std::vector<bool>(std::size_t{terminals} * terminals, true)};
  if (settings.rates.has()) read_rates(*settings.rates, limits);
  keep_only(settings.senders, limits.send);
  keep_only(settings.receivers, limits.receive);
  if (settings.forbid.has()) read_forbidden(*settings.forbid, limits);
  if (settings.within.has()) keep_within(topology, *settings.within, limits);
  for (std::uint32_t t = 0; faults != nullptr && t < terminals; ++t) {
    if (faults->failed(topology.router_of(TerminalId(t)))) limits.send[t] = limits.receive[t] = 0;
  }
  if (!anything_left(limits)) {
    const AnySetting* given = &settings.within;
    for (const AnySetting* one :
         std::initializer_list<const AnySetting*>{&settings.rates, &settings.senders, &settings.receivers, &settings.forbid}) {
      if (one->has()) given = one;
    }
    given->refuse("leaves no pair that sends anything");
  }
  return limits;
}

std::optional<ChannelId> chosen_channel(const WorstCaseSettings& settings, const Topology& topology) {
  if (!settings.channel.has()) return std::nullopt;
  const std::string& text = *settings.channel;
  const std::size_t arrow = text.find('>'), slash = std::min(text.find('/'), text.size());
  const auto refuse = [&](const std::string& why) {
    settings.channel.refuse(why + "; allowed: FROM>TO, or FROM>TO/K for the K-th of parallel ones");
  };
  if (arrow == std::string::npos || slash < arrow) refuse("is no channel");
  const auto from = whole_number(text.substr(0, arrow), topology.nodes() - 1);
  const auto to = whole_number(text.substr(arrow + 1, slash - arrow - 1), topology.nodes() - 1);
  const auto rank = slash == text.size() ? std::optional<std::uint64_t>(0) : whole_number(text.substr(slash + 1), kMaxPorts);
  if (!from || !to || !rank) refuse("names no channel");
  std::uint64_t parallel = 0;
  for (std::uint32_t c = 0; c < topology.channels(); ++c) {
    const Channel& channel = topology.channel(ChannelId(c));
    if (channel.from == NodeId(static_cast<std::uint32_t>(*from)) && channel.to == NodeId(static_cast<std::uint32_t>(*to)) && parallel++ == *rank) {
      return ChannelId(c);
    }
  }
  refuse("is none of the network");
  return std::nullopt;
}

}  // namespace dateline

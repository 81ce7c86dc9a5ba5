#include "traffic/patterns/adversarial.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "models/base/error.hpp"
#include "models/base/text/name_table.hpp"
#include "models/base/text/parse.hpp"

namespace dateline {

AdversarialTraffic::AdversarialTraffic(std::string_view text, const Topology& topology) {
  std::map<std::uint32_t, std::vector<TerminalId>> members;  // by the topology's number of a group
  for (std::uint32_t t = 0; t < topology.terminals(); ++t) members[topology.group_of(TerminalId(t))].emplace_back(t);
  if (members.size() < 2) {
    throw ConfigError("traffic", "traffic", text, fmt::format("is not defined on topology {}: it has one group", printable(topology.name())));
  }
  const std::size_t by = parse_whole({"traffic", "adv I"}, argument_of(text), 1, members.size() - 1);
  group_.resize(topology.terminals());
  for (auto& [number, terminals] : members) {
    for (const TerminalId t : terminals) group_[t.value()] = static_cast<std::uint32_t>(target_groups_.size());
    target_groups_.push_back(std::move(terminals));
  }
  std::rotate(target_groups_.begin(), target_groups_.begin() + static_cast<std::ptrdiff_t>(by), target_groups_.end());
}

std::vector<Demand> AdversarialTraffic::row(TerminalId source) const {
  std::vector<Demand> demands;
  const std::vector<TerminalId>& to = targets(source);
  demands.reserve(to.size());
  for (const TerminalId t : to) demands.push_back({t, Rational(1, to.size())});
  return demands;
}

TerminalId AdversarialTraffic::sample(TerminalId source, RandomStream& random) const {
  const std::vector<TerminalId>& to = targets(source);
  return to[random.below(static_cast<std::uint32_t>(to.size()))];
}

std::vector<Rational> AdversarialTraffic::columns(std::uint32_t terminals) const {
  std::vector<std::uint32_t> senders(target_groups_.size(), 0);
  for (const std::uint32_t group : group_) ++senders[group];
  std::vector<Rational> sums(terminals);
  for (std::size_t g = 0; g < target_groups_.size(); ++g) {
    for (const TerminalId t : target_groups_[g]) sums[t.value()] = Rational(senders[g], target_groups_[g].size());
  }
  return sums;
}

}  // namespace dateline

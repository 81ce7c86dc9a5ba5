#include "models/analysis/loads/end_traffic.hpp"

#include <map>

namespace dateline {

EndTraffic::EndTraffic(const Topology& topology, const WalkEnds& ends, const TrafficPattern& pattern)
    : ends_(ends),
      one_each_(ends_.by_terminal() || topology.one_terminal_a_router()),
      pattern_(&pattern),
      alike_(!one_each_ && pattern.permutation_invariant()) {
  if (!alike_) return;
  for (const Demand& d : pattern.row(TerminalId(0))) (d.destination == TerminalId(0) ? to_itself_ : to_another_) = d.probability;
}

std::vector<Demand> EndTraffic::alike_row(std::uint32_t end) const {
  const std::uint32_t here = ends_.terminals(end).size();
  std::vector<Demand> row;
  row.reserve(ends_.count());
  std::uint32_t there = 0;
  Rational amount = 0;  // to `there` terminals of another end
  for (std::uint32_t to = 0; to < ends_.count(); ++to) {
    const TerminalRange terminals = ends_.terminals(to);
    if (terminals.size() != there) {
      there = terminals.size();
      amount = to_another_ * here * there;
    }
    if (to == end) {
      row.push_back({terminals.front(), Rational((to_itself_ + to_another_ * (here - 1)) * here)});
    } else if (there > 0) {
      row.push_back({terminals.front(), amount});
    }
    if (!row.empty() && row.back().probability == 0) row.pop_back();
  }
  return row;
}

std::vector<Demand> EndTraffic::row(std::uint32_t end) const {
  if (one_each_) return pattern_->row(TerminalId(end));
  if (alike_) return ends_.terminals(end).empty() ? std::vector<Demand>() : alike_row(end);
  std::map<std::uint32_t, Rational> sums;
  for (const TerminalId t : ends_.terminals(end)) {
    for (const Demand& d : pattern_->row(t)) sums[ends_.of(d.destination)] += d.probability;
  }
  std::vector<Demand> row;
  row.reserve(sums.size());
  for (const auto& [to, amount] : sums) row.push_back({ends_.terminals(to).front(), amount});
  return row;
}

Rational EndTraffic::total() const {
  Rational sum = 0;
  for (std::uint32_t end = 0; end < ends_.count(); ++end) {
    for (const TerminalId t : ends_.terminals(end)) sum += pattern_->share(t);
  }
  return sum;
}

DemandColumns::DemandColumns(const EndTraffic& traffic) : traffic_(traffic), flows_(traffic.ends().count()) {
  std::map<Rational, std::uint32_t> index_of;
  for (std::uint32_t s = 0; s < flows_.size(); ++s) {
    Rational previous = -1;
    std::uint32_t index = 0;
    for (const Demand& d : traffic.row(s)) {
      if (d.probability != previous) {
        previous = d.probability;
        const auto [it, added] = index_of.try_emplace(previous, static_cast<std::uint32_t>(amounts_.size()));
        if (added) amounts_.push_back(previous);
        index = it->second;
      }
      flows_[traffic.ends().of(d.destination)].push_back({s, index});
    }
  }
}

DemandColumns::Column DemandColumns::to(std::uint32_t end) const {
  Column column;
  if (flows_[end].empty()) return column;
  column.destination = traffic_.ends().terminals(end).front();
  for (const Flow& flow : flows_[end]) {
    column.sources.push_back(traffic_.ends().terminals(flow.source).front());
    column.amounts.push_back(amounts_[flow.amount]);
  }
  return column;
}

}  // namespace dateline

#include "models/analysis/loads/end_traffic.hpp"

#include <map>

namespace dateline {

std::vector<Demand> EndTraffic::row(std::uint32_t end) const {
  if (one_each_) return pattern_->row(TerminalId(end));
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

}  // namespace dateline

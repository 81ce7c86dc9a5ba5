#include "traffic/schedules/demand_traffic.hpp"

#include <algorithm>

#include "models/base/error.hpp"

namespace dateline {

DemandTraffic::DemandTraffic(const std::vector<PlacedSchedule>& schedules, const MessageSizes& sizes, std::uint32_t terminals)
    : begin_(terminals + std::size_t{1}, 0), total_(terminals, 0) {
  for (const PlacedSchedule& placed : schedules) add(placed, sizes);
  const auto before = [](const Flow& a, const Flow& b) { return a.source != b.source ? a.source < b.source : a.destination < b.destination; };
  if (!std::is_sorted(flows_.begin(), flows_.end(), before)) std::sort(flows_.begin(), flows_.end(), before);
  for (std::size_t i = 0; i < flows_.size(); ++i) begin_[flows_[i].source + std::size_t{1}] = i + 1;
  for (std::size_t t = 1; t < begin_.size(); ++t) begin_[t] = std::max(begin_[t], begin_[t - 1]);
  for (const Integer& total : total_) scale_ = std::max(scale_, total);
}

void DemandTraffic::add(const PlacedSchedule& placed, const MessageSizes& sizes) {
  struct Part {
    std::uint64_t pair, flits;
  };
  const Schedule& schedule = *placed.schedule;
  const std::vector<TerminalId>& places = *placed.places;
  std::vector<Part> parts;
  parts.reserve(schedule.messages() / schedule.repeat());
  for (std::uint32_t i = 0; i < schedule.size(); ++i) {
    const Operation& o = schedule[i];
    if (o.kind() != OperationKind::send) continue;
    const std::uint64_t from = places[o.rank].value(), to = places[schedule[o.partner].rank].value();
    parts.push_back({from << 32U | to, sizes.flits(o.amount)});
  }
  std::sort(parts.begin(), parts.end(), [](const Part& a, const Part& b) { return a.pair < b.pair; });
  std::size_t pairs = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) pairs += i == 0 || parts[i].pair != parts[i - 1].pair ? 1U : 0U;
  flows_.reserve(flows_.size() + pairs);
  for (std::size_t i = 0; i < parts.size();) {
    const std::uint64_t pair = parts[i].pair;
    Integer flits = 0;
    for (; i < parts.size() && parts[i].pair == pair; ++i) flits += parts[i].flits;
    const auto source = static_cast<std::uint32_t>(pair >> 32U);
    flits *= schedule.repeat();
    total_[source] += flits;
    flows_.push_back({source, static_cast<std::uint32_t>(pair), flits});
  }
}

std::vector<Demand> DemandTraffic::row(TerminalId source) const {
  std::vector<Demand> row;
  for (std::size_t i = begin_[source.value()]; i < begin_[source.value() + std::size_t{1}]; ++i) {
    row.push_back({TerminalId(flows_[i].destination), Rational(flows_[i].flits, scale_)});
  }
  return row;
}

TerminalId DemandTraffic::sample(TerminalId /*source*/, RandomStream& /*random*/) const {
  throw InvariantError("the demands of a schedule are not drawn from");
}

Rational DemandTraffic::share(TerminalId source) const { return scale_ == 0 ? Rational(0) : Rational(total_[source.value()], scale_); }

}  // namespace dateline

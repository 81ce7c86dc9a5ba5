#include "traffic/schedules/demand_traffic.hpp"

#include <algorithm>
#include <limits>

#include "models/base/error.hpp"

namespace dateline {

namespace {

constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();

std::uint64_t sum(std::uint64_t a, std::uint64_t b) { return a > kMost - b ? kMost : a + b; }
std::uint64_t product(std::uint64_t a, std::uint64_t b) { return b != 0 && a > kMost / b ? kMost : a * b; }

}  // namespace

DemandTraffic::DemandTraffic(const std::vector<PlacedSchedule>& schedules, const MessageSizes& sizes, std::uint32_t terminals)
    : begin_(terminals + std::size_t{1}, 0), total_(terminals, 0) {
  for (const PlacedSchedule& placed : schedules) add(placed, sizes);
  join();
  for (std::size_t i = 0; i < flows_.size(); ++i) {
    begin_[flows_[i].source + std::size_t{1}] = i + 1;
    total_[flows_[i].source] += flows_[i].flits;
  }
  for (std::size_t t = 1; t < begin_.size(); ++t) begin_[t] = std::max(begin_[t], begin_[t - 1]);
  for (const Integer& total : total_) scale_ = std::max(scale_, total);
}

// A flow a message.
void DemandTraffic::add(const PlacedSchedule& placed, const MessageSizes& sizes) {
  const Schedule& schedule = *placed.schedule;
  const std::vector<TerminalId>& places = *placed.places;
  flows_.reserve(flows_.size() + schedule.messages() / schedule.repeat());
  for (std::uint32_t i = 0; i < schedule.size(); ++i) {
    const Operation& o = schedule[i];
    if (o.kind() != OperationKind::send) continue;
    flows_.push_back({places[o.rank].value(), places[schedule[o.partner].rank].value(), product(sizes.flits(o.amount), schedule.repeat())});
  }
}

// Those of one pair to one.
void DemandTraffic::join() {
  const auto pair = [](const Flow& flow) { return std::uint64_t{flow.source} << 32U | flow.destination; };
  const auto before = [&](const Flow& a, const Flow& b) { return pair(a) < pair(b); };
  if (!std::is_sorted(flows_.begin(), flows_.end(), before)) std::sort(flows_.begin(), flows_.end(), before);
  std::size_t count = 0;
  for (const Flow& flow : flows_) {
    if (count > 0 && pair(flows_[count - 1]) == pair(flow)) {
      flows_[count - 1].flits = sum(flows_[count - 1].flits, flow.flits);
    } else {
      flows_[count++] = flow;
    }
  }
  if (count == flows_.size()) return;
  flows_.resize(count);
  flows_.shrink_to_fit();
}

std::vector<Demand> DemandTraffic::row(TerminalId source) const {
  std::vector<Demand> row;
  for (std::size_t i = begin_[source.value()]; i < begin_[source.value() + std::size_t{1}]; ++i) {
    row.push_back({TerminalId(flows_[i].destination), Rational(Integer(flows_[i].flits), scale_)});
  }
  return row;
}

TerminalId DemandTraffic::sample(TerminalId /*source*/, RandomStream& /*random*/) const {
  throw InvariantError("the demands of a schedule are not drawn from");
}

Rational DemandTraffic::share(TerminalId source) const { return scale_ == 0 ? Rational(0) : Rational(total_[source.value()], scale_); }

}  // namespace dateline

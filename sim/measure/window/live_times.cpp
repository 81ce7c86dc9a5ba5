#include "sim/measure/window/live_times.hpp"

#include <algorithm>

#include "models/network/faults/fault_map.hpp"

namespace dateline {
namespace {

std::vector<std::uint8_t> failed_under(const FaultMap* faults, std::uint32_t terminals) {
  std::vector<std::uint8_t> failed(terminals, 0);
  if (faults == nullptr) return failed;
  for (std::uint32_t t = 0; t < terminals; ++t) failed[t] = faults->failed(faults->topology().router_of(TerminalId(t))) ? 1 : 0;
  return failed;
}

}  // namespace

LiveTimes::LiveTimes(std::uint32_t terminals, const std::vector<std::uint8_t>& failed, const std::vector<NetworkChange>& changes)
    : terminals_(terminals) {
  const auto add = [&](Cycle from, std::vector<std::uint8_t> dead) {
    const auto living = static_cast<std::uint32_t>(std::count(dead.begin(), dead.end(), 0));
    spans_.push_back({from, std::move(dead), living});
  };
  add(0, failed.empty() ? std::vector<std::uint8_t>(terminals, 0) : failed);
  for (const NetworkChange& change : changes) add(change.at, failed_under(change.faults(), terminals));
}

template <typename Visit>
void LiveTimes::for_spans(Cycle begin, Cycle end, Visit visit) const {
  for (std::size_t i = 0; i < spans_.size(); ++i) {
    const Cycle from = std::max(begin, spans_[i].from);
    const Cycle to = i + 1 < spans_.size() ? std::min(end, spans_[i + 1].from) : end;
    if (from < to) visit(spans_[i], to - from);
  }
}

std::vector<Cycle> LiveTimes::of(Cycle begin, Cycle end) const {
  std::vector<Cycle> lived(terminals_, 0);
  for_spans(begin, end, [&](const Span& span, Cycle cycles) {
    for (std::uint32_t t = 0; t < terminals_; ++t) lived[t] += span.failed[t] == 0 ? cycles : 0;
  });
  return lived;
}

std::uint64_t LiveTimes::total(Cycle begin, Cycle end) const {
  std::uint64_t sum = 0;
  for_spans(begin, end, [&](const Span& span, Cycle cycles) { sum += cycles * span.living; });
  return sum;
}

}  // namespace dateline

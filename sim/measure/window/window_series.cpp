#include "sim/measure/window/window_series.hpp"

#include <algorithm>
#include <numeric>

namespace dateline {
namespace {

__extension__ using Wide = unsigned __int128;

std::uint64_t sum(const std::vector<std::uint64_t>& values) { return std::accumulate(values.begin(), values.end(), std::uint64_t{0}); }

}  // namespace

WindowSeries::WindowSeries(std::uint32_t parts, Cycle begin, Cycle cycles, std::vector<double> bandwidths)
    : begin_(begin), cycles_(cycles), bandwidths_(std::move(bandwidths)), parts_(parts) {
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    parts_[i].begin = border(i);
    parts_[i].cycles = border(i + 1) - border(i);
  }
}

Cycle WindowSeries::border(std::size_t i) const { return begin_ + static_cast<Cycle>(static_cast<Wide>(cycles_) * i / parts_.size()); }

void WindowSeries::pass_border(Snapshot counts, std::uint64_t in_flight) {
  if (passed_ > 0) {
    WindowPart& part = parts_[passed_ - 1];
    part.generated_flits = sum(counts.generated_flits) - sum(last_.generated_flits);
    std::int64_t accepted = 0;
    for (std::uint32_t t = 0; t < counts.ejected_flits.size(); ++t) accepted += accepted_flits(last_, counts, t);
    part.ejected_flits = static_cast<std::uint64_t>(std::max<std::int64_t>(accepted, 0));
    part.in_flight = in_flight;
    for (std::size_t c = 0; c < counts.channels.size(); ++c) {
      const std::uint64_t flits = counts.channels[c].flits - last_.channels[c].flits;
      part.channel_flits += flits;
      part.busiest_flits = std::max(part.busiest_flits, flits);
      part.busiest_cycles = std::max(part.busiest_cycles, static_cast<double>(flits) / (bandwidths_.empty() ? 1.0 : bandwidths_[c]));
    }
  }
  last_ = std::move(counts);
  ++passed_;
}

void WindowSeries::add(const Delivery& delivery) {
  const Cycle generated = delivery.packet.order.generated;
  const auto after = std::upper_bound(parts_.begin(), parts_.end(), generated, [](Cycle cycle, const WindowPart& p) { return cycle < p.begin; });
  (after - 1)->latency.add(delivery.latency());
}

std::vector<const WindowPart*> WindowSeries::parts() const {
  std::vector<const WindowPart*> passed;
  for (std::size_t i = 0; i + 1 < passed_; ++i) passed.push_back(&parts_[i]);
  return passed;
}

}  // namespace dateline

#include <algorithm>

#include "sim/core/tiles/tiled_network.hpp"

namespace dateline {

TilingReport TiledNetwork::report() const {
  const auto seconds = [](std::chrono::steady_clock::duration time) { return std::chrono::duration<double>(time).count(); };
  TilingReport report{members_.size(), pool_->threads(), 0, 1, {}, seconds(passed_)};
  if (stretches_.count > 0) report.stretch = static_cast<double>(stretches_.cycles) / static_cast<double>(stretches_.count);
  std::size_t leading_out = 0;
  for (const std::unique_ptr<Member>& member : members_) {
    leading_out += member->range.outgoing.size();
    report.seconds.push_back(seconds(member->worked));
  }
  report.border = static_cast<double>(leading_out) / static_cast<double>(std::max<std::size_t>(wiring_.channels.size(), 1));
  return report;
}

double TilingReport::imbalance() const {
  double all = 0;
  for (const double own : seconds) all += own;
  return all > 0 ? *std::max_element(seconds.begin(), seconds.end()) * static_cast<double>(tiles) / all - 1 : 0;
}

double TilingReport::waited() const {
  double all = 0;
  for (const double own : seconds) all += own;
  return cycles_seconds > 0 ? std::max(0.0, 1 - all / (cycles_seconds * threads)) : 0;
}

}  // namespace dateline

// Latencies of measured messages by source and destination. Memory: kBytesPerPair for each pair of terminals whose
// source has sent a measured message.
#pragma once

#include <vector>

#include "sim/core/state/packet/packet.hpp"
#include "sim/measure/statistics/latency_totals.hpp"

namespace dateline {

class PairLatency {
 public:
  static constexpr std::uint32_t kMostTerminals = 4096;
  static constexpr std::uint64_t kBytesPerPair = sizeof(LatencyTotals);

  explicit PairLatency(std::uint32_t terminals) : rows_(terminals) {}

  void add(const Delivery& delivery) {
    std::vector<LatencyTotals>& row = rows_[delivery.packet.source.value()];
    if (row.empty()) row.resize(rows_.size());
    row[delivery.packet.order.destination.value()].add(delivery.latency());
  }
  // Per destination; empty: no measured message of this source has arrived.
  [[nodiscard]] const std::vector<LatencyTotals>& row(TerminalId source) const { return rows_[source.value()]; }
  [[nodiscard]] std::uint32_t terminals() const { return static_cast<std::uint32_t>(rows_.size()); }
  template <typename Archive>
  void io(Archive& archive) {
    auto& [rows] = *this;
    archive(rows);
  }

 private:
  std::vector<std::vector<LatencyTotals>> rows_;  // per source
};

}  // namespace dateline

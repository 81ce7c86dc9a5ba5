// What schedules send, as a traffic pattern: every source's flits to each destination, relative to those of the
// source that sends most. What the exact channel loads of the whole schedule are computed from; never drawn from. Of
// 2^64 flits and more from one to one, which no run lasts for, it has 2^64 - 1. Memory: 16 bytes a message while it is
// made, then a flow.
#pragma once

#include <vector>

#include "models/network/traffic_pattern.hpp"
#include "traffic/schedules/message_sizes.hpp"
#include "traffic/schedules/schedule.hpp"

namespace dateline {

struct PlacedSchedule {
  const Schedule* schedule;
  const std::vector<TerminalId>* places;  // the terminal of each rank
};

class DemandTraffic final : public TrafficPattern {
 public:
  // No terminal is a place of two of them.
  DemandTraffic(const std::vector<PlacedSchedule>& schedules, const MessageSizes& sizes, std::uint32_t terminals);

  [[nodiscard]] std::vector<Demand> row(TerminalId source) const override;
  [[nodiscard]] TerminalId sample(TerminalId source, RandomStream& random) const override;  // throws InvariantError
  [[nodiscard]] Rational share(TerminalId source) const override;
  // The flits, headers included, that a source of share 1 sends, repetitions included.
  [[nodiscard]] const Integer& scale() const { return scale_; }

 private:
  struct Flow {
    std::uint32_t source, destination;
    std::uint64_t flits;
  };
  static_assert(sizeof(Flow) == 16, "millions of them");
  void add(const PlacedSchedule& placed, const MessageSizes& sizes);
  void join();

  std::vector<Flow> flows_;         // ascending by source, then destination
  std::vector<std::size_t> begin_;  // per source, one more
  std::vector<Integer> total_;      // per source
  Integer scale_ = 0;
};

}  // namespace dateline

#include "models/mesh/algorithms/zone_schedule.hpp"

#include <algorithm>

namespace dateline {
namespace {

std::uint32_t apart(std::uint32_t a, std::uint32_t b) { return a < b ? b - a : a - b; }

}  // namespace

ZoneSchedule::ZoneSchedule(std::uint32_t n, bool merged, std::uint32_t sort_steps, std::uint32_t spacing)
    : n_(n),
      spacing_(spacing),
      sort_steps_(sort_steps),
      critical_steps_(spacing * (n - 1) + (2 * n - 1) + (3 * n - 1)),
      merged_(merged),
      stages_(merged ? 64 : 256) {
  for (std::uint32_t s = 0; s < 16; ++s) {
    for (std::uint32_t d = 0; d < 16; ++d) {
      const Subplane source{s / 4, s % 4}, destination{d / 4, d % 4};
      const Subplane temporary = zones_of(destination).temporary;
      ZoneStages& stages = stages_[phase_of(source, destination)];
      stages.vertical = std::max(stages.vertical, n * apart(source.row, temporary.row));
      stages.horizontal = std::max(stages.horizontal, n * apart(source.column, temporary.column));
    }
  }
  for (ZoneStages& stages : stages_) {
    stages.horizontal += stages.vertical;
    stages.sorted = stages.horizontal + sort_steps_;
    stages.end = stages.sorted + critical_steps_;
  }
}

std::uint32_t ZoneSchedule::phase_of(Subplane source, Subplane destination) const {
  if (!merged_) return (source.row * 4 + source.column) * 16 + destination.row * 4 + destination.column;
  const Subplane temporary = zones_of(destination).temporary;
  const std::uint32_t down = (temporary.row - source.row) % 4, right = (temporary.column - source.column) % 4;
  return (down * 4 + right) * 4 + destination.row % 2 * 2 + destination.column % 2;
}

std::vector<std::uint32_t> ZoneSchedule::phase_lengths() const {
  std::vector<std::uint32_t> lengths;
  for (const ZoneStages& stages : stages_) lengths.push_back(stages.end);
  return lengths;
}

std::uint64_t ZoneSchedule::budget() const {
  std::uint64_t total = 0;
  for (const ZoneStages& stages : stages_) total += stages.end;
  return total;
}

}  // namespace dateline

#include "sim/measure/schedule/rank_cpus.hpp"

#include <algorithm>

#include "traffic/schedules/costs/reduce_cost.hpp"

namespace dateline {

RankCpus::RankCpus(const Schedule& schedule, MessageOverheads overheads)
    : schedule_(schedule), overheads_(std::move(overheads)), reduces_(overheads_.reduce != 0) {
  for (std::uint32_t rank = 0; rank < schedule.ranks(); ++rank) {
    cpu_begin_.push_back(static_cast<std::uint32_t>(cpus_.size()));
    std::uint32_t cpus = 0;
    for (std::uint32_t i = schedule.begin(rank); i < schedule.begin(rank + 1); ++i) {
      if (time(i) > 0) cpus = std::max(cpus, static_cast<std::uint32_t>(schedule[i].cpu) + 1);
    }
    cpus_.resize(cpus_.size() + cpus);
  }
}

Cycle RankCpus::time(std::uint32_t operation) const {
  const Operation& o = schedule_[operation];
  if (o.kind() == OperationKind::compute) return o.amount;
  if (o.kind() == OperationKind::send) return overheads_.send;
  return overheads_.receive + (reduces_ && o.reduces != 0 ? reduce_cycles(overheads_.reduce, o.amount) : 0);
}

void RankCpus::want(std::uint32_t operation, Cycle now) {
  cpu_of(operation).queue.push({now, operation});
  wanting_.now.push_back(operation);
}

void RankCpus::want_next(std::uint32_t operation, Cycle next) {
  cpu_of(operation).queue.push({next, operation});
  wanting_.next.push_back(operation);
}

std::optional<Cycle> RankCpus::next_cycle(Cycle from) const {
  if (!wanting_.next.empty()) return from;
  if (ends_.empty()) return std::nullopt;
  return std::max(from, ends_.top().at);
}

}  // namespace dateline

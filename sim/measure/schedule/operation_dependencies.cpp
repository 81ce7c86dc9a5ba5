#include "sim/measure/schedule/operation_dependencies.hpp"

#include <algorithm>

namespace dateline {
namespace {

bool takes_time(const Operation& operation) {
  return operation.kind() != OperationKind::compute || operation.amount > 0 || operation.start_counts != 0;
}

}  // namespace

OperationDependencies::OperationDependencies(const Schedule& schedule) : schedule_(schedule), open_(schedule.size()), ranks_(schedule.ranks()) {
  for (std::uint32_t rank = 0; rank < schedule.ranks(); ++rank) {
    root_begin_.push_back(static_cast<std::uint32_t>(roots_.size()));
    bool any_takes_time = false;
    for (std::uint32_t i = schedule.begin(rank); i < schedule.begin(rank + 1); ++i) {
      if (schedule.waits()[i] == 0 && schedule.repeat() > 1) roots_.push_back(i);
      if (!only_lets_go(i)) ++ranks_[rank].last;
      most_followers_ = std::max<std::size_t>(most_followers_, schedule.followers(i).size());
      any_takes_time = any_takes_time || takes_time(schedule[i]);
    }
    if (!any_takes_time) ranks_[rank].repetition = schedule.repeat() - 1;  // once is as often as any
  }
  root_begin_.push_back(static_cast<std::uint32_t>(roots_.size()));
}

// All operations of the rank are open again.
[[gnu::always_inline]] inline void OperationDependencies::begin_rank(std::uint32_t rank, OperationList& ready) {
  const std::uint32_t first = schedule_.begin(rank), last = schedule_.begin(rank + 1);
  ranks_[rank].left = ranks_[rank].last;
  const std::vector<std::uint32_t>& waits = schedule_.waits();
  std::copy(waits.begin() + first, waits.begin() + last, open_.begin() + first);
  ready.reserve_more(root_begin_[rank + 1] - root_begin_[rank]);
  std::uint32_t* next = ready.cursor();
  const std::uint32_t* const end = roots_.data() + root_begin_[rank + 1];
  for (const std::uint32_t* root = roots_.data() + root_begin_[rank]; root < end; ++root) *next++ = *root;
  ready.end_at(next);
}

void OperationDependencies::begin(OperationList& ready) {
  for (std::uint32_t rank = 0; rank < schedule_.ranks(); ++rank) {
    if (schedule_.begin(rank) == schedule_.begin(rank + 1)) continue;
    ++busy_ranks_;
    begin_rank(rank, ready);
    if (schedule_.repeat() > 1) continue;
    for (std::uint32_t i = schedule_.begin(rank); i < schedule_.begin(rank + 1); ++i) {  // once, and not kept: they may be all
      if (schedule_.waits()[i] == 0) ready.push(i);
    }
  }
}

bool OperationDependencies::repeat(std::uint32_t rank, OperationList& ready) {
  if (++ranks_[rank].repetition == schedule_.repeat()) {
    --busy_ranks_;
    return false;
  }
  begin_rank(rank, ready);
  return true;
}

void OperationDependencies::drop(std::uint32_t rank) {
  if (!ended(rank)) --busy_ranks_;
}

void OperationDependencies::let_go_at_end(std::uint32_t operation, OperationList& ready) {
  for (const Follower follower : schedule_.followers(operation)) {
    if (follower.on_start == 0 && --open_[follower.operation] == 0) ready.push(follower.operation);
  }
}

void OperationDependencies::release_at_starts(OperationList& ready) {
  if (started_.empty()) return;
  for (const std::uint32_t operation : started_) {
    for (const Follower follower : schedule_.followers(operation)) {
      if (follower.on_start != 0 && --open_[follower.operation] == 0) ready.push(follower.operation);
    }
  }
  started_.clear();
}

double OperationDependencies::progress() const {
  double waited = 0;
  for (std::uint32_t rank = 0; rank < schedule_.ranks(); ++rank) {
    const std::uint32_t first = schedule_.begin(rank), last = schedule_.begin(rank + 1);
    waited += static_cast<double>(last - first) * static_cast<double>(ranks_[rank].repetition);
    if (ranks_[rank].left > 0) waited += static_cast<double>(std::count(open_.begin() + first, open_.begin() + last, 0U));
  }
  const double all = static_cast<double>(schedule_.size()) * static_cast<double>(schedule_.repeat());
  return all == 0 ? 1.0 : std::min(1.0, waited / all);
}

}  // namespace dateline

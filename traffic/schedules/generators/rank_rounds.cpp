#include "traffic/schedules/generators/rank_rounds.hpp"

namespace dateline {

void RankRounds::begin_line() {
  next();
  for (Handle end = last_; end < last_end_; ++end) {
    if (end != last_computed_) ends_.push_back(end);
  }
  last_ = last_end_ = now_;
  last_computed_ = kNone;
  last_receives_ = false;
}

RankRounds::Handles RankRounds::end_part() {
  begin_line();
  Handles ends = std::move(ends_);
  ends_.clear();
  return ends;
}

void RankRounds::wait(Handle operation) {
  if (last_ == last_end_) {
    for (const Handle before : after_) builder_.after(operation, before);
  }
  for (Handle before = last_; before < last_end_; ++before) {
    if (before != last_computed_) builder_.after(operation, before);
  }
}

void RankRounds::send(std::uint32_t to, std::uint64_t bytes) {
  const bool computes = cycles_ > 0 && (before_ == ComputesBefore::every_send || last_receives_);
  if (computes && computed_ == kNone) {
    computed_ = builder_.compute(rank_, cycles_);
    wait(computed_);
  }
  const Handle operation = builder_.send(rank_, to, bytes);
  if (computes) {
    builder_.after(operation, computed_);
  } else {
    wait(operation);
  }
}

void RankRounds::recv(std::uint32_t from, std::uint64_t bytes, Received what) {
  const Handle operation = builder_.recv(rank_, from, bytes);
  if (what == Received::added) builder_.reduce(operation);
  wait(operation);
  receives_ = true;
}

void RankRounds::compute(std::uint64_t cycles) {
  if (cycles == 0) return;
  wait(builder_.compute(rank_, cycles));
  next();
}

void RankRounds::next() {
  if (builder_.size() == now_) return;
  last_ = now_;
  last_end_ = now_ = builder_.size();
  last_computed_ = computed_;
  last_receives_ = receives_;
  computed_ = kNone;
  receives_ = false;
}

void RankRounds::exchange(std::uint32_t to, std::uint64_t sent, std::uint32_t from, std::uint64_t received, Received what) {
  send(to, sent);
  recv(from, received, what);
  next();
}

}  // namespace dateline

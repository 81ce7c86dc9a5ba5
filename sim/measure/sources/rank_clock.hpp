// What the cycles of a rank went by with, each counted once: `compute` while one of its cpus is occupied (overheads of
// messages too), else `send` while a message of it is being sent, else `wait`.
#pragma once

#include <vector>

#include "models/base/ids.hpp"

namespace dateline {

struct RankTimes {
  Cycle compute = 0, send = 0, wait = 0;
  Cycle end = 0;  // its last event + 1, the sum of the others
};

// Cycles begin .. end - 1, all spent with the same; what lies between spans is `wait`.
struct RankSpan {
  Cycle begin, end;
  bool computes;  // else sends
};

// Of a cache line: its place among others is a shift away.
class alignas(64) RankClock {
 public:
  // From now on all spans are noted in `spans`, which must outlive the clock.
  void record(std::vector<RankSpan>& spans) {
    spans_ = &spans;
    others_ = 1;
  }
  // That were noted; null: none are.
  [[nodiscard]] const std::vector<RankSpan>* spans() const { return spans_; }
  // From cycle `from` on; never earlier than in the call before.
  void cpu_taken(Cycle from) { pass(from), ++cpus_, ++others_; }
  void cpu_given(Cycle from) { pass(from), --cpus_, --others_; }
  void send_begins(Cycle from) { pass_sending(from, sends_ != 0), ++sends_; }
  void send_ends(Cycle from) { pass_sending(from, true), --sends_; }
  void event(Cycle end) { end_ = end > end_ ? end : end_; }
  // It does nothing from then on.
  void stops(Cycle from) { pass(from); }
  // Of a rank that has not ended: until something began or ended last.
  [[nodiscard]] RankTimes times() const {
    const Cycle end = since_ > end_ ? since_ : end_;
    return {compute_, send_, end - compute_ - send_, end};
  }
  // Of a clock that notes no spans.
  template <typename Archive>
  void io(Archive& archive) {
    auto& [since, computed, sent, last, cpus, sends, others, spans] = *this;
    static_cast<void>(spans);
    archive(since, computed, sent, last, cpus, sends, others);
  }

 private:
  void note(Cycle from) {
    if (from == since_ || (cpus_ == 0 && sends_ == 0)) return;
    if (!spans_->empty() && spans_->back().end == since_ && spans_->back().computes == (cpus_ != 0)) {
      spans_->back().end = from;
    } else {
      spans_->push_back({since_, from, cpus_ != 0});
    }
  }
  [[gnu::noinline]] void pass(Cycle from) {
    if (spans_ != nullptr) note(from);
    if (cpus_ != 0) {
      compute_ += from - since_;
    } else if (sends_ != 0) {
      send_ += from - since_;
    }
    since_ = from;
  }
  // The same where most often only messages are being sent, and nothing is noted.
  void pass_sending(Cycle from, bool sends) {
    if (others_ != 0) return pass(from);
    if (sends) send_ += from - since_;
    since_ = from;
  }
  Cycle since_ = 0, compute_ = 0, send_ = 0, end_ = 0;
  std::uint32_t cpus_ = 0, sends_ = 0;
  std::uint32_t others_ = 0;  // cpus_, and one if spans are noted
  std::vector<RankSpan>* spans_ = nullptr;
};

}  // namespace dateline

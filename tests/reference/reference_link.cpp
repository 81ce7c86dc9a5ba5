#include "reference_link.hpp"

#include <algorithm>
#include <utility>

namespace dateline::reference {

RetryLink::RetryLink(long long flit_delay, long long answer_delay, int window, int replay, ReferenceConfig::Rate rate, Errs errs)
    : flit_delay_(flit_delay),
      answer_delay_(answer_delay),
      window_(window > 0 ? window : flit_delay + answer_delay),
      replay_(replay > 0 ? replay : window_),
      rate_(rate),
      errs_(std::move(errs)) {}

void RetryLink::take(Token token) {
  ++taken_;
  buffer_.push_back(token);
  unread_.push_back(token);
}

std::vector<RetryLink::Token> RetryLink::begin(long long t) {
  std::vector<Token> read;
  while (!wire_.empty() && wire_.front().arrives == t) {
    const long long number = wire_.front().number;
    wire_.pop_front();
    if (silent_ || number != expected_) continue;  // behind one that erred
    const bool good = !errs_(number, tries_++);
    answers_.push_back({t + answer_delay_, number, good});
    if (!good) continue;
    ++expected_;
    tries_ = 0;
    read.push_back(unread_.front());
    unread_.pop_front();
  }
  while (!answers_.empty() && answers_.front().arrives == t) {
    const Answer answer = answers_.front();
    answers_.pop_front();
    if (answer.good) {
      acknowledged_ = answer.number + 1;
      buffer_.pop_front();
      continue;
    }
    next_ = answer.number;  // it and all that follow, at once: what is being sent is broken off
    wire_free_ = std::min(wire_free_, (t - 1) * rate_.flits + 1);
  }
  return read;
}

void RetryLink::end(long long t) {
  if (next_ == taken_ || next_ == acknowledged_ + window_ || wire_free_ > t * rate_.flits) return;
  wire_.push_back({t + flit_delay_, next_++});
  ++sent_;
  wire_free_ = std::max(wire_free_, (t - 1) * rate_.flits + 1) + rate_.cycles;
}

void RetryLink::renew() {
  acknowledged_ = next_ = expected_ = taken_;
  wire_free_ = 0;
  tries_ = 0;
  buffer_.clear();
  wire_.clear();
  answers_.clear();
  unread_.clear();
}

}  // namespace dateline::reference

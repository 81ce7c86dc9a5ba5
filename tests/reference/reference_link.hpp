// A link that errs and tries again, literally: sender, wire, receiver and answers (go-back-N; docs/reference/
// router-cycle.md, section 10). Flits that follow one that erred are sent, thrown away, and sent again.
// A cycle of a link: begin(t) before anything of cycle t is decided, take() for the flit that crosses the switch,
// end(t).
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <vector>

#include "reference_machine.hpp"

namespace dateline::reference {

class RetryLink {
 public:
  // What the receiver is told of a flit: its VC, and whether its worm ends there; it writes down when the flit is in
  // the buffer, not before the one that was in front of it on the VC when it was sent (null: none), lost since or not.
  struct Token {
    int vc = 0;
    bool delivers = false;
    std::shared_ptr<long long> arrival = {}, before = {};
  };
  // Whether try number `tries` (from 0) of flit `number` errs; other copies of it are thrown away unread.
  using Errs = std::function<bool(long long number, int tries)>;

  // Window and replay buffer of 0: a round trip, and the window.
  RetryLink(long long flit_delay, long long answer_delay, int window, int replay, ReferenceConfig::Rate rate, Errs errs);

  [[nodiscard]] bool has_room() const { return taken_ < acknowledged_ + replay_; }
  void take(Token token);
  // What arrives; the flits that the receiver takes in, in order.
  std::vector<Token> begin(long long t);
  // What is sent.
  void end(long long t);

  // Flits that it has sent, each time that it did.
  [[nodiscard]] long long sent() const { return sent_; }

  // It has failed: what it held is gone, and flits are numbered on.
  void renew();
  // Its far end is silent: it takes nothing in and answers nothing.
  void set_silent(bool silent) { silent_ = silent; }

 private:
  struct Copy {
    long long arrives, number;
  };
  struct Answer {
    long long arrives, number;
    bool good;
  };

  long long flit_delay_, answer_delay_, window_, replay_;
  ReferenceConfig::Rate rate_;
  Errs errs_;
  // The sender: numbers of flits. Those below `acknowledged_` are forgotten, those below `taken_` are in its buffer.
  long long acknowledged_ = 0, next_ = 0, taken_ = 0;
  long long wire_free_ = 0;  // in 1 / rate.flits cycles
  bool silent_ = false;
  long long sent_ = 0;
  std::deque<Token> buffer_;
  std::deque<Copy> wire_;
  // The receiver.
  long long expected_ = 0;
  int tries_ = 0;
  std::deque<Answer> answers_;
  std::deque<Token> unread_;  // tokens of flits from `expected_` on
};

}  // namespace dateline::reference

// When a source generates messages. Each source has a random stream of its own.
// poisson: exponential gaps by inverse transform; an arrival at real time x belongs to cycle floor(x), several a cycle
// are allowed. bernoulli: in every cycle one message with probability `rate`, at most one; the gap to the next is
// geometric, by inverse transform. on-off, periodic: arrival_times.hpp. rate: messages per cycle of this source, above
// 0 (bernoulli: at most 1).
#pragma once

#include <memory>
#include <string_view>

#include "models/base/enum_names.hpp"
#include "models/base/ids.hpp"
#include "models/base/numbers/natural_log.hpp"
#include "models/base/numbers/random.hpp"
#include "models/base/text/parse.hpp"
#include "traffic/arrivals/arrival_times.hpp"

namespace dateline {

enum class Injection { poisson, bernoulli, on_off, periodic };
constexpr std::array<EnumName<Injection>, 4> enum_names(Injection) {
  return {{{Injection::poisson, "poisson"}, {Injection::bernoulli, "bernoulli"}, {Injection::on_off, "on-off"}, {Injection::periodic, "periodic"}}};
}

// Of all sources.
struct InjectionRule {
  InjectionRule(Injection any = Injection::poisson) : kind(any) {}  // not explicit; on_off needs the rest
  Injection kind;
  Rational burst = 1;  // on-off: mean messages of a burst
  Rational peak = 0;   // on-off: messages a cycle while it lasts
};
// Whether chance says when messages come, `rate` of them a cycle: not of periodic arrivals, nor of one in every cycle.
[[nodiscard]] inline bool comes_at_random(const InjectionRule& rule, const Rational& rate) {
  return rule.kind != Injection::periodic && !(rule.kind == Injection::bernoulli && rate == 1);
}
// The names, and "on-off:B,P" with P in flits a cycle, of messages of `length` flits on average. Throws ConfigError: no
// such name, B below 1, P not above 0 or above `length`.
[[nodiscard]] InjectionRule parse_injection(const ValueSource& source, std::string_view text, const Rational& length);
// Throws ConfigError for a load (flits a cycle) that on-off cannot offer: not below the peak, or times off shorter than
// a cycle.
void check_injection(const ValueSource& source, std::string_view text, const InjectionRule& rule, const Rational& load, const Rational& length);

class ArrivalProcess {
 public:
  // Poisson or Bernoulli.
  ArrivalProcess(Injection kind, double rate, RandomStream random);
  // Any kind.
  ArrivalProcess(const InjectionRule& rule, const Rational& rate, RandomStream random);
  // The cycle of the next arrival; cycles never decrease.
  [[nodiscard]] Cycle next();
  template <typename Archive>
  void io(Archive& archive) {
    auto& [clock, scale, kind, random, times] = *this;
    static_cast<void>(scale), static_cast<void>(kind);
    archive(clock, random);
    if (times == nullptr) return;
    if constexpr (Archive::kReads) {
      times->read(archive);
    } else {
      times->write(archive);
    }
  }

 private:
  static constexpr double kNever = 0x1p62;  // beyond any simulated time, and exact as an integer
  [[nodiscard]] double exponential() { return -natural_log(1.0 - random_.unit()) * scale_; }
  [[nodiscard]] Cycle next_other();

  double clock_;
  double scale_;  // poisson: mean gap; bernoulli: 1 / -ln(1 - rate), 0 for rate 1
  Injection kind_;
  RandomStream random_;
  std::unique_ptr<ArrivalTimes> times_;  // of the other kinds
};

inline Cycle ArrivalProcess::next() {
  if (kind_ != Injection::poisson) return next_other();
  clock_ += exponential();
  return static_cast<Cycle>(clock_ < kNever ? clock_ : kNever);
}

}  // namespace dateline

// Arrivals of one source that need more than a rate. Definitions: docs/guide/traffic.md, "Traffic".
//  on-off    a chain that is "on" or "off" in every cycle. On: a message with probability `peak`; after a message off
//            with probability 1/burst. Off: on again in the next cycle with probability
//            b = peak rate / (burst (peak - rate)). So gaps have mean 1/rate and variance
//            (1 - peak)/peak^2 + (2 - b)/(burst b^2) - 1/(burst b)^2. Starts on with probability rate/peak, as it is
//            found at any time. Times off and times to the next message are geometric, drawn by inverse transform:
//            O(1) a message.
//  periodic  message i in cycle floor(phase + i/rate), exactly; phase uniform in [0, 1/rate), in 2^53 steps.
// Shapes: messages, and messages a cycle. No power or logarithm but natural_log.hpp's: the same on every machine.
#pragma once

#include "models/base/ids.hpp"
#include "models/base/numbers/random.hpp"
#include "models/base/numbers/rational.hpp"
#include "models/base/state_io.hpp"

namespace dateline {

class ArrivalTimes {
 public:
  static constexpr Cycle kNever = Cycle{1} << 62U;  // beyond any simulated time

  virtual ~ArrivalTimes() = default;
  // The cycle of the next arrival; cycles never decrease.
  [[nodiscard]] virtual Cycle next(RandomStream& random) = 0;
  virtual void write(StateWriter& archive) = 0;
  virtual void read(StateReader& archive) = 0;

 protected:
  ArrivalTimes() = default;
  ArrivalTimes(const ArrivalTimes&) = default;
  ArrivalTimes& operator=(const ArrivalTimes&) = default;
};

// The probability b with which a time off ends after a cycle; 0 < rate < peak <= 1 <= burst.
[[nodiscard]] Rational off_end(const Rational& burst, const Rational& peak, const Rational& rate);

class OnOffTimes final : public ArrivalTimes {
 public:
  // 0 < rate < peak <= 1 <= burst, off_end() at most 1.
  OnOffTimes(const Rational& burst, const Rational& peak, const Rational& rate);
  [[nodiscard]] Cycle next(RandomStream& random) override;
  void write(StateWriter& archive) override { io(archive); }
  void read(StateReader& archive) override { io(archive); }
  template <typename Archive>
  void io(Archive& archive) {
    auto& [first, later, on, off, clock] = *this;
    static_cast<void>(first), static_cast<void>(later), static_cast<void>(on), static_cast<void>(off);
    archive(clock);
  }

 private:
  double off_chance_;            // before the next message
  double later_chance_;          // the same after the first
  double on_scale_, off_scale_;  // of geometric_time()
  Cycle clock_ = 0;              // the first cycle in which the next message may come
};

class PeriodicTimes final : public ArrivalTimes {
 public:
  PeriodicTimes(const Rational& rate, RandomStream& random);
  [[nodiscard]] Cycle next(RandomStream& random) override;
  void write(StateWriter& archive) override { io(archive); }
  void read(StateReader& archive) override { io(archive); }
  template <typename Archive>
  void io(Archive& archive) {
    auto& [at, step, rest, step_rest, of] = *this;
    static_cast<void>(step), static_cast<void>(step_rest), static_cast<void>(of);
    std::string digits = to_string(rest);
    archive(at, digits);
    rest = Integer(digits);
  }

 private:
  Cycle at_, step_;                // whole cycles
  Integer rest_, step_rest_, of_;  // and what is beyond, in parts of a cycle: rest_ / of_
};

}  // namespace dateline

// When a source generates messages. Each source keeps a clock (a real time, in cycles) and a random stream of its own.
// poisson: exponential gaps by inverse transform; an arrival at real time x belongs to cycle floor(x), several a cycle
// are allowed. bernoulli: in every cycle one message with probability `rate`, at most one; the gap to the next is
// geometric, by inverse transform. rate: messages per cycle of this source, above 0 (bernoulli: at most 1).
#pragma once

#include "models/network/enum_names.hpp"
#include "models/network/ids.hpp"
#include "models/network/random.hpp"
#include "traffic/natural_log.hpp"

namespace dateline {

enum class Injection { poisson, bernoulli };
constexpr std::array<EnumName<Injection>, 2> enum_names(Injection) {
  return {{{Injection::poisson, "poisson"}, {Injection::bernoulli, "bernoulli"}}};
}

class ArrivalProcess {
 public:
  ArrivalProcess(Injection kind, double rate, RandomStream random);
  // The cycle of the next arrival; cycles never decrease.
  [[nodiscard]] Cycle next();

 private:
  double clock_;
  double scale_;  // poisson: mean gap; bernoulli: 1 / -ln(1 - rate), 0 for rate 1
  Injection kind_;
  RandomStream random_;
};

inline Cycle ArrivalProcess::next() {
  constexpr double kNever = 0x1p62;  // beyond any simulated time, and exact as an integer
  const double exponential = -natural_log(1.0 - random_.unit()) * scale_;
  if (kind_ == Injection::poisson) {
    clock_ += exponential;
  } else {
    clock_ += 1.0 + static_cast<double>(static_cast<Cycle>(exponential < kNever ? exponential : kNever));
  }
  return static_cast<Cycle>(clock_ < kNever ? clock_ : kNever);
}

}  // namespace dateline

// What the rule of `saturated` (overload.hpp) must know of arrivals that vary more than Poisson ones of one length:
// messages of several lengths, and bursts. docs/measurement.md derives it.
// Work is counted in messages of mean length. A message brings x with E[x] = 1, E[x^2] = s, x <= b, so by G. Bennett
// (1962) ln E[e^(theta arrivals)] of a Poisson process of a messages is at most a k(theta), with
//   k = theta + (s / b^2) (e^(theta b) - 1 - theta b),
// and so it is for Bernoulli arrivals. On-off ones are a renewal process with gaps G: in n cycles it is at most
// n lambda + ln(1 + k) where E[e^(-lambda G)] = 1 / (1 + k), a quadratic equation in e^-lambda. Periodic ones of many
// lengths: as Poisson, and one message more. Lengths and growths: in messages of mean length.
#pragma once

#include <optional>

#include "traffic/injection.hpp"
#include "traffic/message_lengths.hpp"

namespace dateline {

struct ArrivalLaw {
  double longest = 1;  // b
  double square = 1;   // s
  struct Bursts {
    double burst, peak;  // mean messages; messages a cycle while it lasts
    double cycles;       // of the window
  };
  std::optional<Bursts> bursts = {};  // on-off
  bool one_more = false;              // a window may begin just before a message
  // One length, and no more variance than Poisson arrivals have.
  [[nodiscard]] bool plain() const { return longest == 1 && !bursts; }
};
[[nodiscard]] ArrivalLaw arrival_law(const InjectionRule& rule, const MessageLengths& lengths, double cycles);

// Of a source that expects so many messages in the window.
class SourceLaw {
 public:
  SourceLaw(const ArrivalLaw& law, double expected);

  struct Bound {
    double growth;  // exceeded with chance e^-rarity at most, by a source at `capacity` of what it can send
    double scale;   // by so many messages more, with a chance smaller by e
  };
  [[nodiscard]] Bound bound(double rarity, double capacity) const;
  // Of the messages that come in the window, at most.
  [[nodiscard]] double arrival_variance() const { return expected_ * dispersion_; }
  // The same for one message expected.
  [[nodiscard]] double dispersion() const { return dispersion_; }
  // Of the growth of a steady queue at `capacity`, at most: twice that of the unfinished work.
  [[nodiscard]] double queue_variance(double capacity) const;
  // Messages by which arrivals may fall short with chance e^-rarity.
  [[nodiscard]] double shortfall(double rarity) const;

 private:
  [[nodiscard]] double message_exponent(double u) const;
  [[nodiscard]] double arrival_exponent(double u) const;
  [[nodiscard]] double theta(double u) const;
  [[nodiscard]] double drift(double u, double capacity) const;
  [[nodiscard]] double free_of_drift(double capacity) const;

  ArrivalLaw law_;
  double expected_;
  double rate_ = 0, off_end_ = 0;  // on-off: messages a cycle; the chance that a time off ends
  double dispersion_ = 1;
};

}  // namespace dateline

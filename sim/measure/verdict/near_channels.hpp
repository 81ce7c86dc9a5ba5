// How many channels of a network are about as busy as its busiest one: where that is overloaded by x, the others with
// more than 1 / (1 + x) of its load are overloaded too, if by less (the verdict of a run counts what all of them lose).
#pragma once

#include <array>
#include <cstdint>

namespace dateline {

class NearChannels {
 public:
  // A channel with this part of the load of the busiest, which is to be counted too. Parts above 1 count as 1.
  void count(double part, double channels = 1);
  // J(x): so many channels like the busiest would lose as much, the sum of ((1 + x) part - 1)+ / x over the channels.
  // Parts are rounded down to percents, but for those of at least 99%, which are 1. At least 1. x above 0.
  [[nodiscard]] double as_busy(double x) const;

 private:
  static constexpr int kBins = 50;       // parts above one half: an overload by 1 and less
  std::array<double, kBins> channels_{};  // by percents below 100
};

}  // namespace dateline

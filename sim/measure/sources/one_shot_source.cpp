#include "sim/measure/sources/one_shot_source.hpp"

#include <algorithm>

namespace dateline {

std::vector<Demand> OneShotSource::row(TerminalId source) const {
  std::vector<Demand> demands = pattern_.row(source);
  if (numbers_.empty()) return demands;
  const auto number = [this](const Demand& d) { return numbers_[d.destination.value()]; };
  std::sort(demands.begin(), demands.end(), [&](const Demand& a, const Demand& b) { return number(a) < number(b); });
  return demands;
}

void OneShotSource::generate(Cycle now, bool measured, CompiledNetwork& network) {
  if (finished_) return;
  finished_ = true;
  for (std::uint32_t t = 0; t < terminals_; ++t) {
    RandomStream random(seed_, numbers_.empty() ? t : numbers_[t], Purpose::length);
    for (const Demand& d : row(TerminalId(t))) {
      network.send(TerminalId(t), {now, d.destination, lengths_.sample(random), 0, measured});
      ++sent_;
    }
  }
}

}  // namespace dateline

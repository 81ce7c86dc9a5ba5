#include "traffic/patterns/uniform.hpp"

namespace dateline {

std::vector<Demand> UniformTraffic::row(TerminalId source) const {
  std::vector<Demand> demands;
  if (share(source) == 0) return demands;
  demands.reserve(terminals_);
  const Rational each(1, include_self_ ? terminals_ : terminals_ - 1);
  for (std::uint32_t v = 0; v < terminals_; ++v) {
    if (include_self_ || v != source.value()) demands.push_back({TerminalId(v), each});
  }
  return demands;
}

TerminalId UniformTraffic::sample(TerminalId source, RandomStream& random) const {
  if (include_self_) return TerminalId(random.below(terminals_));
  const std::uint32_t drawn = random.below(terminals_ - 1);
  return TerminalId(drawn < source.value() ? drawn : drawn + 1);
}

}  // namespace dateline

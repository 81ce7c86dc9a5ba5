#include "traffic/patterns/mixed_traffic.hpp"

#include <algorithm>
#include <map>

#include "models/base/error.hpp"

namespace dateline {

MixedTraffic::MixedTraffic(std::vector<Part> parts) : parts_(std::move(parts)) {
  for (const Part& part : parts_) load_ += part.load;
}

std::vector<Demand> MixedTraffic::row(TerminalId source) const {
  std::map<std::uint32_t, Rational> sum;
  for (const Part& part : parts_) {
    for (const Demand& demand : part.pattern->row(source)) sum[demand.destination.value()] += demand.probability * part.load / load_;
  }
  std::vector<Demand> row;
  for (const auto& [destination, probability] : sum) row.push_back({TerminalId(destination), probability});
  return row;
}

TerminalId MixedTraffic::sample(TerminalId /*source*/, RandomStream& /*random*/) const { throw InvariantError("mixed traffic is never drawn from"); }

Rational MixedTraffic::share(TerminalId source) const {
  Rational share = 0;
  for (const Part& part : parts_) share += part.pattern->share(source) * part.load / load_;
  return share;
}

std::vector<Rational> MixedTraffic::columns(std::uint32_t terminals) const {
  std::vector<Rational> sums(terminals);
  for (const Part& part : parts_) {
    const std::vector<Rational> own = part.pattern->columns(terminals);
    const Rational weight = part.load / load_;
    for (std::uint32_t t = 0; t < terminals; ++t) sums[t] += own[t] * weight;
  }
  return sums;
}

bool MixedTraffic::permutation_invariant() const {
  return std::all_of(parts_.begin(), parts_.end(), [](const Part& part) { return part.pattern->permutation_invariant(); });
}

}  // namespace dateline

#include "traffic/patterns/surviving.hpp"

#include <algorithm>

#include "traffic/patterns/mapped_traffic.hpp"
#include "traffic/patterns/mixed_traffic.hpp"
#include "traffic/patterns/uniform.hpp"

namespace dateline {

SurvivingTraffic::SurvivingTraffic(std::unique_ptr<TrafficPattern> pattern, const FaultMap& faults) : pattern_(std::move(pattern)), faults_(faults) {
  const std::uint32_t terminals = faults.topology().terminals();
  shares_.reserve(terminals);
  for (std::uint32_t t = 0; t < terminals; ++t) {
    const TerminalId source(t);
    if (faults.nodes().empty()) {
      shares_.push_back(pattern_->share(source));
      continue;
    }
    Rational lost = 0;
    for (const Demand& d : pattern_->row(source)) {
      if (lives(source) && lives(d.destination)) continue;
      lost += d.probability;
      ++left_out_;
    }
    shares_.push_back(pattern_->share(source) - lost);
  }
}

bool SurvivingTraffic::lives(TerminalId terminal) const { return !faults_.failed(faults_.topology().router_of(terminal)); }

std::vector<Demand> SurvivingTraffic::row(TerminalId source) const {
  std::vector<Demand> demands;
  if (!lives(source)) return demands;
  demands = pattern_->row(source);
  demands.erase(std::remove_if(demands.begin(), demands.end(), [&](const Demand& d) { return !lives(d.destination); }), demands.end());
  return demands;
}

TerminalId SurvivingTraffic::sample(TerminalId source, RandomStream& random) const {
  TerminalId destination = pattern_->sample(source, random);
  while (!lives(destination)) destination = pattern_->sample(source, random);
  return destination;
}

std::vector<Rational> SurvivingTraffic::columns(std::uint32_t terminals) const {
  std::vector<Rational> sums = pattern_->columns(terminals);
  for (std::uint32_t t = 0; t < terminals; ++t) {
    if (lives(TerminalId(t))) continue;
    for (const Demand& d : pattern_->row(TerminalId(t))) sums[d.destination.value()] -= d.probability;
  }
  for (std::uint32_t t = 0; t < terminals; ++t) {
    if (!lives(TerminalId(t))) sums[t] = 0;
  }
  return sums;
}

SurvivingUniform::SurvivingUniform(const FaultMap& faults, bool include_self)
    : rank_(faults.topology().terminals(), kFailed), include_self_(include_self) {
  for (std::uint32_t t = 0; t < rank_.size(); ++t) {
    if (faults.failed(faults.topology().router_of(TerminalId(t)))) continue;
    rank_[t] = static_cast<std::uint32_t>(living_.size());
    living_.emplace_back(t);
  }
}

Rational SurvivingUniform::share(TerminalId source) const {
  return rank_[source.value()] != kFailed && (include_self_ || living_.size() > 1) ? 1 : 0;
}

std::vector<Demand> SurvivingUniform::row(TerminalId source) const {
  std::vector<Demand> demands;
  if (share(source) == 0) return demands;
  demands.reserve(living_.size());
  const Rational each(1, living_.size() - (include_self_ ? 0 : 1));
  for (const TerminalId t : living_) {
    if (include_self_ || t != source) demands.push_back({t, each});
  }
  return demands;
}

// As much as it sends.
std::vector<Rational> SurvivingUniform::columns(std::uint32_t terminals) const {
  std::vector<Rational> sums(terminals);
  for (const TerminalId t : living_) sums[t.value()] = share(t);
  return sums;
}

TerminalId SurvivingUniform::sample(TerminalId source, RandomStream& random) const {
  const auto count = static_cast<std::uint32_t>(living_.size());
  if (include_self_) return living_[random.below(count)];
  const std::uint32_t drawn = random.below(count - 1);
  return living_[drawn < rank_[source.value()] ? drawn : drawn + 1];
}

std::unique_ptr<TrafficPattern> surviving(std::unique_ptr<TrafficPattern> pattern, const FaultMap* faults) {
  if (faults == nullptr) return pattern;
  if (const auto* const uniform = dynamic_cast<const UniformTraffic*>(&unmapped(*pattern))) {
    return std::make_unique<SurvivingUniform>(*faults, uniform->includes_self());
  }
  return std::make_unique<SurvivingTraffic>(std::move(pattern), *faults);
}

std::uint64_t flows_left_out(const TrafficPattern& pattern) {
  if (const auto* const mixed = dynamic_cast<const MixedTraffic*>(&pattern)) {
    std::uint64_t sum = 0;
    for (const MixedTraffic::Part& part : mixed->parts()) sum += flows_left_out(*part.pattern);
    return sum;
  }
  const auto* const some = dynamic_cast<const SurvivingTraffic*>(&pattern);
  return some == nullptr ? 0 : some->left_out();
}

}  // namespace dateline

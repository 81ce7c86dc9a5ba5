#include "traffic/patterns/mapped_traffic.hpp"

#include <algorithm>

namespace dateline {

MappedTraffic::MappedTraffic(std::unique_ptr<TrafficPattern> pattern, std::vector<TerminalId> places)
    : pattern_(std::move(pattern)), places_(std::move(places)), at_(virtual_nodes(places_)) {}

std::vector<Demand> MappedTraffic::row(TerminalId source) const {
  std::vector<Demand> demands = pattern_->row(virtual_node(source));
  for (Demand& d : demands) d.destination = places_[d.destination.value()];
  std::sort(demands.begin(), demands.end(), [](const Demand& a, const Demand& b) { return a.destination < b.destination; });
  return demands;
}

std::vector<Rational> MappedTraffic::columns(std::uint32_t terminals) const {
  const std::vector<Rational> of_virtual = pattern_->columns(terminals);
  std::vector<Rational> sums(terminals);
  for (std::uint32_t v = 0; v < terminals; ++v) sums[places_[v].value()] = of_virtual[v];
  return sums;
}

TerminalId MappedTraffic::sample(TerminalId source, RandomStream& random) const {
  return places_[pattern_->sample(virtual_node(source), random).value()];
}

std::vector<std::uint32_t> virtual_nodes(const std::vector<TerminalId>& places) {
  std::vector<std::uint32_t> at(places.size());
  for (std::uint32_t v = 0; v < places.size(); ++v) at[places[v].value()] = v;
  return at;
}

std::unique_ptr<TrafficPattern> mapped(std::unique_ptr<TrafficPattern> pattern, const std::vector<TerminalId>& places) {
  if (places.empty()) return pattern;
  return std::make_unique<MappedTraffic>(std::move(pattern), places);
}

const TrafficPattern& unmapped(const TrafficPattern& pattern) {
  const auto* const placed = dynamic_cast<const MappedTraffic*>(&pattern);
  return placed == nullptr ? pattern : placed->unmapped();
}

}  // namespace dateline

#include "models/proof/journeys.hpp"

#include <algorithm>
#include <utility>

#include "models/proof/arrivals.hpp"

namespace dateline {
namespace {

void add(Journeys::Expected& sum, const Journeys::Expected& more, std::uint64_t weight, std::uint64_t total) {
  for (std::size_t rule = 0; rule < Journeys::kRules; ++rule) {
    if (!more.by_rule[rule].is_zero()) sum.by_rule[rule].add(Arrivals::times(more.by_rule[rule], weight, total));
  }
  sum.met.add(Arrivals::times(more.met, weight, total));
}

bool meets_fault(const PlaceHop& hop) { return hop.is_absorption() && hop.rule != AbsorptionRule::intermediate; }

}  // namespace

void Journeys::clear() {
  tails_.clear();
  expected_.assign(1, {});
  sum_ = {};
  last_resort_pairs_ = 0;
  most_absorptions_ = most_hops_ = 0;
}

void Journeys::fold(std::uint32_t place, const PlaceHop* first, const PlaceHop* last) {
  const Tail at = tail(first, last);
  if (tails_.size() <= place) tails_.resize(place + 1);
  tails_[place] = at;
}

Journeys::Tail Journeys::tail(const PlaceHop* first, const PlaceHop* last) {
  Tail at;
  for (const PlaceHop* hop = first; hop != last; ++hop) {
    if (hop->to >= tails_.size()) continue;  // it leaves the network; or it goes round, and nothing counts
    const Tail& next = tails_[hop->to];
    at.most_absorptions = std::max(at.most_absorptions, next.most_absorptions + (meets_fault(*hop) ? 1U : 0U));
    at.most_hops = std::max(at.most_hops, next.most_hops + hop->length);
    at.last_resort = at.last_resort || next.last_resort || (hop->is_absorption() && hop->rule == AbsorptionRule::last_resort);
  }
  at.expected = expected(first, last);
  return at;
}

// The number of what is expected after a choice among hops.
std::uint32_t Journeys::expected(const PlaceHop* first, const PlaceHop* last) {
  std::uint64_t total = 0;
  int routes = 0;
  std::uint32_t common = 0;
  bool differ = false;
  for (const PlaceHop* hop = first; hop != last; ++hop) {
    if (!hop->counts) continue;
    const std::uint32_t next = hop->to < tails_.size() ? tails_[hop->to].expected : 0;
    differ = differ || hop->is_absorption() || (routes > 0 && next != common);
    common = next;
    total += hop->weight;
    ++routes;
  }
  if (!differ) return common;
  Expected choice;
  for (const PlaceHop* hop = first; hop != last; ++hop) {
    if (hop->counts) add(choice, after(*hop), routes == 1 ? 1 : hop->weight, routes == 1 ? 1 : total);
  }
  expected_.push_back(std::move(choice));
  return static_cast<std::uint32_t>(expected_.size() - 1);
}

Journeys::Expected Journeys::after(const PlaceHop& hop) const {
  Expected next = hop.to < tails_.size() ? expected_[tails_[hop.to].expected] : Expected();
  if (!hop.is_absorption()) return next;
  next.by_rule[static_cast<std::size_t>(hop.rule)].add(ExactFraction(1, 1));
  if (meets_fault(hop)) next.met = ExactFraction(1, 1);
  return next;
}

bool Journeys::add_start(const std::vector<PlaceHop>& hops, std::uint64_t pairs, std::uint64_t weight, std::uint64_t total) {
  if (pairs == 0) return false;
  const Tail at = tail(hops.data(), hops.data() + hops.size());
  if (at.expected != 0) add(sum_, expected_[at.expected], pairs * weight, total);
  most_absorptions_ = std::max(most_absorptions_, at.most_absorptions);
  most_hops_ = std::max(most_hops_, at.most_hops);
  return at.last_resort;
}

}  // namespace dateline

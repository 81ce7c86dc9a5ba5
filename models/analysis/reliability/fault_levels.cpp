#include "models/analysis/reliability/fault_levels.hpp"

#include <limits>

namespace dateline {
namespace {

constexpr std::uint64_t kMostOrders = std::numeric_limits<std::uint64_t>::max() / 2;

// n (n - 1) .. of so many factors; none above 2^63.
std::optional<std::uint64_t> all_orders(std::uint32_t n, std::uint32_t faults) {
  std::uint64_t orders = 1;
  for (std::uint32_t f = 0; f < faults; ++f) {
    if (orders > kMostOrders / (n - f)) return std::nullopt;
    orders *= n - f;
  }
  return orders;
}

}  // namespace

bool FaultLevels::countable(std::uint32_t components, std::uint32_t faults) {
  return faults <= components && sets_of(components, faults) && all_orders(components, faults);
}

std::uint64_t FaultLevels::number_of(const ComponentSet& set) const {
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < set.size(); ++i) number += choose_[i][set[i]];
  return number;
}

void FaultLevels::add(const Stands& stands, bool whole) {
  const auto faults = static_cast<std::uint32_t>(levels_.size());
  if (faults > 0) {
    choose_.emplace_back(components_);
    for (std::uint32_t a = 0; a < components_; ++a) choose_.back()[a] = sets_of(a, faults).value_or(0);
  }
  FaultLevel level;
  level.sets = *sets_of(components_, faults);
  std::vector<std::uint64_t> orders(level.sets, 0);
  std::vector<bool> standing(level.sets, false);
  ComponentSet less(faults == 0 ? 0 : faults - 1);
  for_sets(components_, faults, [&](const ComponentSet& set) {
    const std::uint64_t number = number_of(set);
    std::uint64_t before = faults == 0 ? 1 : 0;
    std::uint32_t stood = 0;  // of those with a fault less
    for (std::uint32_t left_out = 0; left_out < faults; ++left_out) {
      for (std::uint32_t i = 0; i + 1 < faults; ++i) less[i] = set[i < left_out ? i : i + 1];
      const std::uint64_t own = number_of(less);
      before += orders_[own];
      stood += standing_.back()[own] ? 1 : 0;
    }
    if (before == 0 && !whole) return;
    const bool now = stands(set);
    standing[number] = now;
    level.standing += now ? 1 : 0;
    level.changes += now ? faults - stood : stood;
    if (!now) return;
    orders[number] = before;
    level.orders += before;
  });
  orders_ = std::move(orders);
  standing_.push_back(std::move(standing));
  levels_.push_back(level);
}

Rational FaultLevels::lived(std::uint32_t faults) const { return Rational(levels_[faults].orders) / Rational(*all_orders(components_, faults)); }

Rational FaultLevels::survivors(std::uint32_t faults) const { return lived(faults) * Rational(levels_[faults].sets); }

}  // namespace dateline

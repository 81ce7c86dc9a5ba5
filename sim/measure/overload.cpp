#include "sim/measure/overload.hpp"

#include <algorithm>
#include <cmath>

#include "sim/measure/root.hpp"
#include "traffic/natural_log.hpp"

namespace dateline {
namespace {

constexpr double kSafe = 0.9;                               // of what a source can send: no alarm up to here
constexpr double kVerge = 1.0;                              // and in long windows up to here
constexpr double kFineGrowth = 0.02;                        // of what is expected
constexpr double kChanceOfOne = 1e-5, kChanceOfAll = 1e-3;  // of a wrong alarm: by the sources one by one, by their sum
constexpr double kMiss = 1e-4;                              // of an overload at the limit

// e^theta at which a server that is busy for the share `capacity` has no drift: u - 1 = ln u / capacity.
double free_of_drift(double capacity) {
  return capacity < 1 ? root([&](double u) { return u - 1 - natural_log(u) / capacity; }) : 1.0;
}

// The u at which (rarity + expected max(0, u - 1 - ln u / capacity)) / ln u is least.
double best_u(double expected, double rarity, double capacity) {
  return std::max(free_of_drift(capacity), root([&](double u) { return expected * (u * natural_log(u) - u + 1) - rarity; }));
}

double martingale_bound(double expected, double rarity, double capacity, const ArrivalLaw& law) {
  if (!law.plain()) return SourceLaw(law, expected).bound(rarity, capacity).growth;
  const double u = best_u(expected, rarity, capacity);
  return (rarity + expected * std::max(0.0, u - 1 - natural_log(u) / capacity)) / natural_log(u);
}

// Of a sum of growths, the tail of each falling by e over `scale` messages.
double bernstein_bound(double variance, double scale, double rarity) { return std::sqrt(2 * variance * rarity) + scale * rarity; }

double tolerated(double expected, double at_safe, double at_verge) { return std::min(at_verge, std::max(at_safe, kFineGrowth * expected)); }

// Of a steady source's growth at kSafe: at most that of its arrivals, and at most twice the variance of the unfinished
// work of an M/D/1 queue.
double queue_variance(double expected, const ArrivalLaw& law) {
  if (!law.plain()) {
    const SourceLaw source(law, expected);
    return std::min(source.arrival_variance(), source.queue_variance(kSafe));
  }
  constexpr double kOdds = kSafe / (1 - kSafe);
  return std::min(expected, 2 * (kOdds / 3 + kOdds * kOdds / 4));
}

// Messages over which the tail of a growth falls by e.
double tail_scale(double expected, double rarity, const ArrivalLaw& law) {
  if (!law.plain()) return SourceLaw(law, expected).bound(rarity, kSafe).scale;
  return 1 / natural_log(best_u(expected, rarity, kSafe));
}

// Percent; none where an overload, however large, may be hidden.
std::optional<double> least_overload(double expected, double chance, double transit, const ArrivalLaw& law) {
  const double few_arrivals = SourceLaw(law, expected).shortfall(-natural_log(kMiss));
  const double hidden = tolerated_growth(expected, chance, law) + expected * transit + few_arrivals + law.longest;
  if (hidden >= expected) return std::nullopt;
  return 100 * hidden / (expected - hidden);
}

}  // namespace

double tolerated_growth(double expected, double chance, const ArrivalLaw& law) {
  const double rarity = -natural_log(chance);
  return tolerated(expected, martingale_bound(expected, rarity, kSafe, law), martingale_bound(expected, rarity, kVerge, law));
}

double tolerated_sum(const std::vector<SourceWindow>& sources, double transit, const ArrivalLaw& law) {
  const double rarity = -natural_log(kChanceOfAll);
  double expected = 0, arrivals = 0, queues = 0, most = 0, of_last = 0, last = 0;  // most sources expect the same
  for (const SourceWindow& s : sources) {
    if (s.expected <= 0) continue;
    expected += s.expected;
    most = std::max(most, s.expected);
    arrivals += SourceLaw(law, s.expected).arrival_variance();
    if (s.expected != last) of_last = queue_variance(last = s.expected, law);
    queues += of_last;
  }
  const double on_the_way = 2 * arrivals * std::min(1.0, transit);  // at the two borders; it varies by its number
  const double scale = tail_scale(most, rarity, law);
  return tolerated(expected, bernstein_bound(queues + on_the_way, scale, rarity), bernstein_bound(arrivals + on_the_way, scale, rarity));
}

Overload judge_overload(const std::vector<SourceWindow>& sources, double transit, const ArrivalLaw& law) {
  SourceWindow all = {0, 0, 0};
  double least = 0;
  std::size_t sending = 0;
  for (const SourceWindow& s : sources) {
    if (s.expected <= 0) continue;
    least = sending++ == 0 ? s.expected : std::min(least, s.expected);
    all = {all.expected + s.expected, all.before + s.before, all.after + s.after};
  }
  Overload overload;
  if (sending == 0) return overload;
  const auto growth = [&](const SourceWindow& s) { return s.after - std::max(s.before, s.expected * transit); };
  overload.seen = growth(all) > tolerated_sum(sources, transit, law);
  const double chance = kChanceOfOne / static_cast<double>(sending);
  double expected = 0, most = 0;  // most sources expect the same
  for (const SourceWindow& s : sources) {
    if (overload.seen || s.expected <= 0) continue;
    if (s.expected != expected) most = tolerated_growth(expected = s.expected, chance, law);
    overload.seen = growth(s) > most;
  }
  overload.limit = least_overload(least, chance, transit, law);
  return overload;
}

}  // namespace dateline

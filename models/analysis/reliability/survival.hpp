// How long something stands while components of a network fail at random: the network, connected, or a routing, which
// stands as long as the network is connected, every pair is delivered whatever is drawn and whatever is free
// (delivery.hpp), and no deadlock is possible (models/proof).
// Lifetimes are independent and exponential; a unit of time is their mean. p = exp(-t) is the chance that a component
// works at time t, q = 1 - p. Without repair components fail in an order drawn at random, independent of when, so
//   R(t) = sum over f of C(n, f) q^f p^(n - f) x P(stands after each of the first 0, 1, .. f faults),
// and the mean time until it first does not stand is the sum over f = 0 .. n - 1 of that last factor / (n - f).
// With repair, each component by itself and after an exponential time of mean r, p is 1 / (1 + r) in the steady state:
// availability is the chance to stand then, sum over f of C(n, f) q^f p^(n - f) x P(stands with f failed). It ceases to
// stand at a rate of sum over f of C(n, f) q^f p^(n - f) (n - f) P(fault f + 1 changes it): a repair is as frequent as
// the fault that it undoes (detailed balance), so each change counts once whichever of the two it is that ends the
// standing. It stands for availability / that rate in the mean. Source: birth and death processes as in K. Trivedi,
// Probability and Statistics with Reliability, 2002, chapter 8.
// Exact, by levels of faults (fault_levels.hpp), as far as they are few; beyond over drawn orders (component_sets.hpp),
// the same for all. Of a routing more levels of its network are known, as a rule: its draws may tell how much less it
// stands than the network (a control variate), and do where that varies less. Where components fail seldom the first
// levels are nearly all the weight, so that what is drawn matters little. Intervals are of 95%; beyond the level that
// all but 1e-9 of the weight of an availability lies below nothing is examined, and their upper ends count it as
// standing. A routing stands only while its network does: where its interval would end above that of the network, or
// above the network's value, it ends there, and covers whenever both would.
#pragma once

#include "models/analysis/reliability/fault_levels.hpp"
#include "models/analysis/reliability/reliability.hpp"

namespace dateline {

struct SurvivalQuestion {
  std::vector<double> times;       // in mean lifetimes
  std::optional<Rational> repair;  // mean time to repair, in mean lifetimes; none: nothing is repaired
};

struct SurvivalValue {
  double value = 0;
  std::optional<Interval> interval;  // none: exact
  std::optional<Rational> exact;     // where it is a fraction
};

struct Survival {
  std::uint32_t examined = 0;                 // all sets of up to so many faults are examined
  bool exact = false;                         // of any number
  std::uint64_t orders = 0;                   // drawn
  std::vector<Rational> survivors;            // by faults, as far as examined: the coefficients of R(t)
  std::vector<std::uint64_t> standing;        // the same of availability: sets that stand; none without repair
  std::vector<SurvivalValue> reliability;     // by time
  SurvivalValue time;                         // in mean lifetimes
  std::optional<SurvivalValue> availability;  // with repair, as the next
  std::optional<SurvivalValue> up, down;      // mean times that it stands and does not; none: it never, or always, stands
  std::shared_ptr<const FaultLevels> levels;  // what was examined
};

// Of the network: connected. Of a routing; its proof is made anew for every set where it knows of faults.
[[nodiscard]] Stands network_stands(const Components& components);
[[nodiscard]] Stands routing_stands(const Components& components, const TestedRouting& routing);

// How many levels are few enough to be examined whole; `pairs`: all pairs are walked for each set.
[[nodiscard]] std::uint32_t survival_levels(const Components& components, bool pairs);

// `levels`: so many are examined, then orders drawn; without orders there must be no more. `network`: of a routing that
// of its network, to the same question; null: none.
[[nodiscard]] Survival survival(std::uint32_t components, const Stands& stands, std::uint32_t levels, const SurvivalQuestion& question,
                                const SampleOptions& sample, const ReliabilityTick& tick, const Survival* network = nullptr);

}  // namespace dateline

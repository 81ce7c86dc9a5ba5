// What stands of all sets of 0, 1, .. faults: how many sets, how many orders of faults after each of which it stood,
// and how many ways there are for one more fault to change it. Level f is made of level f - 1, whose sets are found by
// their place in colexicographic order: set {a_1 < a_2 < ..} is number sum of C(a_i, i).
// Cost: O(sets x (faults + what it takes to ask)), and a byte and eight a set of the last two levels; a bit of all.
#pragma once

#include <functional>
#include <vector>

#include "models/analysis/reliability/component_sets.hpp"
#include "models/base/numbers/rational.hpp"

namespace dateline {

// Whether it stands with these components failed, ascending.
using Stands = std::function<bool(const ComponentSet& failed)>;

struct FaultLevel {
  std::uint64_t sets = 0;      // of so many faults
  std::uint64_t standing = 0;  // of them
  std::uint64_t orders = 0;    // of so many faults, after each of which it stands
  // Pairs of a set of one fault less and one of these that holds it, of which one stands and the other does not.
  std::uint64_t changes = 0;
};

class FaultLevels {
 public:
  explicit FaultLevels(std::uint32_t components) : components_(components) {}

  // The next level. `whole`: all its sets are asked about; else those alone that an order can come to, and `standing`
  // and `changes` mean nothing. There must be one, and its sets countable.
  void add(const Stands& stands, bool whole);
  // At most 2^53 sets of so many faults, and 2^63 orders.
  [[nodiscard]] static bool countable(std::uint32_t components, std::uint32_t faults);
  [[nodiscard]] const std::vector<FaultLevel>& all() const { return levels_; }
  // Of a set of a level that was added, ascending; of those that no order can come to only if all were asked about.
  [[nodiscard]] bool stands(const ComponentSet& set) const { return standing_[set.size()][number_of(set)]; }
  // Share of the orders of so many faults that it stands through: orders / (n (n - 1) ..).
  [[nodiscard]] Rational lived(std::uint32_t faults) const;
  // The same x C(n, faults): the coefficient of q^faults p^(n - faults) in the chance that it stood all along.
  [[nodiscard]] Rational survivors(std::uint32_t faults) const;

 private:
  [[nodiscard]] std::uint64_t number_of(const ComponentSet& set) const;

  std::uint32_t components_;
  std::vector<FaultLevel> levels_;
  std::vector<std::vector<bool>> standing_;
  std::vector<std::uint64_t> orders_;               // of each set of the last level
  std::vector<std::vector<std::uint64_t>> choose_;  // [i][a]: C(a, i + 1)
};

}  // namespace dateline

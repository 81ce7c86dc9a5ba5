#include "models/lcc/set_mapping.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "models/base/error.hpp"
#include "models/base/numbers/wide_integer.hpp"
#include "models/lcc/kernel.hpp"

namespace dateline {
namespace {

constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

// The kernel of A[S, S] for every set S of dimensions, four bytes each.
class KernelTable {
 public:
  explicit KernelTable(const Lcc& lcc) : entries_(bit(lcc.dimensions())), idle_(lcc.idle_dimensions()), scatter_(lcc.scatter) {
    KernelStack stack(lcc.a);
    fill(stack, 0, lcc.dimensions());
  }
  [[nodiscard]] std::uint32_t entry(Bits s) const { return entries_[s]; }
  // T at j of the set of that entry.
  [[nodiscard]] static std::uint64_t contention(std::uint32_t entry, int j) {
    return bit(static_cast<int>(entry >> kNullity) - static_cast<int>(entry >> static_cast<unsigned>(j) & 1U));
  }
  [[nodiscard]] Bits idle() const { return idle_; }
  [[nodiscard]] bool scatter() const { return scatter_; }

 private:
  static constexpr unsigned kNullity = kMostSetDimensions;  // the bits above the support

  void fill(KernelStack& stack, Bits s, int below) {
    const Kernel kernel = stack.kernel();
    entries_[s] = static_cast<std::uint32_t>(kernel.nullity) << kNullity | static_cast<std::uint32_t>(kernel.support);
    for (int j = 0; j < below; ++j) {
      stack.push(j);
      fill(stack, s | bit(j), j);
      stack.pop();
    }
  }

  std::vector<std::uint32_t> entries_;
  Bits idle_;
  bool scatter_;
};

// What each dimension of a set costs as its last.
using Costs = std::array<std::uint64_t, kMostSetDimensions>;

class SetProgram {
 public:
  explicit SetProgram(const LccSet& set) : full_(first_bits(set.front().lcc.dimensions())) {
    for (const WeightedLcc& w : set) {
      tables_.emplace_back(w.lcc);
      weights_.push_back(w.weight);
    }
    best_.resize(full_ + 1);
  }

  [[nodiscard]] BitOrder order(Objective objective) {
    const auto total = [](std::uint64_t a, std::uint64_t b) { return a + b; };
    const auto greater = [](std::uint64_t a, std::uint64_t b) { return std::max(a, b); };
    const auto sums = [this](Bits s, Costs& costs) { add_sums(s, costs); };
    switch (objective) {
      case Objective::max_sum:
        return solve(sums, greater);
      case Objective::sum_sum:
        return solve(sums, total);
      case Objective::max_max:
        break;
    }
    fill([this](Bits s, Costs& costs) { add_largest(s, costs); }, greater);
    const std::uint64_t optimum = best_[full_];
    return solve(
        [this, optimum](Bits s, Costs& costs) {
          Bits above = 0;
          clear(s, costs);
          for_contentions(s, [&](std::size_t j, std::uint64_t weight, std::uint64_t t) {
            above |= static_cast<Bits>(t > optimum) << j;
            costs[j] += t * weight;
          });
          for (Bits left = above; left != 0; left &= left - 1) costs[static_cast<std::size_t>(lowest(left))] = kNever;
        },
        total);
  }

 private:
  // Calls visit(j, weight, T) for every communication and every dimension of s that is not idle, j last of s.
  template <typename Visit>
  void for_contentions(Bits s, Visit visit) const {
    for (std::size_t r = 0; r < tables_.size(); ++r) {
      const KernelTable& table = tables_[r];
      const std::uint64_t weight = weights_[r];
      const std::uint32_t of_s = table.entry(s);
      for (Bits left = s & ~table.idle(); left != 0; left &= left - 1) {
        const int j = lowest(left);
        const std::uint32_t entry = table.scatter() ? table.entry((full_ ^ s) | bit(j)) : of_s;
        visit(static_cast<std::size_t>(j), weight, KernelTable::contention(entry, j));
      }
    }
  }
  static void clear(Bits s, Costs& costs) {
    for (Bits left = s; left != 0; left &= left - 1) costs[static_cast<std::size_t>(lowest(left))] = 0;
  }
  void add_sums(Bits s, Costs& costs) const {
    clear(s, costs);
    for_contentions(s, [&](std::size_t j, std::uint64_t weight, std::uint64_t t) { costs[j] += t * weight; });
  }
  void add_largest(Bits s, Costs& costs) const {
    clear(s, costs);
    for_contentions(s, [&](std::size_t j, std::uint64_t, std::uint64_t t) { costs[j] = std::max(costs[j], t); });
  }

  // The best value with j last of s; kNever if that is not allowed.
  template <typename Combine>
  [[nodiscard]] std::uint64_t with_last(Bits s, std::size_t j, const Costs& costs, Combine combine) const {
    const std::uint64_t before = best_[s ^ bit(static_cast<int>(j))];
    return before == kNever || costs[j] == kNever ? kNever : combine(before, costs[j]);
  }
  template <typename Add, typename Combine>
  void fill(Add add, Combine combine) {
    Costs costs;
    best_[0] = 0;
    for (Bits s = 1; s <= full_; ++s) {
      add(s, costs);
      std::uint64_t best = kNever;
      for (Bits left = s; left != 0; left &= left - 1) {
        best = std::min(best, with_last(s, static_cast<std::size_t>(lowest(left)), costs, combine));
      }
      best_[s] = best;
    }
  }
  // Of equal ones the highest dimension comes last, so that an order is changed only for a gain.
  template <typename Add, typename Combine>
  [[nodiscard]] BitOrder solve(Add add, Combine combine) {
    fill(add, combine);
    BitOrder order;
    Costs costs;
    for (Bits s = full_; s != 0; s ^= bit(order.back())) {
      add(s, costs);
      Bits left = s;
      while (with_last(s, static_cast<std::size_t>(highest(left)), costs, combine) != best_[s]) left ^= bit(highest(left));
      order.push_back(highest(left));
    }
    std::reverse(order.begin(), order.end());
    return order;
  }

  Bits full_;
  std::vector<KernelTable> tables_;
  std::vector<std::uint64_t> weights_;
  std::vector<std::uint64_t> best_;
};

}  // namespace

BitOrder best_order(const LccSet& set, Objective objective) {
  if (set.empty() || set.front().lcc.dimensions() > kMostSetDimensions) throw InvariantError("set mapping: too many dimensions, or no communication");
  return SetProgram(set).order(objective);
}

std::uint64_t value_of(const std::vector<Contention>& contentions, const LccSet& set, Objective objective) {
  Integer most = 0, sum = 0;
  for (std::size_t i = 0; i < contentions.front().size(); ++i) {
    Integer here = 0;
    for (std::size_t r = 0; r < set.size(); ++r) {
      const Integer t = contentions[r][i];
      here = objective == Objective::max_max ? std::max(here, t) : here + t * set[r].weight;
    }
    most = std::max(most, here);
    sum += here;
  }
  return narrow<std::uint64_t>(objective == Objective::sum_sum ? sum : most);
}

SetCost cost_of_best_order(int dimensions, std::size_t communications, Objective objective) {
  const double sets = std::ldexp(1.0, dimensions);
  return {sets * (8.0 + 4.0 * static_cast<double>(communications)), dimensions * sets / 2 * (objective == Objective::max_max ? 2 : 1)};
}

}  // namespace dateline

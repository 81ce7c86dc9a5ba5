// Whether headers to one destination arrive, and over how many hops in the mean: folded place by place, each after all
// that it leads to.
// A header arrives if no choice can have it absorbed for good. Expected hops are exact: whole numbers while they are
// whole, as on all minimal routes, else fractions. The chances of a choice are those of hops that count
// (hop_reader.hpp).
// Cost: O(hops of the place).
#pragma once

#include <cstdint>
#include <vector>

#include "models/base/numbers/exact_fraction.hpp"
#include "models/proof/place_table.hpp"

namespace dateline {

class Arrivals {
 public:
  // A new destination.
  void clear();
  // What follows from hops that lead to `places`, which are folded already.
  [[nodiscard]] Onward after(const std::vector<HeaderPlaceRecord>& places, const PlaceHop* first, const PlaceHop* last) {
    if (last - first > 1) return after_choice(places, first, last);
    if (first->to >= places.size()) return {0, false, first->to == PlaceHop::kDelivered};
    const Onward& next = places[first->to].onward;
    return next.fractional ? after_fraction(next, *first) : Onward{next.hops + first->length, false, next.arrives};
  }
  // One of a source's starts: what follows from it happens `weight / total` times.
  void add_start(const Onward& onward, std::uint64_t weight, std::uint64_t total) {
    if (!onward.fractional && total == 1) {
      whole_hops_ += onward.hops * weight;
    } else if (counts_hops_) {
      more_hops_.add(times(value(onward), weight, total));
    }
  }
  // Pairs of terminals all of whose headers arrive: of different ones, of terminals with themselves.
  void add_pairs(std::uint64_t pairs, std::uint64_t self_pairs) {
    pairs_ += pairs;
    self_pairs_ += self_pairs;
  }
  void stop_counting_hops() { counts_hops_ = false; }
  // value * weight / total; total > 0.
  [[nodiscard]] static ExactFraction times(const ExactFraction& value, std::uint64_t weight, std::uint64_t total);

  [[nodiscard]] bool counts_hops() const { return counts_hops_; }
  [[nodiscard]] std::uint64_t pairs() const { return pairs_; }  // that arrive
  [[nodiscard]] std::uint64_t self_pairs() const { return self_pairs_; }
  [[nodiscard]] Rational expected_hops() const { return whole_hops_ + more_hops_.value(); }  // summed over pairs

 private:
  [[nodiscard]] Onward after_fraction(const Onward& next, const PlaceHop& hop);
  [[nodiscard]] Onward after_choice(const std::vector<HeaderPlaceRecord>& places, const PlaceHop* first, const PlaceHop* last);
  [[nodiscard]] ExactFraction value(const Onward& onward) const;
  [[nodiscard]] Onward fraction(ExactFraction value, bool arrives);

  std::vector<ExactFraction> fractions_;
  bool counts_hops_ = true;
  std::uint64_t pairs_ = 0, self_pairs_ = 0, whole_hops_ = 0;
  ExactFraction more_hops_;
};

}  // namespace dateline

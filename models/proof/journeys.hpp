// What messages to one destination meet on their whole way, all segments of it: absorptions by rule, the most of them,
// the longest way. Folded place by place as Arrivals are, beside them, for relations that absorb.
// Expectations are exact, over the chances of hops that count (hop_reader.hpp); the most is over everything that can
// happen, hops that do not count among them. Most places are as their one successor, or have no absorption behind them:
// expectations are shared, 0 is that of none.
// Cost: O(hops of the place). Void where a header can go round.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "models/base/numbers/exact_fraction.hpp"
#include "models/network/relation/relation.hpp"
#include "models/proof/place_table.hpp"

namespace dateline {

class Journeys {
 public:
  static constexpr std::size_t kRules = enum_names(AbsorptionRule()).size();
  struct Expected {
    std::array<ExactFraction, kRules> by_rule;
    ExactFraction met;  // probability of a fault absorption at all
  };

  Journeys() { clear(); }
  // A new destination.
  void clear();
  // A place whose hops, first to last, lead to places that are folded already.
  void fold(std::uint32_t place, const PlaceHop* first, const PlaceHop* last);
  // Pairs whose messages start by these hops, with chances weight / total. Whether they can come to the last resort.
  bool add_start(const std::vector<PlaceHop>& hops, std::uint64_t pairs, std::uint64_t weight, std::uint64_t total);
  void add_last_resort(std::uint64_t pairs) { last_resort_pairs_ += pairs; }

  // Summed over pairs.
  [[nodiscard]] const Expected& sum() const { return sum_; }
  // Pairs some of whose messages can come to the last resort.
  [[nodiscard]] std::uint64_t last_resort_pairs() const { return last_resort_pairs_; }
  // Of all that can happen to a message of any pair: absorptions that met a fault, hops.
  [[nodiscard]] std::uint32_t most_absorptions() const { return most_absorptions_; }
  [[nodiscard]] std::uint32_t most_hops() const { return most_hops_; }

 private:
  struct Tail {  // what follows from a place
    std::uint32_t expected = 0;
    std::uint32_t most_absorptions = 0, most_hops = 0;
    bool last_resort = false;  // can happen
  };

  [[nodiscard]] Tail tail(const PlaceHop* first, const PlaceHop* last);
  [[nodiscard]] std::uint32_t expected(const PlaceHop* first, const PlaceHop* last);
  [[nodiscard]] Expected after(const PlaceHop& hop) const;

  std::vector<Tail> tails_;  // per place
  std::vector<Expected> expected_;
  Expected sum_;
  std::uint64_t last_resort_pairs_ = 0;
  std::uint32_t most_absorptions_ = 0, most_hops_ = 0;
};

}  // namespace dateline

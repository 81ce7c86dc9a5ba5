#include "models/proof/arrivals.hpp"

namespace dateline {
namespace {

constexpr std::uint64_t kLargest = 0xffffffffU;

// Hops over which a choice among routes is made, the weights and the products of weights and hops summed.
struct Choice {
  int routes = 0;
  std::uint64_t total = 0, sum = 0;
  bool whole = true, arrives = true;
  const PlaceHop* last = nullptr;  // that counts
};

Choice choice_of(const std::vector<HeaderPlaceRecord>& places, const PlaceHop* first, const PlaceHop* last) {
  Choice choice;
  for (const PlaceHop* hop = first; hop != last; ++hop) {
    const bool on = hop->to < places.size();
    if (on ? !places[hop->to].onward.arrives : hop->to == PlaceHop::kAbsorbed) choice.arrives = false;
    if (!hop->counts) continue;
    ++choice.routes;
    choice.last = hop;
    choice.total += hop->weight;
    if (!on) continue;
    const Onward& onward = places[hop->to].onward;
    std::uint64_t product = 0;
    choice.whole = choice.whole && !onward.fractional && !__builtin_mul_overflow(hop->weight, hop->length + std::uint64_t{onward.hops}, &product) &&
                   !__builtin_add_overflow(choice.sum, product, &choice.sum);
  }
  return choice;
}

}  // namespace

void Arrivals::clear() {
  fractions_.clear();
  pairs_ = self_pairs_ = 0;
  whole_hops_ = 0;
  more_hops_ = ExactFraction();
}

ExactFraction Arrivals::times(const ExactFraction& value, std::uint64_t weight, std::uint64_t total) {
  return weight <= total ? value.scaled(weight, total) : ExactFraction(Rational(value.value() * Rational(weight, total)));
}

ExactFraction Arrivals::value(const Onward& onward) const { return onward.fractional ? fractions_[onward.hops] : ExactFraction(onward.hops, 1); }

Onward Arrivals::fraction(ExactFraction value, bool arrives) {
  fractions_.push_back(std::move(value));
  return {static_cast<std::uint32_t>(fractions_.size() - 1), true, arrives};
}

Onward Arrivals::after_fraction(const Onward& next, const PlaceHop& hop) {
  if (hop.length == 0) return next;
  ExactFraction hops(1, 1);
  hops.add(value(next));
  return fraction(std::move(hops), next.arrives);
}

Onward Arrivals::after_choice(const std::vector<HeaderPlaceRecord>& places, const PlaceHop* first, const PlaceHop* last) {
  const Choice choice = choice_of(places, first, last);
  if (!counts_hops_) return {0, false, choice.arrives};
  if (choice.routes == 1) {  // certain, whatever its weight; by contract its classes go the same way
    Onward only = after(places, choice.last, choice.last + 1);
    only.arrives = choice.arrives;
    return only;
  }
  if (choice.whole && choice.sum % choice.total == 0 && choice.sum / choice.total < kLargest) {
    return {static_cast<std::uint32_t>(choice.sum / choice.total), false, choice.arrives};
  }
  ExactFraction expected;
  for (const PlaceHop* hop = first; hop != last; ++hop) {
    if (!hop->counts || hop->to >= places.size()) continue;
    ExactFraction hops(hop->length, 1);
    hops.add(value(places[hop->to].onward));
    expected.add(hops.scaled(hop->weight, choice.total));
  }
  return fraction(std::move(expected), choice.arrives);
}

}  // namespace dateline

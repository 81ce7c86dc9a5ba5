#include "traffic/patterns/hotspot.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/base/error.hpp"
#include "models/base/text/name_table.hpp"
#include "models/base/text/parse.hpp"

namespace dateline {
namespace {

[[noreturn]] void refuse(std::string_view text, std::string_view why) { throw ConfigError("traffic", "traffic", text, why); }

Rational fraction_of(std::string_view text, std::string_view word) {
  const auto fraction = read_rational(word);
  const Integer largest = Integer(1) << 62U;
  if (!fraction || *fraction <= 0 || *fraction > 1) refuse(text, "has no fraction above 0 and at most 1 behind the @, like 0.2 or 1/5");
  if (denominator(*fraction) > largest) refuse(text, "has a fraction with a denominator above 2^62");
  return *fraction;
}

}  // namespace

HotspotTraffic::HotspotTraffic(std::string_view text, std::uint32_t terminals) : terminals_(terminals), heads_(0), tosses_(1) {
  const std::string_view argument = argument_of(text);
  const std::size_t at = argument.find('@');
  if (at == std::string_view::npos) refuse(text, "is written hotspot:NODES@FRACTION, as in hotspot:3,17@0.2");
  if (terminals < 2) refuse(text, "needs two or more terminals");
  for (const auto& word : split(argument.substr(0, at), ',')) {
    spots_.emplace_back(static_cast<std::uint32_t>(parse_whole({"traffic", "hotspot terminal"}, word, 0, terminals - 1)));
  }
  std::sort(spots_.begin(), spots_.end());
  const auto twice = std::adjacent_find(spots_.begin(), spots_.end());
  if (twice != spots_.end()) refuse(text, fmt::format("names terminal {} twice", twice->value()));
  fraction_ = fraction_of(text, argument.substr(at + 1));
  heads_ = static_cast<std::uint64_t>(numerator(fraction_));
  tosses_ = static_cast<std::uint64_t>(denominator(fraction_));
}

bool HotspotTraffic::hot(TerminalId terminal) const { return std::binary_search(spots_.begin(), spots_.end(), terminal); }

std::vector<Demand> HotspotTraffic::row(TerminalId source) const {
  const std::size_t targets = spots_.size() - (hot(source) ? 1 : 0);
  const Rational left = targets > 0 ? Rational(1 - fraction_) : Rational(1);
  const Rational each = left / (terminals_ - 1);
  const Rational extra = targets > 0 ? Rational(fraction_ / targets) : Rational(0);
  std::vector<Demand> demands;
  for (std::uint32_t v = 0; v < terminals_; ++v) {
    if (v == source.value()) continue;
    const Rational probability = hot(TerminalId(v)) ? Rational(each + extra) : each;
    if (probability > 0) demands.push_back({TerminalId(v), probability});
  }
  return demands;
}

// To every terminal N - 1 others send (1 - f) / (N - 1) each. To a hot spot the N - H others send f / H each besides,
// and the other hot spots f / (H - 1) each; an only hot spot sends its f to all others alike.
std::vector<Rational> HotspotTraffic::columns(std::uint32_t terminals) const {
  const std::size_t spots = spots_.size();
  const Rational any = 1 - fraction_;
  const Rational cold = spots == 1 ? Rational(any + fraction_ / (terminals_ - 1)) : any;
  const Rational hot = any + fraction_ * Rational(terminals_ - spots, spots) + (spots > 1 ? fraction_ : Rational(0));
  std::vector<Rational> sums(terminals, cold);
  for (const TerminalId spot : spots_) sums[spot.value()] = hot;
  return sums;
}

TerminalId HotspotTraffic::sample(TerminalId source, RandomStream& random) const {
  const auto own = std::lower_bound(spots_.begin(), spots_.end(), source);
  const bool is_hot = own != spots_.end() && *own == source;
  const auto targets = static_cast<std::uint32_t>(spots_.size()) - (is_hot ? 1 : 0);
  if (targets > 0 && random.below64(tosses_) < heads_) {
    const std::uint32_t drawn = random.below(targets);
    return spots_[is_hot && drawn >= static_cast<std::uint32_t>(own - spots_.begin()) ? drawn + 1 : drawn];
  }
  const std::uint32_t drawn = random.below(terminals_ - 1);
  return TerminalId(drawn < source.value() ? drawn : drawn + 1);
}

}  // namespace dateline

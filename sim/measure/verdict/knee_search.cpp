#include "sim/measure/verdict/knee_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "models/base/text/parse.hpp"

namespace dateline {
namespace {

constexpr double kFirst = 0.7;     // of the bound
constexpr double kCoarsest = 0.2;  // overload that is excluded while the bracket is wide
constexpr double kParts = 3;       // of the bracket: the overload that is excluded in it
constexpr double kDirect = 2;      // below so many resolutions a probe excludes the resolution at once
constexpr double kLowest = 1e-4;   // of the bound: where nothing is sustained down to here, nothing is
constexpr int kMostProbes = 60;

class Search {
 public:
  Search(double bound, double resolution, const std::function<KneeProbe(const std::string& load, double x)>& probe)
      : bound_(bound), resolution_(resolution), probe_(probe) {
    bracket_.saturated_from = bound;
  }

  KneeBracket run() {
    do {
      narrow();
    } while (confirm_ends() && !stuck_);
    finish();
    return std::move(bracket_);
  }

 private:
  struct Found {
    double x;  // the least overload that was examined
    KneeProbe probe;
  };
  using Loads = std::map<double, Found>;

  [[nodiscard]] double lower() const { return bracket_.sustained.value_or(0); }
  [[nodiscard]] double upper() const { return bracket_.saturated_from; }
  [[nodiscard]] bool wide() const { return upper() > (1 + resolution_) * lower(); }
  [[nodiscard]] bool room() const { return static_cast<int>(bracket_.steps.size()) < kMostProbes; }
  [[nodiscard]] double overload_to_exclude() const {
    if (!bracket_.sustained) return std::max(kCoarsest, resolution_);
    const double x = std::min((upper() / lower() - 1) / kParts, kCoarsest);
    return x < kDirect * resolution_ ? resolution_ : x;
  }

  // The ends by what was found last of each load: between the highest that is sustained below all that are not, and
  // the lowest of those.
  void find_ends() {
    bracket_.saturated_from = bound_;
    bracket_.at_bound = true;
    bracket_.sustained.reset();
    for (const auto& [load, found] : loads_) {
      if (found.probe.verdict != Verdict::saturated) continue;
      bracket_.saturated_from = load;
      bracket_.at_bound = false;
      break;
    }
    for (const auto& [load, found] : loads_) {
      if (load >= upper() || found.probe.verdict != Verdict::sustained) continue;
      bracket_.sustained = load;
      bracket_.excluded = found.x;
      bracket_.served = found.probe.served;
    }
  }

  // Returns whether the load was probed: it lies between the ends, and was not known as well as that.
  bool try_load(double wanted, double x) {
    const std::string text = four_digits(wanted);
    const double load = to_double(*read_rational(text));
    const bool inside = load > lower() && load < upper();
    const auto known = loads_.find(load);
    const bool end = known != loads_.end() && (load == lower() || load == upper());
    if ((!inside && !end) || (known != loads_.end() && known->second.x <= x) || !room()) return false;
    const KneeProbe found = probe_(text, x);
    bracket_.steps.push_back({text, x, found});
    loads_[load] = {x, found};
    find_ends();
    return true;
  }

  void narrow() {
    double next = bracket_.sustained ? (lower() + upper()) / 2 : kFirst * bound_;
    while (wide() && upper() > kLowest * bound_ && room()) {
      const double x = overload_to_exclude(), low = lower(), high = upper();
      const bool probed = try_load(next, x);
      if (!probed || (low == lower() && high == upper())) {  // undecided: beside it
        try_load(std::max(next / (1 + x), (low + next) / 2), x);
        if (low == lower() && high == upper()) try_load(std::min(next * (1 + x), (next + high) / 2), x);
        stuck_ = low == lower() && high == upper();
        if (stuck_) return;
      }
      next = (lower() + upper()) / 2;
    }
  }

  // Ends that exclude less than the resolution are examined again; returns whether one has moved. Beside one that
  // is undecided the load a resolution away is examined; if it is no end either, the search ends.
  bool confirm_ends() {
    const double low = lower(), high = upper();
    if (bracket_.sustained && try_load(low, resolution_) && low != lower()) {
      if (unclear(low)) stuck_ = !try_load(low / (1 + resolution_), resolution_) || lower() < low / (1 + 2 * resolution_);
      return true;
    }
    if (bracket_.at_bound || !try_load(high, resolution_) || high == upper()) return false;
    if (unclear(high)) stuck_ = !try_load(high * (1 + resolution_), resolution_) || upper() > high * (1 + 2 * resolution_);
    return true;
  }
  [[nodiscard]] bool unclear(double load) const { return loads_.at(load).probe.verdict == Verdict::undecided; }

  void finish() {
    const auto low = loads_.find(lower());
    bracket_.decided = bracket_.sustained && !wide() && low->second.x <= resolution_;
    for (const auto& [load, found] : loads_) {
      if (load <= lower() || load >= upper()) continue;
      if (!bracket_.undecided_from) bracket_.undecided_from = load;
      bracket_.undecided_to = load;
    }
    if (bracket_.decided) widen();
  }

  // A probe may call a load saturated that is within the resolution of the knee: the bracket is as wide as it may be.
  void widen() {
    const double widest = (1 + resolution_) * lower();
    bracket_.at_bound = widest >= bound_;
    bracket_.saturated_from = bracket_.at_bound ? bound_ : four_digits_below(widest);
  }

  [[nodiscard]] static double four_digits_below(double load) {
    const double unit = std::pow(10, std::floor(std::log10(load)) - 3);
    const double near = to_double(*read_rational(four_digits(load)));
    return near <= load ? near : to_double(*read_rational(four_digits(near - unit)));
  }
  [[nodiscard]] static std::string four_digits(double load) { return fmt::format("{}", to_double(*read_rational(fmt::format("{:.4g}", load)))); }

  double bound_, resolution_;
  const std::function<KneeProbe(const std::string& load, double x)>& probe_;
  Loads loads_;
  bool stuck_ = false;  // nothing more can be decided
  KneeBracket bracket_;
};

}  // namespace

KneeBracket search_knee(double bound, double resolution, const std::function<KneeProbe(const std::string& load, double x)>& probe) {
  return Search(bound, resolution, probe).run();
}

}  // namespace dateline

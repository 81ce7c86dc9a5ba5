#include "sim/measure/saturation_walk.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/network/parse.hpp"

namespace dateline {
namespace {

constexpr double kLargest = 1;  // flits/node/cycle
constexpr int kStarts = 6;      // each a quarter of the one before

double four_digits(double load) { return to_double(*read_rational(fmt::format("{:.4g}", load))); }

class Walk {
 public:
  Walk(const WalkSettings& settings, std::optional<double> ideal, const std::function<LoadProbe(const std::string& load)>& probe)
      : settings_(settings), ideal_(ideal), probe_(probe) {}

  SaturationBracket run() {
    find_bracket();
    halve();
    return std::move(bracket_);
  }

 private:
  bool saturated(double wanted) {
    const double load = four_digits(wanted);
    const std::string text = fmt::format("{}", load);
    const LoadProbe found = probe_(text);
    bracket_.steps.push_back({text, found});
    if (found.saturated) {
      bracket_.saturated_from = std::min(bracket_.saturated_from.value_or(load), load);
    } else if (!bracket_.sustained || load > *bracket_.sustained) {
      bracket_.sustained = load;
      bracket_.served = found.served;
    }
    return found.saturated;
  }

  void find_bracket() {
    double load = settings_.start;
    for (int i = 0; i < kStarts && saturated(load); ++i) load /= 4;
    if (bracket_.saturated_from || !bracket_.sustained) return;
    load = std::min(kLargest, ideal_ ? settings_.over * *ideal_ : 2 * *bracket_.sustained);
    bool beyond = false;
    while (!saturated(load) && load < kLargest) {
      beyond = true;
      load = std::min(kLargest, (ideal_ ? 1.5 : 2.0) * load);
    }
    bracket_.violated = ideal_ && beyond;
    if (ideal_ && !beyond && bracket_.saturated_from && *ideal_ > *bracket_.sustained) {
      bracket_.saturated_from = std::min(*bracket_.saturated_from, *ideal_);
    }
  }

  void halve() {
    if (!bracket_.sustained || !bracket_.saturated_from) return;
    while (*bracket_.saturated_from > (1 + settings_.resolution) * *bracket_.sustained) {
      const double middle = (*bracket_.sustained + *bracket_.saturated_from) / 2, load = four_digits(middle);
      if (!(*bracket_.sustained < load && load < *bracket_.saturated_from)) return;
      (void)saturated(middle);
    }
  }

  const WalkSettings& settings_;
  std::optional<double> ideal_;
  const std::function<LoadProbe(const std::string& load)>& probe_;
  SaturationBracket bracket_;
};

}  // namespace

SaturationBracket walk_to_saturation(const WalkSettings& settings, std::optional<double> ideal,
                                     const std::function<LoadProbe(const std::string& load)>& probe) {
  return Walk(settings, ideal, probe).run();
}

}  // namespace dateline

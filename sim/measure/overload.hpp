// The rule of `saturated`: from what every source has outstanding (generated, not yet handed over) at the window's
// borders. docs/measurement.md derives it. Growth counts from what a steady network would hold: the larger of what was
// outstanding at the begin and rate x least network latency.
//  one source  a source at up to 90% of what it can send grows by more than tolerated_growth(a, p) with chance p at most, from any start
//              (martingale bound; J. F. C. Kingman 1964; a: messages expected in the window, services regular). p is
//              0.00001 / sources.
//  all         in a steady network at up to 90% the sum of all grows by more than S. Bernstein's bound tells from the variance (L. Takacs 1962) with
//              chance 0.001 at most; sources whose growths have a common cause vary less than that, not more: they
//              share a queue.
// Either also tolerates 2% of what is expected, until the window is so long that the same bounds for 100% are below
// that.
// Limit: the least overload of one source that is seen in at least 9,999 of 10,000 such windows.
#pragma once

#include <optional>
#include <vector>

#include "sim/measure/arrival_law.hpp"

namespace dateline {

struct SourceWindow {
  double expected;       // messages: its rate times the window's cycles; flits in messages of mean length, here and below
  double before, after;  // messages outstanding at the window's begin and end; those partly handed over count in part
};

struct Overload {
  bool seen = false;
  std::optional<double> limit;  // percent, of the source that sends least; none if no overload of it could be seen
};

// `transit`: the least network latency, in windows. Sources that expect nothing are left out.
[[nodiscard]] Overload judge_overload(const std::vector<SourceWindow>& sources, double transit, const ArrivalLaw& law = {});

// Messages, of a source and of all; `expected` above 0.
[[nodiscard]] double tolerated_growth(double expected, double chance, const ArrivalLaw& law = {});
[[nodiscard]] double tolerated_sum(const std::vector<SourceWindow>& sources, double transit, const ArrivalLaw& law = {});

}  // namespace dateline

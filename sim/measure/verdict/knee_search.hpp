// The search of `dateline saturate` for the highest load that every source sustains (docs/guide/highest-load.md, "The
// highest sustained load"): which loads are probed, how small an overload each probe must exclude, and the bracket that
// they leave. The upper end begins at the bound, which is never probed: nothing above it is ever called sustained.
// Loads in flits/terminal/cycle, of four digits. Cost: about ten probes.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sim/measure/verdict/verdict.hpp"

namespace dateline {

struct KneeProbe {
  Verdict verdict = Verdict::undecided;
  double served = 0;                // what the worst-served source got
  std::uint64_t cycles = 0;         // simulated
  std::uint64_t flit_hops = 0;      // network-channel crossings
};

struct KneeBracket {
  struct Step {
    std::string load;
    double overload;  // x: of the probe's verdict
    KneeProbe probe;
  };
  std::vector<Step> steps;          // in order
  std::optional<double> sustained;  // the lower end; none: nothing that was tried
  double excluded = 0;              // the overload that its probe excludes
  double saturated_from = 0;        // the upper end: the lower one and the resolution, no less than the least load that
                                    // was called saturated; or the bound; undecided: that load
  bool at_bound = true;             // the upper end is the bound
  std::optional<double> served;     // at the lower end
  // The lower end excludes overloads of `resolution`, and the ends are as close as that.
  bool decided = false;
  // Least and largest load between the ends that no probe could tell.
  std::optional<double> undecided_from, undecided_to;
};

// `bound`: above 0; the search ends when its ends differ by `resolution` relative to the lower one. `probe` is given
// each load as text, and the overload x to exclude.
[[nodiscard]] KneeBracket search_knee(double bound, double resolution, const std::function<KneeProbe(const std::string& load, double x)>& probe);

}  // namespace dateline

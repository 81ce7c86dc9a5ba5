// The walk of `dateline saturate` and of the experiments' `search` to the highest load that is sustained
// (docs/measurement.md, "The highest sustained load"): which loads are probed, in which order, and the bracket that
// they leave. Loads in flits/node/cycle, of four digits. Cost: about ten probes.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace dateline {

struct WalkSettings {
  double start = 0.02;       // the first load
  double over = 1.1;         // of the ideal throughput: a load that must not be sustained
  double resolution = 0.02;  // of the bracket, relative to its lower end
};

struct LoadProbe {
  bool saturated = false;
  double served = 0;  // what the worst-served source got
};

struct SaturationBracket {
  struct Step {
    std::string load;
    LoadProbe probe;
  };
  std::vector<Step> steps;                 // in order
  std::optional<double> sustained;         // the highest load; none: nothing that was tried
  std::optional<double> saturated_from;    // the lowest load that is not, or the ideal throughput; none: even 1 is sustained
  std::optional<double> served;            // at the highest sustained load
  bool violated = false;                   // a load above the ideal throughput is sustained
};

// `probe` is given each load as text. `ideal`: flits/node/cycle; none is known.
[[nodiscard]] SaturationBracket walk_to_saturation(const WalkSettings& settings, std::optional<double> ideal,
                                                   const std::function<LoadProbe(const std::string& load)>& probe);

}  // namespace dateline

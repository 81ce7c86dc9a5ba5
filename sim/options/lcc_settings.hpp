// The settings of `lcc contention` and `lcc mapping`.
#pragma once

#include <string>

#include "models/lcc/set_mapping.hpp"
#include "sim/options/common_settings.hpp"

namespace dateline {

// Which communications, on a hypercube of how many dimensions.
struct LccChoice {
  Setting<std::string> lcc;
  Setting<int> dims;
};

struct ContentionSettings : CommonSettings {
  LccChoice set;
  Setting<bool> count{false};
  Setting<std::string> routing;
  void declare(Declarations& declarations);
};

struct LccMappingSettings : CommonSettings {
  LccChoice set;
  Setting<Objective> objective{Objective::max_max};
  struct {
    OutputSetting mapping;
  } out;
  void declare(Declarations& declarations);
};

}  // namespace dateline

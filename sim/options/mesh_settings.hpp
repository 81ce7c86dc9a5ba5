// The settings of `mesh run`, `mesh row` and `mesh column`.
#pragma once

#include <cstdint>
#include <string>

#include "sim/options/common_settings.hpp"

namespace dateline {

struct MeshRunSettings : CommonSettings {
  Setting<std::uint32_t> side;
  Setting<std::string> algorithm{"new"}, permutation;
  Setting<NumberOrWord> queue{NumberOrWord{{}, "auto"}};
  Setting<std::string> home{"queue"}, order{"inverse-sort"};
  Setting<std::uint32_t> spacing{3};
  struct {
    OutputSetting frames, trace;
  } out;
  void declare(Declarations& declarations);
};

struct MeshRowSettings : CommonSettings {
  Setting<int> length;
  Setting<NumberOrWord> window;
  Setting<std::string> sequence;
  void declare(Declarations& declarations);
};

struct MeshColumnSettings : CommonSettings {
  Setting<int> length, queue;
  Setting<std::string> attack;
  void declare(Declarations& declarations);
};

}  // namespace dateline

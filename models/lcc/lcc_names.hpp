// Communications by name, each for any number of dimensions n it is defined on. Images are of 2^(n/2) x 2^(n/2) pixels,
// (px, py) at node py 2^(n/2) + px, y upwards (Hou et al., Example 5, whose two rotations are the other way round
// there: it says lower left). Throws ConfigError: an unknown name, an odd n, a K out of range.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "models/lcc/lcc.hpp"

namespace dateline {

struct LccEntry {
  std::string name;
  std::vector<std::string> aliases;
  std::string summary;
  bool halves;  // the two halves of the bits are two coordinates: even n
  Lcc (*make)(int dimensions, int argument);
};

[[nodiscard]] const std::vector<LccEntry>& lcc_table();
// Whether `text`, an argument aside, is a name of the table.
[[nodiscard]] bool is_lcc_name(std::string_view text);
[[nodiscard]] Lcc lcc_named(std::string_view command, std::string_view text, int dimensions);

}  // namespace dateline

// Where the VC classes of a routing by table come from.
// given: the file names one at every hop. automatic: found from the paths (vc_layers.hpp), whatever the file names.
#pragma once

#include "models/base/enum_names.hpp"

namespace dateline {

enum class TableClasses { given, automatic };
constexpr std::array<EnumName<TableClasses>, 2> enum_names(TableClasses) {
  return {{{TableClasses::given, "given"}, {TableClasses::automatic, "automatic"}}};
}

}  // namespace dateline

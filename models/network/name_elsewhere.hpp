// A name that means something else in another tool, or may: a note for users of that tool.
#pragma once

#include <string>

#include "models/network/topology/topology.hpp"

namespace dateline {

struct NameElsewhere {
  std::string name;                            // as written, the argument aside: a row's name or one of its aliases
  std::string note;                            // what it is here and there, a sentence that begins with the verb
  bool (*differs)(const Topology&) = nullptr;  // null: everywhere
};

}  // namespace dateline

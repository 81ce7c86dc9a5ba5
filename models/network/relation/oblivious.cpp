#include "models/network/relation/oblivious.hpp"

#include "models/base/error.hpp"

namespace dateline {

void throw_adaptive(std::string_view component, std::string_view routing) {
  throw AdaptiveError(component, "routing", routing,
                    "is adaptive: it chooses among routes by what is free, so channel loads and all that follows from them are not defined; "
                    "allowed: oblivious routings, all that `dateline list` does not call adaptive");
}

}  // namespace dateline

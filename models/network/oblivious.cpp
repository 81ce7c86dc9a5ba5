#include "models/network/oblivious.hpp"

#include <fmt/format.h>

#include "models/network/error.hpp"

namespace dateline {

void throw_adaptive(std::string_view component, NodeId node) {
  throw ConfigError(component, "routing", fmt::format("at node {}", node.value()),
                    "is adaptive: it chooses among routes by what is free, so channel loads and all that follows from them are defined for oblivious "
                    "routing only");
}

}  // namespace dateline

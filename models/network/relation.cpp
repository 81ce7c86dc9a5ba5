#include "models/network/relation.hpp"

#include <fmt/format.h>

#include "models/network/error.hpp"

namespace dateline {

Resumption RoutingRelation::resume(NodeId node, NodeId dst, const SoftwareHeader& /*header*/) const {
  throw InvariantError(fmt::format("a message to node {} was absorbed at node {} by a relation that never absorbs", dst.value(), node.value()));
}

}  // namespace dateline

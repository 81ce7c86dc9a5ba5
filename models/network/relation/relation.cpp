#include "models/network/relation/relation.hpp"

#include <fmt/format.h>

#include "models/base/error.hpp"

namespace dateline {

Resumption RoutingRelation::resume(NodeId node, NodeId dst, const SoftwareHeader& /*header*/) const {
  throw InvariantError(fmt::format("a packet to node {} was absorbed at node {} by a relation that never absorbs", dst.value(), node.value()));
}

void RoutingRelation::steps(const HeaderQuery* /*queries*/, std::size_t count, HeaderStep* answers) const {
  for (std::size_t i = 0; i < count; ++i) answers[i].kind = HeaderStep::Kind::ask;
}

}  // namespace dateline

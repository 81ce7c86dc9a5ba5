#include "sim/core/state/ownership.hpp"

#ifdef DATELINE_CHECK_OWNERSHIP
#include <fmt/format.h>

#include "models/base/error.hpp"

namespace dateline {

void Ownership::check(NodeId owner, VcId vc, const char* half) const {
  if (owner == acting_) return;
  throw InvariantError(fmt::format("node {} writes the {} half of VC {}, which node {} owns", acting_.value(), half, vc.value(), owner.value()));
}

}  // namespace dateline
#endif

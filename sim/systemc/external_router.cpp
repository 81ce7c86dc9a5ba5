#include "sim/systemc/external_router.hpp"

#include "models/base/error.hpp"
#include "sim/systemc/scheduler.hpp"

namespace dateline {

void ExternalRouter::before_end_of_elaboration() {
  if (scheduler_ == nullptr) throw InvariantError(std::string(name()) + ": an external router outside a network");
  SC_METHOD(tick);
  sensitive << scheduler_->timer().begins();
  dont_initialize();
}

void ExternalRouter::meet(const Tile& tile) {
  seam_.emplace(tile, node());
  begin();
}

void ExternalRouter::tick() {
  guarded([this] { cycle(scheduler_->timer().time().now()); });
}

void ExternalRouter::guarded(const std::function<void()>& work) { scheduler_->failure().guard(work); }

}  // namespace dateline

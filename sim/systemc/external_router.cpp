#include "sim/systemc/external_router.hpp"

#include "models/base/error.hpp"
#include "sim/systemc/scheduler.hpp"

namespace dateline {

void ExternalRouter::before_end_of_elaboration() {
  if (scheduler_ == nullptr) throw InvariantError(std::string(name()) + ": an external router outside a network");
  SC_METHOD(tick);
  sensitive << scheduler_->cycle_begins();
  dont_initialize();
}

void ExternalRouter::meet(const Tile& tile) {
  seam_.emplace(tile, node());
  begin();
}

void ExternalRouter::tick() {
  if (scheduler_->failed()) return;
  try {
    cycle(scheduler_->open_cycle());
  } catch (...) {
    scheduler_->fail(std::current_exception());
  }
}

void ExternalRouter::guarded(const std::function<void()>& work) {
  if (scheduler_->failed()) return;
  try {
    work();
  } catch (...) {
    scheduler_->fail(std::current_exception());
  }
}

}  // namespace dateline

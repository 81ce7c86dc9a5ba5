#include "sim/systemc/open_router.hpp"

#include "models/base/error.hpp"
#include "sim/systemc/scheduler.hpp"

namespace dateline {

void OpenRouter::before_end_of_elaboration() {
  if (scheduler_ == nullptr) throw InvariantError(std::string(name()) + ": an open router outside a network");
  SC_METHOD(tick);
  sensitive << scheduler_->cycle_begins();
  dont_initialize();
}

void OpenRouter::meet(const MachineParts& parts) {
  seam_.emplace(parts, node());
  begin();
}

void OpenRouter::tick() {
  if (scheduler_->failed()) return;
  try {
    cycle(scheduler_->open_cycle());
  } catch (...) {
    scheduler_->fail(std::current_exception());
  }
}

void OpenRouter::guarded(const std::function<void()>& work) {
  if (scheduler_->failed()) return;
  try {
    work();
  } catch (...) {
    scheduler_->fail(std::current_exception());
  }
}

}  // namespace dateline

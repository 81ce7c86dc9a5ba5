// The waves of a Verilated model as a file for GTKWave (FST), if it was built with TRACE (dateline_add_rtl_router).
// Cycle t begins at t ns with what is due on the inputs; the clock rises at t + 1/2 ns, and the outputs are those of
// cycle t.
#pragma once

#include <memory>
#include <string>

#include "models/base/error.hpp"
#include "models/base/ids.hpp"
#if defined(VM_TRACE_FST) && VM_TRACE_FST
#include <verilated_fst_c.h>
#endif

namespace dateline {

#if defined(VM_TRACE_FST) && VM_TRACE_FST
template <typename Model>
class RtlWaves {
 public:
  // From cycle `from` on; before the first cycle. `name`: of the router.
  void open(Model& model, const std::string& name, const std::string& path, Cycle from) {
    Verilated::traceEverOn(true);
    file_ = std::make_unique<VerilatedFstC>();
    from_ = from;
    model.trace(file_.get(), 99);
    file_->set_time_resolution("100ps");
    file_->open(path.c_str());
    if (!file_->isOpen()) throw ConfigError(name, "waves", path, "cannot be written");
  }
  // What the pins are now, in the first or second half of cycle `t`.
  void note(Cycle t, bool risen) {
    if (file_ && t >= from_) file_->dump(10 * t + (risen ? 5 : 0));
  }
  void close() {
    if (file_) file_->close();
  }

 private:
  std::unique_ptr<VerilatedFstC> file_;
  Cycle from_ = 0;
};
#else
template <typename Model>
class RtlWaves {
 public:
  void open(Model& /*model*/, const std::string& name, const std::string& path, Cycle /*from*/) {
    throw ConfigError(name, "waves", path, "is asked of RTL without waves; build it with dateline_add_rtl_router(... TRACE)");
  }
  void note(Cycle /*t*/, bool /*risen*/) {}
  void close() {}
};
#endif

}  // namespace dateline

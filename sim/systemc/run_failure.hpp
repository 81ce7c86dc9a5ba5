// What a cycle, or a process of an external router, threw first: it ends the simulation, and is thrown again behind
// sc_start. SystemC would turn an exception that leaves a process into a report of its own.
#pragma once

#include <exception>
#include <systemc>
#include <utility>

namespace dateline {

class RunFailure {
 public:
  void fail(std::exception_ptr failure) {
    if (!failure_) failure_ = std::move(failure);
    sc_core::sc_stop();
  }
  [[nodiscard]] bool failed() const { return failure_ != nullptr; }
  void rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
  }
  // What `work` throws ends the run; nothing is done after a failure.
  template <typename Work>
  void guard(const Work& work) {
    if (failed()) return;
    try {
      work();
    } catch (...) {
      fail(std::current_exception());
    }
  }

 private:
  std::exception_ptr failure_;
};

}  // namespace dateline

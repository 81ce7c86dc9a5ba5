// A memory manager for a payload that has none, for as long as a blocking call lasts: behind the network it may meet a
// target that is called by phases, and takes references (IEEE 1666-2011, 14.5).
#pragma once

#include <systemc>
#include <tlm>

namespace dateline {

class LentManager final : public tlm::tlm_mm_interface {
 public:
  // Does nothing to a payload that has a manager.
  explicit LentManager(tlm::tlm_generic_payload& payload) : payload_(payload), lent_(!payload.has_mm()) {
    if (!lent_) return;
    payload.set_mm(this);
    payload.acquire();
  }
  LentManager(const LentManager&) = delete;
  LentManager& operator=(const LentManager&) = delete;
  // Waits until no other module has a reference; then the payload has no manager, as before.
  void take_back() {
    if (!lent_) return;
    payload_.release();
    if (payload_.get_ref_count() > 0) sc_core::wait(freed_);
    payload_.set_mm(nullptr);
  }

 private:
  void free(tlm::tlm_generic_payload* payload) override {
    payload->reset();
    freed_.notify();
  }

  tlm::tlm_generic_payload& payload_;
  bool lent_;
  sc_core::sc_event freed_;
};

}  // namespace dateline

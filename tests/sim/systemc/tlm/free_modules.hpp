// An initiator and a target that do what a test says, right or wrong: phase by phase.
#pragma once

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <systemc>
#include <tlm>
#include <utility>
#include <vector>

namespace dateline::test {

[[nodiscard]] inline sc_core::sc_time ns(double value) { return {value, sc_core::SC_NS}; }

// Calls of nb_transport that a module has got, in their order.
struct PhaseCall {
  tlm::tlm_generic_payload* payload = nullptr;
  tlm::tlm_phase phase;
  sc_core::sc_time time;  // with the annotated delay
};

using Answer = std::function<tlm::tlm_sync_enum(tlm::tlm_generic_payload&, tlm::tlm_phase&, sc_core::sc_time&)>;

inline tlm::tlm_sync_enum accept(tlm::tlm_generic_payload& /*payload*/, tlm::tlm_phase& /*phase*/, sc_core::sc_time& /*delay*/) {
  return tlm::TLM_ACCEPTED;
}

// A thread runs `run`. Its payloads are counted: one that is freed is not deleted before the module is.
class FreeInitiator final : public sc_core::sc_module, public tlm::tlm_mm_interface {
 public:
  SC_HAS_PROCESS(FreeInitiator);  // NOLINT: SystemC's macro
  tlm_utils::simple_initiator_socket<FreeInitiator> socket{"socket"};
  FreeInitiator(const sc_core::sc_module_name& name, std::function<void(FreeInitiator&)> run) : sc_module(name), run_(std::move(run)) {
    socket.register_nb_transport_bw(this, &FreeInitiator::backward);
    socket.register_invalidate_direct_mem_ptr(this, &FreeInitiator::invalidate);
    SC_THREAD(all);
  }
  // With one reference, the test's; all attributes as the standard wants them.
  tlm::tlm_generic_payload& make(tlm::tlm_command command, std::uint64_t address, unsigned bytes) {
    data_.push_back(std::make_unique<unsigned char[]>(bytes));
    payloads_.push_back(std::make_unique<tlm::tlm_generic_payload>(this));
    tlm::tlm_generic_payload& payload = *payloads_.back();
    payload.acquire();
    payload.set_command(command);
    payload.set_address(address);
    payload.set_data_ptr(data_.back().get());
    payload.set_data_length(bytes);
    payload.set_streaming_width(std::max(bytes, 1U));
    return payload;
  }
  tlm::tlm_sync_enum forward(tlm::tlm_generic_payload& payload, tlm::tlm_phase phase, sc_core::sc_time delay = sc_core::SC_ZERO_TIME) {
    return socket->nb_transport_fw(payload, phase, delay);
  }
  // Whether the socket has been called with the phase, and when.
  [[nodiscard]] const PhaseCall* find(const tlm::tlm_generic_payload& payload, const tlm::tlm_phase& phase) const {
    for (const PhaseCall& call : calls) {
      if (call.payload == &payload && call.phase == phase) return &call;
    }
    return nullptr;
  }
  void wait_for(const tlm::tlm_generic_payload& payload, const tlm::tlm_phase& phase) {
    while (find(payload, phase) == nullptr) wait(called);
  }
  std::vector<PhaseCall> calls;
  Answer answer = accept;
  sc_core::sc_event called;
  int freed = 0, invalidated = 0;
  bool finished = false;

 private:
  void all() {
    run_(*this);
    finished = true;
  }
  tlm::tlm_sync_enum backward(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
    calls.push_back({&payload, phase, sc_core::sc_time_stamp() + delay});
    called.notify(sc_core::SC_ZERO_TIME);
    return answer(payload, phase, delay);
  }
  void invalidate(sc_dt::uint64 /*first*/, sc_dt::uint64 /*last*/) { ++invalidated; }
  void free(tlm::tlm_generic_payload* payload) override {
    ++freed;
    payload->reset();
  }
  std::function<void(FreeInitiator&)> run_;
  std::vector<std::unique_ptr<unsigned char[]>> data_;
  std::vector<std::unique_ptr<tlm::tlm_generic_payload>> payloads_;
};

// `answer` is what it does when it is called.
class FreeTarget final : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<FreeTarget> socket{"socket"};
  explicit FreeTarget(const sc_core::sc_module_name& name) : sc_module(name) {
    socket.register_nb_transport_fw(this, &FreeTarget::forward);
    socket.register_b_transport(this, &FreeTarget::blocking);
    socket.register_transport_dbg(this, &FreeTarget::touch);
    socket.register_get_direct_mem_ptr(this, &FreeTarget::grant);
  }
  tlm::tlm_sync_enum backward(tlm::tlm_generic_payload& payload, tlm::tlm_phase phase, sc_core::sc_time delay = sc_core::SC_ZERO_TIME) {
    return socket->nb_transport_bw(payload, phase, delay);
  }
  std::vector<PhaseCall> calls;
  Answer answer = accept;
  std::function<void(tlm::tlm_generic_payload&, sc_core::sc_time&)> transport = [](auto& payload, auto&) {
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
  };
  std::function<bool(tlm::tlm_generic_payload&, tlm::tlm_dmi&)> direct = [](auto&, auto&) { return false; };
  std::function<unsigned(tlm::tlm_generic_payload&)> debug = [](auto& payload) { return payload.get_data_length(); };

 private:
  tlm::tlm_sync_enum forward(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
    calls.push_back({&payload, phase, sc_core::sc_time_stamp() + delay});
    return answer(payload, phase, delay);
  }
  void blocking(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) { transport(payload, delay); }
  unsigned touch(tlm::tlm_generic_payload& payload) { return debug(payload); }
  bool grant(tlm::tlm_generic_payload& payload, tlm::tlm_dmi& granted) { return direct(payload, granted); }
};

}  // namespace dateline::test

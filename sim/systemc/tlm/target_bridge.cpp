#include "sim/systemc/tlm/target_bridge.hpp"

#include <algorithm>

#include "sim/systemc/tlm/payload_rules.hpp"
#include "sim/systemc/tlm/tlm_network.hpp"

namespace dateline {

TargetBridge::TargetBridge(const sc_core::sc_module_name& name, TlmNetwork& network, PacketPortIf& port, TlmTransport transport, unsigned bus_width)
    : sc_module(name), network_(network), port_(port), transport_(transport), bus_width_(bus_width), timed_(this, &TargetBridge::due) {
  if (transport == TlmTransport::blocking) SC_THREAD(serve);
}

void TargetBridge::requested(std::uint32_t number, TerminalId initiator) {
  const Transaction& transaction = network_.transactions()[number];
  tlm::tlm_generic_payload& payload = *transaction.payload;
  waiting_.push_back({number, initiator, &payload, payload.get_address()});
  payload.set_address(payload.get_address() - transaction.region->base);
  if (transport_ == TlmTransport::blocking) {
    arrived_.notify(sc_core::SC_ZERO_TIME);
  } else if (taking_ == nullptr) {
    begin_request();
  }
}

void TargetBridge::serve() {
  for (;;) {
    while (waiting_.empty()) wait(arrived_);
    const Request request = waiting_.front();
    waiting_.pop_front();
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    target().b_transport(*request.payload, delay);
    wait(delay);
    answer(request);
  }
}

// Of the first that waits. A target may answer in the call, or later; whichever, at its annotated time.
void TargetBridge::begin_request() {
  begun_.push_back(waiting_.front());
  waiting_.pop_front();
  taking_ = begun_.back().payload;
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  tlm::tlm_generic_payload& payload = *taking_;
  switch (target().nb_transport_fw(payload, phase, delay)) {
    case tlm::TLM_ACCEPTED:
      break;
    case tlm::TLM_UPDATED:
      nb_transport_bw(payload, phase, delay);
      break;
    case tlm::TLM_COMPLETED:
      timed_.notify(payload, tlm::END_RESP, delay);
      break;
  }
}

tlm::tlm_sync_enum TargetBridge::nb_transport_bw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  if (is_ignorable(phase)) return tlm::TLM_ACCEPTED;
  if (phase == tlm::END_REQ || phase == tlm::BEGIN_RESP) {
    timed_.notify(payload, phase, delay);
  } else {
    network_.break_off(*this, phase, "is none of a target's; allowed: END_REQ, BEGIN_RESP (IEEE 1666-2011, 15.2.3)");
  }
  return tlm::TLM_ACCEPTED;
}

// END_RESP here is the end of a transaction that has no response phase.
void TargetBridge::due(tlm::tlm_generic_payload& payload, const tlm::tlm_phase& phase) {
  const bool ends_request = taking_ == &payload;  // a response does, too
  if (phase == tlm::END_REQ && !ends_request) return network_.break_off(*this, phase, "ends no request that has begun (IEEE 1666-2011, 15.2.4)");
  if (ends_request) taking_ = nullptr;
  if (phase != tlm::END_REQ) end_transaction(payload, phase);
  if (taking_ == nullptr && !waiting_.empty()) begin_request();
}

void TargetBridge::end_transaction(tlm::tlm_generic_payload& payload, const tlm::tlm_phase& phase) {
  const auto it = std::find_if(begun_.begin(), begun_.end(), [&](const Request& request) { return request.payload == &payload; });
  if (it == begun_.end()) return network_.break_off(*this, phase, "answers no request that has begun (IEEE 1666-2011, 15.2.4)");
  const Request request = *it;
  begun_.erase(it);
  if (phase == tlm::BEGIN_RESP) {
    tlm::tlm_phase end = tlm::END_RESP;
    sc_core::sc_time now = sc_core::SC_ZERO_TIME;
    target().nb_transport_fw(payload, end, now);
  }
  answer(request);
}

void TargetBridge::answer(const Request& request) {
  tlm::tlm_generic_payload& payload = *request.payload;
  payload.set_address(request.address);
  payload.set_dmi_allowed(false);
  port_.send(request.initiator, static_cast<std::uint32_t>(answer_flits(payload, network_.sizes())), request.number | Transactions::kAnswer);
}

unsigned TargetBridge::debug(tlm::tlm_generic_payload& payload, std::uint64_t address) {
  const std::uint64_t global = payload.get_address();
  payload.set_address(address);
  const unsigned bytes = target().transport_dbg(payload);
  payload.set_address(global);
  return bytes;
}

}  // namespace dateline

#include "sim/systemc/tlm/initiator_bridge.hpp"

#include <algorithm>
#include <limits>

#include "sim/systemc/tlm/lent_manager.hpp"
#include "sim/systemc/tlm/payload_rules.hpp"
#include "sim/systemc/tlm/tlm_network.hpp"

namespace dateline {

InitiatorBridge::InitiatorBridge(const sc_core::sc_module_name& name, TlmNetwork& network, PacketPortIf& port, unsigned bus_width)
    : sc_module(name), network_(network), port_(port), bus_width_(bus_width), timed_(this, &InitiatorBridge::due) {}

// Its region; or null, and the payload has its response status.
const Region* InitiatorBridge::accept(tlm::tlm_generic_payload& payload) const {
  if (const auto status = refusal(payload, network_.sizes())) {
    payload.set_response_status(*status);
    return nullptr;
  }
  const Region* const region = network_.map().find_all(payload.get_address(), addressed_bytes(payload));
  if (region == nullptr) payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
  return region;
}

void InitiatorBridge::b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
  const Region* const region = accept(payload);
  if (region == nullptr) return;
  wait(delay);
  delay = sc_core::SC_ZERO_TIME;
  LentManager manager(payload);
  sc_core::sc_event done;
  waiting_.push_back({&payload, region, &done});
  take_waiting();
  wait(done);
  manager.take_back();
}

tlm::tlm_sync_enum InitiatorBridge::nb_transport_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  if (is_ignorable(phase)) return tlm::TLM_ACCEPTED;
  if (phase == tlm::BEGIN_REQ) {
    if (requesting_) network_.break_off(*this, phase, "comes before END_REQ of the request before (IEEE 1666-2011, 15.2.6)");
    requesting_ = true;
    if (payload.has_mm()) payload.acquire();
  } else if (phase != tlm::END_RESP) {
    network_.break_off(*this, phase, "is none of an initiator's; allowed: BEGIN_REQ, END_RESP (IEEE 1666-2011, 15.2.3)");
    return tlm::TLM_ACCEPTED;
  }
  timed_.notify(payload, phase, delay);
  return tlm::TLM_ACCEPTED;
}

void InitiatorBridge::due(tlm::tlm_generic_payload& payload, const tlm::tlm_phase& phase) {
  if (phase == tlm::END_RESP) return end_response(payload);
  waiting_.push_back({&payload, accept(payload), nullptr});
  take_waiting();
}

// As many as there is room for; a request by phases ends when it is taken.
void InitiatorBridge::take_waiting() {
  while (!waiting_.empty() && taken_ < network_.outstanding()) {
    const Waiting next = waiting_.front();
    waiting_.pop_front();
    ++taken_;
    if (next.done == nullptr) {
      requesting_ = false;
      tlm::tlm_phase taken = tlm::END_REQ;
      sc_core::sc_time now = sc_core::SC_ZERO_TIME;
      initiator().nb_transport_bw(*next.payload, taken, now);
    }
    if (next.region == nullptr) {
      respond(*next.payload);
    } else {
      open(next);
    }
  }
}

void InitiatorBridge::open(const Waiting& request) {
  const std::uint64_t first = request.payload->get_address();
  open_.push_back({{request.payload, request.region}, first, first + (addressed_bytes(*request.payload) - 1), request.done});
  send_ready();
}

// Sends what overlaps nothing that came before it.
void InitiatorBridge::send_ready() {
  for (auto it = open_.begin(); it != open_.end(); ++it) {
    const auto overlaps = [&](const Open& earlier) { return earlier.first <= it->last && it->first <= earlier.last; };
    if (it->sent || std::any_of(open_.begin(), it, overlaps)) continue;
    it->sent = true;
    it->number = network_.transactions().add(it->transaction);
    port_.send(it->transaction.region->terminal, static_cast<std::uint32_t>(request_flits(*it->transaction.payload, network_.sizes())), it->number);
  }
}

void InitiatorBridge::answered(std::uint32_t number) {
  const auto it = std::find_if(open_.begin(), open_.end(), [&](const Open& open) { return open.sent && open.number == number; });
  const Open answered = *it;
  open_.erase(it);
  network_.transactions().remove(number);
  send_ready();
  if (answered.done == nullptr) return respond(*answered.transaction.payload);
  --taken_;
  answered.done->notify();
  take_waiting();
}

// One response after the other.
void InitiatorBridge::respond(tlm::tlm_generic_payload& payload) {
  responses_.push_back(&payload);
  if (responses_.size() == 1) begin_response();
}

void InitiatorBridge::begin_response() {
  tlm::tlm_generic_payload& payload = *responses_.front();
  tlm::tlm_phase phase = tlm::BEGIN_RESP;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  --taken_;
  const tlm::tlm_sync_enum status = initiator().nb_transport_bw(payload, phase, delay);
  const bool ended = status == tlm::TLM_COMPLETED || (status == tlm::TLM_UPDATED && phase == tlm::END_RESP);
  if (ended) timed_.notify(payload, tlm::END_RESP, delay);
  take_waiting();
}

void InitiatorBridge::end_response(const tlm::tlm_generic_payload& payload) {
  if (responses_.empty() || responses_.front() != &payload) {
    return network_.break_off(*this, tlm::END_RESP, "ends no response that has begun (IEEE 1666-2011, 15.2.4)");
  }
  tlm::tlm_generic_payload& ended = *responses_.front();
  responses_.pop_front();
  if (ended.has_mm()) ended.release();
  if (!responses_.empty()) begin_response();
}

unsigned InitiatorBridge::transport_dbg(tlm::tlm_generic_payload& payload) { return network_.debug(payload); }

// What is refused (IEEE 1666-2011, 11.2.5): every kind of access, at all addresses.
bool InitiatorBridge::get_direct_mem_ptr(tlm::tlm_generic_payload& /*payload*/, tlm::tlm_dmi& refused) {
  refused.allow_read_write();
  refused.set_start_address(0);
  refused.set_end_address(std::numeric_limits<sc_dt::uint64>::max());
  return false;
}

}  // namespace dateline

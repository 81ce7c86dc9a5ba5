#include "sim/systemc/tlm/initiator_bridge.hpp"

#include <algorithm>
#include <limits>

#include "sim/systemc/tlm/tlm_network.hpp"

namespace dateline {

InitiatorBridge::InitiatorBridge(const sc_core::sc_module_name& name, TlmNetwork& network, PacketPortIf& port)
    : sc_module(name), network_(network), port_(port), timed_(this, &InitiatorBridge::due) {
  socket.register_b_transport(this, &InitiatorBridge::b_transport);
  socket.register_nb_transport_fw(this, &InitiatorBridge::nb_transport_fw);
  socket.register_transport_dbg(this, &InitiatorBridge::transport_dbg);
}

// Its region; or null, and the payload has its response status.
const Region* InitiatorBridge::accept(tlm::tlm_generic_payload& payload) const {
  const MessageSizes& sizes = network_.sizes();
  if (payload.get_data_length() == 0 || std::max(request_flits(payload, sizes), answer_flits(payload, sizes)) > sizes.packet_length) {
    payload.set_response_status(tlm::TLM_BURST_ERROR_RESPONSE);
    return nullptr;
  }
  const Region* const region = network_.map().find_all(payload.get_address(), payload.get_data_length());
  if (region == nullptr) payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
  return region;
}

void InitiatorBridge::b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
  wait(delay);
  delay = sc_core::SC_ZERO_TIME;
  const Region* const region = accept(payload);
  if (region == nullptr) return;
  sc_core::sc_event done;
  open(payload, *region, &done);
  wait(done);
}

tlm::tlm_sync_enum InitiatorBridge::nb_transport_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  if (phase == tlm::BEGIN_REQ && payload.has_mm()) payload.acquire();
  timed_.notify(payload, phase, delay);
  return tlm::TLM_ACCEPTED;
}

void InitiatorBridge::due(tlm::tlm_generic_payload& payload, const tlm::tlm_phase& phase) {
  if (phase == tlm::END_RESP) return end_response();
  const Region* const region = accept(payload);
  tlm::tlm_phase taken = tlm::END_REQ;
  sc_core::sc_time now = sc_core::SC_ZERO_TIME;
  socket->nb_transport_bw(payload, taken, now);
  if (region == nullptr) return respond(payload);
  open(payload, *region, nullptr);
}

void InitiatorBridge::open(tlm::tlm_generic_payload& payload, const Region& region, sc_core::sc_event* done) {
  const std::uint64_t first = payload.get_address();
  open_.push_back({{&payload, &region}, first, first + (payload.get_data_length() - 1), done});
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
  if (answered.done != nullptr) {
    answered.done->notify();
  } else {
    respond(*answered.transaction.payload);
  }
  send_ready();
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
  const tlm::tlm_sync_enum status = socket->nb_transport_bw(payload, phase, delay);
  const bool ended = status == tlm::TLM_COMPLETED || (status == tlm::TLM_UPDATED && phase == tlm::END_RESP);
  if (ended) timed_.notify(payload, tlm::END_RESP, delay);
}

void InitiatorBridge::end_response() {
  tlm::tlm_generic_payload& ended = *responses_.front();
  responses_.pop_front();
  if (ended.has_mm()) ended.release();
  if (!responses_.empty()) begin_response();
}

unsigned InitiatorBridge::transport_dbg(tlm::tlm_generic_payload& payload) { return network_.debug(payload); }

}  // namespace dateline

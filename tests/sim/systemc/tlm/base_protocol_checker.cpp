#include "tests/sim/systemc/tlm/base_protocol_checker.hpp"

namespace dateline::test {
namespace {

bool is_ignorable(const tlm::tlm_phase& phase) { return phase > tlm::END_RESP; }

}  // namespace

void BaseProtocolChecker::note(const std::string& violation) { violations_.push_back(violation + ", at " + sc_core::sc_time_stamp().to_string()); }

void BaseProtocolChecker::check_manager(const Payload& payload) {
  if (!payload.has_mm()) {
    note("14.5: nb_transport of a payload without a memory manager");
  } else if (payload.get_ref_count() == 0) {
    note("14.5: a payload to which there is no reference");
  }
}

void BaseProtocolChecker::check_time(Open& open, const sc_core::sc_time& delay, const char* clause) {
  const sc_core::sc_time time = sc_core::sc_time_stamp() + delay;
  if (time < open.time) note(std::string(clause) + ": time goes back from " + open.time.to_string() + " to " + time.to_string());
  open.time = time;
}

void BaseProtocolChecker::begin(const Payload& payload, State state, const sc_core::sc_time& time) {
  for (const std::string& fault : attribute_faults(payload)) note(fault);
  open_.emplace(&payload, Open{state, time, PayloadRecord(payload)});
}

void BaseProtocolChecker::finish(const Payload& payload) {
  if (request_ == &payload) request_ = nullptr;
  if (response_ == &payload) response_ = nullptr;
  open_.erase(&payload);
}

void BaseProtocolChecker::check_response(const Payload& payload, const Open& open) {
  if (payload.get_response_status() == tlm::TLM_INCOMPLETE_RESPONSE) note("14.17: a response without a status");
  for (const std::string& change : open.record.changes(payload)) note(change);
}

// A phase of a call, or returned by one.
void BaseProtocolChecker::enter(const Payload& payload, const tlm::tlm_phase& phase, Path path, const sc_core::sc_time& delay) {
  if (is_ignorable(phase)) return;
  const bool forward = phase == tlm::BEGIN_REQ || phase == tlm::END_RESP, backward = phase == tlm::END_REQ || phase == tlm::BEGIN_RESP;
  if (path == Path::forward ? !forward : !backward) return note(std::string("15.2.3: ") + phase.get_name() + " on the wrong path");
  const auto it = open_.find(&payload);
  if (phase != tlm::BEGIN_REQ) {
    if (it == open_.end()) return note(std::string("15.2.4: ") + phase.get_name() + " of a transaction that is not under way");
    check_time(it->second, delay, "15.2.7");
    return enter_open(payload, it->second, phase);
  }
  if (it != open_.end()) {
    const bool blocking = it->second.state == State::blocking;
    return note(blocking ? "15.2.10: BEGIN_REQ amid b_transport" : "15.2.4: BEGIN_REQ of a transaction that is under way");
  }
  if (request_ != nullptr) note("15.2.6: BEGIN_REQ before END_REQ of the request before");
  begin(payload, State::request, sc_core::sc_time_stamp() + delay);
  request_ = &payload;
}

// Behind BEGIN_REQ.
void BaseProtocolChecker::enter_open(const Payload& payload, Open& open, const tlm::tlm_phase& phase) {
  const bool in_request = open.state == State::request, in_response = open.state == State::response;
  const bool in_sequence = phase == tlm::END_REQ ? in_request : phase == tlm::BEGIN_RESP ? in_request || open.state == State::requested : in_response;
  if (!in_sequence) return note(std::string("15.2.4: ") + phase.get_name() + " out of sequence");
  if (phase == tlm::END_RESP) {
    for (const std::string& change : open.record.changes(payload)) note(change);
    return finish(payload);
  }
  if (request_ == &payload) request_ = nullptr;
  if (phase == tlm::END_REQ) {
    open.state = State::requested;
    return;
  }
  if (response_ != nullptr) note("15.2.6: BEGIN_RESP before END_RESP of the response before");
  open.state = State::response;
  response_ = &payload;
  check_response(payload, open);
}

// A call with the phase has returned TLM_COMPLETED. An initiator's payload may be gone.
void BaseProtocolChecker::complete(const Payload& payload, const tlm::tlm_phase& called, const sc_core::sc_time& delay) {
  const auto it = open_.find(&payload);
  if (called == tlm::END_RESP) return;
  if ((called != tlm::BEGIN_REQ && called != tlm::BEGIN_RESP) || it == open_.end()) {
    return note(std::string("15.2.4: TLM_COMPLETED for ") + called.get_name());
  }
  check_time(it->second, delay, "15.2.7");
  if (called == tlm::BEGIN_REQ) check_response(payload, it->second);
  finish(payload);
}

tlm::tlm_sync_enum BaseProtocolChecker::nb_transport_fw(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  check_manager(payload);
  enter(payload, phase, Path::forward, delay);
  const tlm::tlm_phase called = phase;
  const sc_core::sc_time before = delay;
  const tlm::tlm_sync_enum status = target->nb_transport_fw(payload, phase, delay);
  if (status == tlm::TLM_ACCEPTED && (phase != called || delay != before)) note("11.1.2: TLM_ACCEPTED with another phase or delay");
  if (status == tlm::TLM_UPDATED) enter(payload, phase, Path::backward, delay);
  if (status == tlm::TLM_COMPLETED) complete(payload, called, delay);
  return status;
}

tlm::tlm_sync_enum BaseProtocolChecker::nb_transport_bw(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  check_manager(payload);
  enter(payload, phase, Path::backward, delay);
  const tlm::tlm_phase called = phase;
  const sc_core::sc_time before = delay;
  const tlm::tlm_sync_enum status = initiator->nb_transport_bw(payload, phase, delay);
  if (status == tlm::TLM_ACCEPTED && (phase != called || delay != before)) note("11.1.2: TLM_ACCEPTED with another phase or delay");
  if (status == tlm::TLM_UPDATED) enter(payload, phase, Path::forward, delay);
  if (status == tlm::TLM_COMPLETED) complete(payload, called, delay);
  return status;
}

void BaseProtocolChecker::b_transport(Payload& payload, sc_core::sc_time& delay) {
  if (sc_core::sc_get_current_process_handle().proc_kind() == sc_core::SC_METHOD_PROC_) note("11.1.1.4: b_transport from a method");
  if (open_.count(&payload) != 0) {
    note("15.2.10: b_transport of a transaction that is under way");
    return target->b_transport(payload, delay);
  }
  const bool had_manager = payload.has_mm();
  if (had_manager) check_manager(payload);
  begin(payload, State::blocking, sc_core::sc_time_stamp() + delay);
  target->b_transport(payload, delay);
  Open& open = open_.at(&payload);
  check_time(open, delay, "11.1.3");
  check_response(payload, open);
  if (payload.has_mm() != had_manager) note("14.5: a memory manager that was set, or taken away");
  finish(payload);
}

unsigned BaseProtocolChecker::transport_dbg(Payload& payload) {
  if (payload.get_data_length() > 0 && payload.get_data_ptr() == nullptr) note("11.3.4: debug transport without a data pointer");
  const unsigned length = payload.get_data_length(), bytes = target->transport_dbg(payload);
  if (bytes > length) note("11.3.4: debug transport of more bytes than the data length");
  return bytes;
}

bool BaseProtocolChecker::get_direct_mem_ptr(Payload& payload, tlm::tlm_dmi& granted) {
  const sc_dt::uint64 address = payload.get_address();
  const bool given = target->get_direct_mem_ptr(payload, granted);
  const bool inside = granted.get_start_address() <= address && address <= granted.get_end_address();
  if (!inside) note("11.2.5: direct memory access of a range without the address");
  if (given && granted.get_dmi_ptr() == nullptr) note("11.2.5: direct memory access without a pointer");
  return given;
}

void BaseProtocolChecker::invalidate_direct_mem_ptr(sc_dt::uint64 first, sc_dt::uint64 last) {
  if (first > last) note("11.2.5: direct memory access taken back from a range that ends before it begins");
  initiator->invalidate_direct_mem_ptr(first, last);
}

}  // namespace dateline::test

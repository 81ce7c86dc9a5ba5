// The checker of the base protocol names what initiators, targets and what is between may not do with a payload.
#include "tests/sim/systemc/tlm/trios.hpp"

using namespace dateline::test;

namespace {

// The payload of a transaction that has a fault from the start, and none behind it.
void add_faulty(Trios& trios, const std::string& expected, const std::function<void(Payload&)>& spoil) {
  trios.add(expected, [spoil](FreeInitiator& from, FreeTarget& target) {
    Payload& payload = write(from);
    spoil(payload);
    transact(from, target, payload);
  });
}

// What changes between request and response.
void add_changing(Trios& trios, const std::string& expected, const std::function<void(Payload&)>& change) {
  trios.add(expected, [change](FreeInitiator& from, FreeTarget& target) {
    static unsigned char enables[] = {TLM_BYTE_ENABLED, TLM_BYTE_DISABLED};
    Payload& payload = from.make(tlm::TLM_READ_COMMAND, 0x100, 4);
    payload.set_byte_enable_ptr(enables);
    payload.set_byte_enable_length(2);
    from.forward(payload, BEGIN_REQ);
    payload.get_data_ptr()[0] = payload.get_data_ptr()[2] = 1;  // the enabled ones
    payload.set_address(7);
    change(payload);
    respond(target, payload);
  });
}

// A blocking transaction; `transport` is the target's.
void add_blocking(Trios& trios, const std::string& expected, const std::function<void(Payload&, sc_core::sc_time&)>& transport) {
  trios.add(expected, [transport](FreeInitiator& from, FreeTarget& target) {
    target.transport = transport;
    sc_core::sc_time delay = ns(10);
    from.socket->b_transport(write(from), delay);
  });
}

}  // namespace

TEST_CASE("the checker accuses no target that changes what it may change") {
  Trios trios;
  add_changing(trios, "", [](Payload& payload) { payload.set_dmi_allowed(true); });
  add_blocking(trios, "", [](Payload& payload, sc_core::sc_time& delay) {
    sc_core::wait(delay);
    delay = ns(1);
    payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
  });
  trios.run(2);
}

TEST_CASE("the checker names what is wrong with a payload from the start") {
  static unsigned char enables[] = {TLM_BYTE_ENABLED, 1};
  Trios trios;
  add_faulty(trios, "14.8: an option", [](Payload& payload) { payload.set_gp_option(tlm::TLM_FULL_PAYLOAD); });
  add_faulty(trios, "14.11: no data pointer", [](Payload& payload) { payload.set_data_ptr(nullptr); });
  add_faulty(trios, "14.12: no bytes", [](Payload& payload) { payload.set_data_length(0); });
  add_faulty(trios, "14.13: a byte enable", [](Payload& payload) {
    payload.set_byte_enable_ptr(enables);
    payload.set_byte_enable_length(2);
  });
  add_faulty(trios, "14.14: a byte enable length", [](Payload& payload) { payload.set_byte_enable_ptr(enables); });
  add_faulty(trios, "14.15: a streaming width", [](Payload& payload) { payload.set_streaming_width(0); });
  add_faulty(trios, "14.16: a hint", [](Payload& payload) { payload.set_dmi_allowed(true); });
  add_faulty(trios, "14.17: a response status", [](Payload& payload) { payload.set_response_status(tlm::TLM_OK_RESPONSE); });
  trios.add("14.5: a payload to which there is no reference", [](FreeInitiator& from, FreeTarget&) {
    Payload& payload = write(from);
    payload.release();
    from.forward(payload, BEGIN_REQ);
  });
  trios.add("14.5: nb_transport of a payload without a memory manager", [](FreeInitiator& from, FreeTarget&) {
    Payload& payload = write(from);
    payload.set_mm(nullptr);
    from.forward(payload, BEGIN_REQ);
  });
  trios.run(10);
}

TEST_CASE("the checker names what a target or a bus between makes of a payload, and a response without a status") {
  static unsigned char other[8] = {};
  Trios trios;
  add_changing(trios, "14.7: under way, the option", [](Payload& payload) { payload.set_gp_option(tlm::TLM_FULL_PAYLOAD_ACCEPTED); });
  add_changing(trios, "14.7: under way, the command", [](Payload& payload) { payload.set_command(tlm::TLM_IGNORE_COMMAND); });
  add_changing(trios, "14.7: under way, the data length", [](Payload& payload) { payload.set_data_length(3); });
  add_changing(trios, "14.7: under way, the streaming width", [](Payload& payload) { payload.set_streaming_width(2); });
  add_changing(trios, "14.7: under way, the data pointer", [](Payload& payload) { payload.set_data_ptr(other); });
  add_changing(trios, "14.7: under way, the byte enable pointer", [](Payload& payload) { payload.set_byte_enable_ptr(other); });
  add_changing(trios, "14.7: under way, the byte enable length", [](Payload& payload) { payload.set_byte_enable_length(1); });
  add_changing(trios, "14.7: under way, a byte that is not enabled", [](Payload& payload) { payload.get_data_ptr()[3] = 1; });
  trios.add("14.7: under way, a byte enable", [](FreeInitiator& from, FreeTarget& target) {
    static unsigned char enables[] = {TLM_BYTE_ENABLED};
    Payload& payload = write(from);
    payload.set_byte_enable_ptr(enables);
    payload.set_byte_enable_length(1);
    from.forward(payload, BEGIN_REQ);
    enables[0] = TLM_BYTE_DISABLED;
    respond(target, payload);
  });
  trios.add("14.7: under way, a byte that is written", [](FreeInitiator& from, FreeTarget& target) {
    Payload& payload = write(from);
    from.forward(payload, BEGIN_REQ);
    payload.get_data_ptr()[0] = 1;
    respond(target, payload);
  });
  trios.add("14.7: under way, the data length", [](FreeInitiator& from, FreeTarget& target) {  // the initiator, behind the response
    Payload& payload = write(from);
    from.forward(payload, BEGIN_REQ);
    respond(target, payload);
    payload.set_data_length(2);
    from.forward(payload, END_RESP);
  });
  trios.add("14.17: a response without a status", [](FreeInitiator& from, FreeTarget& target) {
    Payload& payload = write(from);
    from.forward(payload, BEGIN_REQ);
    target.backward(payload, BEGIN_RESP);
  });
  trios.add("14.17: a response without a status", [](FreeInitiator& from, FreeTarget& target) {
    target.answer = [](Payload&, tlm::tlm_phase&, sc_core::sc_time&) { return tlm::TLM_COMPLETED; };
    from.forward(write(from), BEGIN_REQ);
  });
  add_blocking(trios, "14.17: a response without a status", [](Payload&, sc_core::sc_time&) {});
  trios.run(14);
}

TEST_CASE("the checker names misuse of blocking transport, debug transport and direct memory access") {
  Trios trios;
  const auto good = [](Payload& payload) { payload.set_response_status(tlm::TLM_OK_RESPONSE); };
  add_blocking(trios, "11.1.3: time goes back from 10 ns to 9 ns", [good](Payload& payload, sc_core::sc_time& delay) {
    good(payload);
    delay = ns(9);
  });
  add_blocking(trios, "14.5: a memory manager", [good](Payload& payload, sc_core::sc_time&) {
    good(payload);
    payload.set_mm(nullptr);
  });
  trios.add("15.2.10: b_transport of a transaction that is under way", [](FreeInitiator& from, FreeTarget&) {
    Payload& payload = write(from);
    from.forward(payload, BEGIN_REQ);
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    from.socket->b_transport(payload, delay);
  });
  trios.add("15.2.10: BEGIN_REQ amid b_transport", [](FreeInitiator& from, FreeTarget& target) {
    target.transport = [&](Payload& payload, sc_core::sc_time&) {
      from.forward(payload, BEGIN_REQ);
      payload.set_response_status(tlm::TLM_OK_RESPONSE);
    };
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    from.socket->b_transport(write(from), delay);
  });
  trios.add("11.1.1.4: b_transport from a method", [](FreeInitiator& from, FreeTarget&) {
    sc_core::sc_spawn_options method;
    method.spawn_method();
    sc_core::sc_spawn(
        [&] {
          sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
          from.socket->b_transport(write(from), delay);
        },
        nullptr, &method);
    sc_core::wait(ns(1));
  });
  trios.add("11.3.4: debug transport of more bytes", [](FreeInitiator& from, FreeTarget& target) {
    target.debug = [](Payload&) { return 5U; };
    from.socket->transport_dbg(write(from));
  });
  trios.add("11.3.4: debug transport without a data pointer", [](FreeInitiator& from, FreeTarget&) {
    Payload& payload = write(from);
    payload.set_data_ptr(nullptr);
    from.socket->transport_dbg(payload);
  });
  trios.add("11.2.5: direct memory access of a range", [](FreeInitiator& from, FreeTarget& target) {
    static unsigned char memory = 0;
    target.direct = [](Payload&, tlm::tlm_dmi& granted) {
      granted.set_dmi_ptr(&memory);
      granted.set_end_address(0xFF);
      return true;
    };
    tlm::tlm_dmi granted;
    from.socket->get_direct_mem_ptr(write(from), granted);
  });
  trios.add("11.2.5: direct memory access without a pointer", [](FreeInitiator& from, FreeTarget& target) {
    target.direct = [](Payload&, tlm::tlm_dmi&) { return true; };
    tlm::tlm_dmi granted;
    from.socket->get_direct_mem_ptr(write(from), granted);
  });
  trios.add("11.2.5: direct memory access taken back", [](FreeInitiator&, FreeTarget& target) { target.socket->invalidate_direct_mem_ptr(2, 1); });
  trios.run(10);
}

// The base protocol at the bridges' sockets: ignorable phases, and a target's references to a payload.
#include <catch2/catch.hpp>

#include "tests/sim/systemc/tlm/machines.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

TLM_DECLARE_EXTENDED_PHASE(snooped);  // of some other protocol

void respond(FreeTarget& target, tlm::tlm_generic_payload& payload) {
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
  target.backward(payload, tlm::BEGIN_RESP);
}

}  // namespace

TEST_CASE("an initiator's ignorable phases are ignored: the transaction goes once, and ends once") {
  Machines m("m", "mesh:2x2", TlmTransport::non_blocking);
  FreeInitiator cpu("cpu", [](FreeInitiator& self) {
    tlm::tlm_generic_payload& payload = self.make(tlm::TLM_WRITE_COMMAND, 0x3000, 4);
    CHECK(self.forward(payload, tlm::BEGIN_REQ) == tlm::TLM_ACCEPTED);
    CHECK(self.forward(payload, snooped) == tlm::TLM_ACCEPTED);
    self.wait_for(payload, tlm::END_REQ);
    CHECK(self.forward(payload, snooped, ns(2)) == tlm::TLM_ACCEPTED);
    self.wait_for(payload, tlm::BEGIN_RESP);
    CHECK(payload.is_response_ok());
    CHECK(self.forward(payload, snooped) == tlm::TLM_ACCEPTED);
    CHECK(self.forward(payload, tlm::END_RESP, ns(1)) == tlm::TLM_ACCEPTED);
    sc_core::wait(ns(2));
    CHECK(payload.get_ref_count() == 1);
    payload.release();
    sc_core::wait(ns(100));
    CHECK(self.calls.size() == 2);
    CHECK(self.freed == 1);
  });
  m.connect(cpu.socket, 0);
  m.run();
  CHECK(cpu.finished);
}

TEST_CASE("a target's ignorable phases are ignored, called or returned") {
  Machines m("m", "mesh:2x2", TlmTransport::non_blocking, 0);
  FreeTarget target("target");
  m.tlm.map({0x1000, 0x1000, TerminalId(3)});
  m.connect(3, target.socket, TlmTransport::non_blocking);
  target.answer = [](tlm::tlm_generic_payload&, tlm::tlm_phase& phase, sc_core::sc_time&) {
    if (phase != tlm::BEGIN_REQ) return tlm::TLM_ACCEPTED;
    phase = snooped;
    return tlm::TLM_UPDATED;
  };
  sc_core::sc_spawn([&] {
    while (target.calls.empty()) sc_core::wait(ns(1));
    tlm::tlm_generic_payload& payload = *target.calls[0].payload;
    CHECK(target.backward(payload, snooped) == tlm::TLM_ACCEPTED);
    sc_core::wait(ns(1));
    CHECK(target.backward(payload, tlm::END_REQ) == tlm::TLM_ACCEPTED);
    CHECK(target.backward(payload, snooped, ns(3)) == tlm::TLM_ACCEPTED);
    sc_core::wait(ns(10));
    CHECK(target.calls.size() == 1);
    respond(target, payload);
  });
  Script cpu("cpu", [](Script& self) {
    std::uint32_t data = 0;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    CHECK(self.access(tlm::TLM_READ_COMMAND, 0x1000, &data, 4, delay) == tlm::TLM_OK_RESPONSE);
  });
  m.connect(cpu.socket, 0);
  m.run();
  CHECK(cpu.finished);
  REQUIRE(target.calls.size() == 2);
  CHECK(target.calls[1].phase == tlm::END_RESP);
}

TEST_CASE("a target by phases may hold references to a blocking initiator's payload, which has no memory manager") {
  Machines m("m", "mesh:2x2", TlmTransport::non_blocking, 0);
  FreeTarget target("target");
  m.tlm.map({0x1000, 0x1000, TerminalId(3)});
  m.connect(3, target.socket, TlmTransport::non_blocking);
  target.answer = [](tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
    if (phase != tlm::BEGIN_REQ) return tlm::TLM_ACCEPTED;
    CHECK(payload.has_mm());
    payload.acquire();
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    phase = tlm::BEGIN_RESP;
    delay = ns(5);
    return tlm::TLM_UPDATED;
  };
  sc_core::sc_spawn([&] {  // releases long behind the answer
    sc_core::wait(ns(50));
    target.calls.at(0).payload->release();
  });
  Script cpu("cpu", [](Script& self) {
    tlm::tlm_generic_payload payload;
    std::uint32_t data = 0;
    Script::describe(payload, tlm::TLM_READ_COMMAND, 0x1000, &data, 4);
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    self.socket->b_transport(payload, delay);
    CHECK(payload.is_response_ok());
    CHECK_FALSE(payload.has_mm());
    CHECK(sc_core::sc_time_stamp() == ns(50));  // not before the target's last reference has gone
  });
  m.connect(cpu.socket, 0);
  m.run();
  CHECK(cpu.finished);
}

// What the bridges make of a generic payload's attributes (IEEE 1666-2011, 14.7 to 14.17): streaming width, the command
// to ignore, byte enables, hints of direct memory access, and what they refuse.
#include <array>
#include <catch2/catch.hpp>
#include <limits>

#include "tests/sim/systemc/tlm/machines.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

// A mesh:4x4 with one target of a test's own, at node 5, behind 0x1000..0x10FF.
struct OneTarget {
  explicit OneTarget(std::function<void(Script&)> run) : m("m", "mesh:4x4", TlmTransport::blocking, 0), cpu("cpu", std::move(run)) {
    m.tlm.map({0x1000, 0x100, TerminalId(5)});
    m.connect(5, target.socket, TlmTransport::blocking);
    cpu.socket.bind(m.tlm.initiator(TerminalId(0)).socket);  // without a checker: it asks for what it may not
  }
  void run() {
    m.run();
    CHECK(cpu.finished);
  }
  Machines m;
  FreeTarget target{"target"};
  Script cpu;
};

tlm::tlm_response_status transport(Script& self, tlm::tlm_generic_payload& payload) {
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  self.socket->b_transport(payload, delay);
  return payload.get_response_status();
}

}  // namespace

TEST_CASE("a streaming transaction needs as many addresses as its width, and carries all its bytes") {
  OneTarget one([](Script& self) {
    std::array<unsigned char, 16> data{};
    tlm::tlm_generic_payload payload;
    Script::describe(payload, tlm::TLM_WRITE_COMMAND, 0x10FC, data.data(), 16);
    payload.set_streaming_width(4);
    CHECK(transport(self, payload) == tlm::TLM_OK_RESPONSE);
    // 1 + 4 flits over two hops: there in cycle 7, at 7.5 ns; the answer, one flit, is of cycle 8 and takes 4.
    CHECK(sc_core::sc_time_stamp() == ns(11.5));
    payload.set_streaming_width(5);
    CHECK(transport(self, payload) == tlm::TLM_ADDRESS_ERROR_RESPONSE);
    payload.set_streaming_width(17);  // as 16
    CHECK(transport(self, payload) == tlm::TLM_ADDRESS_ERROR_RESPONSE);
    payload.set_streaming_width(0);
    CHECK(transport(self, payload) == tlm::TLM_BURST_ERROR_RESPONSE);
  });
  std::uint64_t address = 0;
  one.target.transport = [&](tlm::tlm_generic_payload& payload, sc_core::sc_time&) {
    address = payload.get_address();
    CHECK(payload.get_streaming_width() == 4);
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
  };
  one.run();
  CHECK(address == 0xFC);
}

TEST_CASE("a command to ignore reaches its address without data, of no bytes too") {
  OneTarget one([](Script& self) {
    tlm::tlm_generic_payload payload;
    Script::describe(payload, tlm::TLM_IGNORE_COMMAND, 0x10FF, nullptr, 0);
    payload.set_streaming_width(1);
    CHECK(transport(self, payload) == tlm::TLM_OK_RESPONSE);
    // A flit there, in cycle 3, at 3.5 ns; and one back, of cycle 4, which takes 4.
    CHECK(sc_core::sc_time_stamp() == ns(7.5));
    payload.set_data_length(64);  // neither read nor written
    CHECK(transport(self, payload) == tlm::TLM_OK_RESPONSE);
    CHECK(sc_core::sc_time_stamp() == ns(15.5));
    payload.set_address(0x1100);
    CHECK(transport(self, payload) == tlm::TLM_ADDRESS_ERROR_RESPONSE);
    payload.set_address(0x1000);
    payload.set_command(tlm::TLM_READ_COMMAND);
    payload.set_streaming_width(64);
    CHECK(transport(self, payload) == tlm::TLM_GENERIC_ERROR_RESPONSE);  // nowhere to read to
  });
  one.run();
}

TEST_CASE("a target's hint at direct memory access does not pass the network, nor does a pointer") {
  OneTarget one([](Script& self) {
    std::uint32_t data = 0;
    tlm::tlm_generic_payload payload;
    Script::describe(payload, tlm::TLM_READ_COMMAND, 0x1000, &data, 4);
    CHECK(transport(self, payload) == tlm::TLM_OK_RESPONSE);
    CHECK_FALSE(payload.is_dmi_allowed());
    tlm::tlm_dmi direct;
    CHECK_FALSE(self.socket->get_direct_mem_ptr(payload, direct));
    // What is refused (11.2.5): every kind of access, at all addresses.
    CHECK(direct.is_read_write_allowed());
    CHECK(direct.get_start_address() == 0);
    CHECK(direct.get_end_address() == std::numeric_limits<sc_dt::uint64>::max());
  });
  int asked = 0;
  one.target.transport = [](tlm::tlm_generic_payload& payload, sc_core::sc_time&) {
    payload.set_dmi_allowed(true);
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
  };
  one.target.direct = [&](auto&, auto&) { return ++asked > 0; };
  one.run();
  CHECK(asked == 0);
}

TEST_CASE("byte enables reach the target; a mask without bytes, or of other values than 0 and 0xFF, is refused") {
  OneTarget one([](Script& self) {
    std::array<unsigned char, 8> data{};
    std::array<unsigned char, 3> mask{TLM_BYTE_ENABLED, TLM_BYTE_DISABLED, TLM_BYTE_ENABLED};
    tlm::tlm_generic_payload payload;
    Script::describe(payload, tlm::TLM_WRITE_COMMAND, 0x1000, data.data(), 8);
    payload.set_byte_enable_ptr(mask.data());
    payload.set_byte_enable_length(2);
    CHECK(transport(self, payload) == tlm::TLM_OK_RESPONSE);
    // 1 + 2 flits: in cycle 5, at 5.5 ns; the answer is of cycle 6 and takes 4. The mask takes no flit.
    CHECK(sc_core::sc_time_stamp() == ns(9.5));
    payload.set_byte_enable_length(0);
    CHECK(transport(self, payload) == tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
    payload.set_byte_enable_length(3);
    mask[2] = 1;
    CHECK(transport(self, payload) == tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
  });
  unsigned enables = 0;
  one.target.transport = [&](tlm::tlm_generic_payload& payload, sc_core::sc_time&) {
    enables = payload.get_byte_enable_length();
    CHECK(payload.get_byte_enable_ptr()[1] == TLM_BYTE_DISABLED);
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
  };
  one.run();
  CHECK(enables == 2);
}

TEST_CASE("streaming transactions overlap in the addresses of their width alone") {
  // Two writers of 64 bytes by a width of 4, to words one beside the other: the second does not wait for the first.
  std::array<sc_core::sc_time, 2> ends;
  Machines m("m", "mesh:2x2", TlmTransport::blocking, 0);
  FreeTarget target("target");
  m.tlm.map({0x1000, 0x100, TerminalId(3)});
  m.connect(3, target.socket, TlmTransport::blocking);
  std::vector<std::pair<std::uint64_t, sc_core::sc_time>> seen;
  target.transport = [&](tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
    seen.emplace_back(payload.get_address(), sc_core::sc_time_stamp());
    delay += ns(100);
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
  };
  FreeInitiator cpu("cpu", [](FreeInitiator& self) {
    std::vector<tlm::tlm_generic_payload*> payloads;
    for (const std::uint64_t address : {0x1000U, 0x1004U, 0x1000U}) {
      payloads.push_back(&self.make(tlm::TLM_WRITE_COMMAND, address, 64));
      payloads.back()->set_streaming_width(4);
      self.forward(*payloads.back(), tlm::BEGIN_REQ);
      self.wait_for(*payloads.back(), tlm::END_REQ);
    }
    for (tlm::tlm_generic_payload* const payload : payloads) {
      self.wait_for(*payload, tlm::BEGIN_RESP);
      self.forward(*payload, tlm::END_RESP);
      CHECK(payload->is_response_ok());
    }
  });
  m.connect(cpu.socket, 0);
  m.run();
  CHECK(cpu.finished);
  REQUIRE(seen.size() == 3);
  CHECK(seen[0].first == 0);
  CHECK(seen[1].first == 4);
  CHECK(seen[1].second - seen[0].second == ns(100));  // it waited at the target: its packet came beside the first's
  CHECK(seen[2].first == 0);
  CHECK(seen[2].second - seen[1].second >= ns(100));
}

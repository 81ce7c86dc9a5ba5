// Outstanding transactions and their limit, sockets of other widths, and what ends a run: a module that breaks the base
// protocol at a bridge.
#include <catch2/catch.hpp>

#include "models/base/error.hpp"
#include "tests/sim/systemc/tlm/machines.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

// A mesh:2x2 with a memory of 10 ns at node 3, two hops from the initiator at node 0.
void add_memory(Machines& m, Memory& memory) {
  m.tlm.map({0x1000, 0x1000, TerminalId(3)});
  m.connect(3, memory.socket, TlmTransport::blocking);
}

// What a run ends with when these break the protocol, at bridges without a checker.
std::string broken(const std::function<void(FreeInitiator&)>& initiate, const std::function<void(FreeTarget&)>& answer) {
  Machines m("m", "mesh:2x2", TlmTransport::non_blocking, 0);
  FreeTarget target("target");
  m.tlm.map({0x1000, 0x1000, TerminalId(3)});
  m.tlm.target(TerminalId(3), TlmTransport::non_blocking).socket.bind(target.socket);
  FreeInitiator cpu("cpu", [&](FreeInitiator& self) {
    initiate(self);
    sc_core::wait(ns(20));  // the request is there
    answer(target);
  });
  cpu.socket.bind(m.tlm.initiator(TerminalId(0)).socket);
  sc_core::sc_start(ns(100));
  try {
    m.network.scheduler().rethrow();
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "nothing";
}

void request(FreeInitiator& self) { self.forward(self.make(tlm::TLM_READ_COMMAND, 0x1000, 4), tlm::BEGIN_REQ); }
void no_answer(FreeTarget& /*target*/) {}

}  // namespace

TEST_CASE("a request beyond the limit gets its END_REQ when a response begins") {
  Machines m("m", "mesh:2x2", TlmTransport::blocking, 0, 2);
  Memory memory("memory");
  add_memory(m, memory);
  std::vector<sc_core::sc_time> taken, answered;
  FreeInitiator cpu("cpu", [&](FreeInitiator& self) {
    std::vector<tlm::tlm_generic_payload*> payloads;
    for (std::uint64_t i = 0; i < 4; ++i) {
      payloads.push_back(&self.make(tlm::TLM_WRITE_COMMAND, 0x1000 + 4 * i, 4));
      self.forward(*payloads.back(), tlm::BEGIN_REQ);
      self.wait_for(*payloads.back(), tlm::END_REQ);
      taken.push_back(sc_core::sc_time_stamp());
    }
    for (const tlm::tlm_generic_payload* const payload : payloads) {
      self.wait_for(*payload, tlm::BEGIN_RESP);
      answered.push_back(self.find(*payload, tlm::BEGIN_RESP)->time);
    }
  });
  cpu.answer = [](tlm::tlm_generic_payload&, tlm::tlm_phase& phase, sc_core::sc_time&) {
    return phase == tlm::BEGIN_RESP ? tlm::TLM_COMPLETED : tlm::TLM_ACCEPTED;
  };
  m.connect(cpu.socket, 0);
  m.run();
  CHECK(cpu.finished);
  // Writes of two flits. The first two share the injection channel, flit by flit: the first is there in cycle 5 (2 + 2
  // + 1 cycles, and one for the other's head), at 5.5 ns. The memory has done at 15.5, and the answer, one flit of
  // cycle 16, is there at 19.5. The second waits for the memory: 25.5, cycle 26, 29.5. The third is sent at 19.5, in
  // cycle 20, and there at 24.5; the memory has it from 25.5 to 35.5. The fourth is sent at 29.5, and there at 34.5.
  CHECK(taken == std::vector<sc_core::sc_time>{ns(0), ns(0), ns(19.5), ns(29.5)});
  CHECK(answered == std::vector<sc_core::sc_time>{ns(19.5), ns(29.5), ns(39.5), ns(49.5)});
}

TEST_CASE("a response that is not ended holds back the ones behind it, and their requests' successors") {
  Machines m("m", "mesh:2x2", TlmTransport::blocking, 0, 1);
  Memory memory("memory");
  add_memory(m, memory);
  FreeInitiator cpu("cpu", [](FreeInitiator& self) {
    std::vector<tlm::tlm_generic_payload*> payloads;
    for (std::uint64_t i = 0; i < 2; ++i) {
      payloads.push_back(&self.make(tlm::TLM_WRITE_COMMAND, 0x1000 + 4 * i, 4));
      self.forward(*payloads.back(), tlm::BEGIN_REQ);
      self.wait_for(*payloads.back(), tlm::END_REQ);
    }
    CHECK(sc_core::sc_time_stamp() == ns(18.5));  // the first's response has begun
    tlm::tlm_generic_payload& third = self.make(tlm::TLM_WRITE_COMMAND, 0x1008, 4);
    self.forward(third, tlm::BEGIN_REQ);
    sc_core::wait(ns(100));  // the second's answer has been there since 37.5
    CHECK(self.find(*payloads[1], tlm::BEGIN_RESP) == nullptr);
    CHECK(self.find(third, tlm::END_REQ) == nullptr);
    self.forward(*payloads[0], tlm::END_RESP);
    self.wait_for(third, tlm::END_REQ);
    CHECK(sc_core::sc_time_stamp() == ns(118.5));
    self.forward(*payloads[1], tlm::END_RESP);
    self.wait_for(third, tlm::BEGIN_RESP);
    self.forward(third, tlm::END_RESP);
  });
  m.connect(cpu.socket, 0);
  m.run();
  CHECK(cpu.finished);
}

TEST_CASE("blocking transactions beyond the limit wait for their turn") {
  Machines m("m", "mesh:2x2", TlmTransport::blocking, 0, 1);
  Memory memory("memory");
  add_memory(m, memory);
  std::vector<sc_core::sc_time> ends;
  FreeInitiator cpu("cpu", [&](FreeInitiator& self) {
    for (std::uint64_t i = 0; i < 2; ++i) {
      sc_core::sc_spawn([&self, &ends, i] {
        sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
        self.socket->b_transport(self.make(tlm::TLM_WRITE_COMMAND, 0x1000 + 4 * i, 4), delay);
        ends.push_back(sc_core::sc_time_stamp());
      });
    }
    sc_core::wait(ns(100));
  });
  m.connect(cpu.socket, 0);
  m.run();
  CHECK(ends == std::vector<sc_core::sc_time>{ns(18.5), ns(37.5)});  // the second: cycle 19, 23.5, 33.5, cycle 34
}

TEST_CASE("no more transactions are under way than the limit of each initiator") {
  Machines m("m", "mesh:4x4", TlmTransport::non_blocking, 16, 3);
  std::deque<Pipeline> pipelines;
  std::size_t most = 0;
  for (const std::uint32_t corner : {0U, 15U}) {
    Pipeline& cpu = pipelines.emplace_back(("cpu_" + std::to_string(corner)).c_str(), corner == 0);
    for (std::uint64_t i = 0; i < 200; ++i) cpu.post(tlm::TLM_READ_COMMAND, 0x1000 * (i % 16) + 4 * corner, 0);
    m.connect(cpu.socket, corner);
  }
  sc_core::sc_spawn([&] {
    for (int i = 0; i < 4000; ++i) {
      most = std::max(most, m.tlm.transactions().under_way());
      sc_core::wait(ns(0.5));
    }
  });
  m.run();
  CHECK(most == 6);
  for (const Pipeline& cpu : pipelines) CHECK(cpu.done.size() == 200);
}

TEST_CASE("a limit of no transaction, and a second bridge of another width, are refused") {
  const TestNetwork net("mesh:2x2", 2);
  OpenNetwork driver;
  NetworkModule network("network", *net.topology, *net.relation, Machines::two_vcs(), driver);
  CHECK_THROWS_WITH(TlmNetwork("none", network, Machines::four_bytes(), 0), Catch::Contains("none: outstanding=0"));
  TlmNetwork tlm("tlm", network, Machines::four_bytes());
  const InitiatorBridge& wide = tlm.initiator<64>(TerminalId(1));
  CHECK(wide.bus_width() == 64);
  CHECK(&wide == &tlm.initiator<64>(TerminalId(1)));
  CHECK_THROWS_WITH(tlm.initiator(TerminalId(1)), Catch::Contains("initiator=1 has a bridge of 64 bits, and is asked for one of 32"));
  CHECK(tlm.target<512>(TerminalId(1)).bus_width() == 512);
  CHECK_THROWS_WITH(tlm.target(TerminalId(1)), Catch::Contains("target=1 has a bridge of 512 bits, and is asked for one of 32"));
}

TEST_CASE("an initiator of 64 bits reads a target of 128 bits") {
  struct Wide final : sc_core::sc_module {
    tlm_utils::simple_initiator_socket<Wide, 64> from{"from"};
    tlm_utils::simple_target_socket<Wide, 128> to{"to"};
    SC_HAS_PROCESS(Wide);  // NOLINT: SystemC's macro
    explicit Wide(const sc_core::sc_module_name& name) : sc_module(name) {
      to.register_b_transport(this, &Wide::answer);
      SC_THREAD(run);
    }
    void answer(tlm::tlm_generic_payload& payload, sc_core::sc_time& /*delay*/) {
      payload.get_data_ptr()[0] = 42;
      payload.set_response_status(tlm::TLM_OK_RESPONSE);
    }
    void run() {
      tlm::tlm_generic_payload payload;
      Script::describe(payload, tlm::TLM_READ_COMMAND, 0x1000, data.data(), 16);
      sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
      from->b_transport(payload, delay);
      CHECK(payload.is_response_ok());
    }
    std::array<unsigned char, 16> data{};
  };
  Machines m("m", "mesh:2x2", TlmTransport::blocking, 0);
  Wide wide("wide");
  m.tlm.map({0x1000, 0x1000, TerminalId(3)});
  m.tlm.target<128>(TerminalId(3)).socket.bind(wide.to);
  wide.from.bind(m.tlm.initiator<64>(TerminalId(0)).socket);
  m.run();
  CHECK(wide.data[0] == 42);
}

TEST_CASE("a request before the end of the one before ends the run") {
  const auto twice = [](FreeInitiator& self) {
    request(self);
    request(self);
  };
  CHECK_THAT(broken(twice, no_answer), Catch::Contains("m_tlm.initiator_0: phase=BEGIN_REQ comes before END_REQ") && Catch::Contains("15.2.6"));
}

TEST_CASE("an initiator's END_REQ ends the run") {
  const auto wrong = [](FreeInitiator& self) { self.forward(self.make(tlm::TLM_READ_COMMAND, 0x1000, 4), tlm::END_REQ); };
  CHECK_THAT(broken(wrong, no_answer), Catch::Contains("m_tlm.initiator_0: phase=END_REQ is none of an initiator's"));
}

TEST_CASE("an END_RESP without a response ends the run") {
  const auto wrong = [](FreeInitiator& self) { self.forward(self.make(tlm::TLM_READ_COMMAND, 0x1000, 4), tlm::END_RESP); };
  CHECK_THAT(broken(wrong, no_answer), Catch::Contains("m_tlm.initiator_0: phase=END_RESP ends no response"));
}

TEST_CASE("a target's BEGIN_REQ ends the run") {
  const auto wrong = [](FreeTarget& target) { target.backward(*target.calls.at(0).payload, tlm::BEGIN_REQ); };
  CHECK_THAT(broken(request, wrong), Catch::Contains("m_tlm.target_3: phase=BEGIN_REQ is none of a target's"));
}

TEST_CASE("a second END_REQ ends the run") {
  const auto wrong = [](FreeTarget& target) {
    target.backward(*target.calls.at(0).payload, tlm::END_REQ);
    target.backward(*target.calls.at(0).payload, tlm::END_REQ);
  };
  CHECK_THAT(broken(request, wrong), Catch::Contains("m_tlm.target_3: phase=END_REQ ends no request"));
}

TEST_CASE("a second BEGIN_RESP ends the run") {
  const auto wrong = [](FreeTarget& target) {
    target.backward(*target.calls.at(0).payload, tlm::BEGIN_RESP);
    target.backward(*target.calls.at(0).payload, tlm::BEGIN_RESP);
  };
  CHECK_THAT(broken(request, wrong), Catch::Contains("m_tlm.target_3: phase=BEGIN_RESP answers no request"));
}

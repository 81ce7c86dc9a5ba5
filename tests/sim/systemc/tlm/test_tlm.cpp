// TLM-2.0 over the network: times by hand, data, the four phases, order where the protocol asks for it, and refusals.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstring>
#include <deque>
#include <map>
#include <random>

#include "tests/sim/systemc/tlm/machines.hpp"

using namespace dateline;
using namespace dateline::test;

TEST_CASE("an address map finds the region of all bytes, and refuses what is empty, too long or overlaps") {
  AddressMap map;
  map.add({0x1000, 0x100, TerminalId(3)});
  map.add({0x1100, 1, TerminalId(4)});
  map.add({~std::uint64_t{0} - 7, 8, TerminalId(5)});
  CHECK(map.find(0xFFF) == nullptr);
  REQUIRE(map.find(0x1000) != nullptr);
  CHECK(map.find(0x10FF)->terminal == TerminalId(3));
  CHECK(map.find(0x1100)->terminal == TerminalId(4));
  CHECK(map.find(0x1101) == nullptr);
  CHECK(map.find(~std::uint64_t{0})->terminal == TerminalId(5));
  CHECK(map.find_all(0x10FE, 2) != nullptr);
  CHECK(map.find_all(0x10FE, 3) == nullptr);
  CHECK(map.find_all(~std::uint64_t{0}, 2) == nullptr);
  CHECK_THROWS_WITH(map.add({5, 0, TerminalId(0)}), Catch::Contains("0x5+0x0") && Catch::Contains("empty"));
  CHECK_THROWS_WITH(map.add({~std::uint64_t{0}, 2, TerminalId(0)}), Catch::Contains("2^64 - 1"));
  for (const Region& region : {Region{0xF01, 0x100, TerminalId(0)}, Region{0x10FF, 1, TerminalId(0)}, Region{0, 0x1000000, TerminalId(0)}}) {
    CHECK_THROWS_WITH(map.add(region), Catch::Contains("overlaps 0x1") && Catch::Contains("at terminal"));
  }
}

TEST_CASE("a blocking read takes request, memory and answer, each to the cycle") {
  Machines m("m", "mesh:4x4");
  m.memories[5].word(0x20) = 0xCAFE;
  Script cpu("cpu", [](Script& self) {
    std::uint32_t data = 0;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    CHECK(self.access(tlm::TLM_READ_COMMAND, 0x5020, &data, 4, delay) == tlm::TLM_OK_RESPONSE);
    CHECK(data == 0xCAFE);
    // Two hops. The request, one flit, arrives in cycle 3 (2 + 1 + 1 cycles), at 3.5 ns; ten later the answer of two
    // flits is of cycle 14, and there in cycle 18 (2 + 2 + 1 cycles).
    CHECK(sc_core::sc_time_stamp() == ns(18.5));
    CHECK(self.debug_read(0x5020, &data, 4) == 4);
    CHECK(sc_core::sc_time_stamp() == ns(18.5));
    // A write of 10 bytes is 1 + 3 flits, generated in cycle 19 + 1.5 ns, so 20; there in cycle 26; answered in 37 by
    // one flit that takes 4.
    std::array<unsigned char, 10> text{'t', 'e', 'n', ' ', 'b', 'y', 't', 'e', 's', '.'};
    delay = ns(1.5);
    CHECK(self.access(tlm::TLM_WRITE_COMMAND, 0x5100, text.data(), 10, delay) == tlm::TLM_OK_RESPONSE);
    CHECK(delay == sc_core::SC_ZERO_TIME);
    CHECK(sc_core::sc_time_stamp() == ns(40.5));
    std::array<unsigned char, 10> back{};
    CHECK(self.debug_read(0x5100, back.data(), 10) == 10);
    CHECK(back == text);
    CHECK(self.debug_read(0x5FFE, back.data(), 10) == 2);  // to the end of the region
    CHECK(self.debug_read(0x99999, back.data(), 10) == 0);
  });
  m.connect(cpu.socket, 0);
  m.run();
  CHECK(cpu.finished);
}

TEST_CASE("an initiator has its own address again, whatever a bus behind the target's socket made of it") {
  struct Bus final : sc_core::sc_module {
    tlm_utils::simple_target_socket<Bus> socket{"socket"};
    explicit Bus(const sc_core::sc_module_name& name) : sc_module(name) { socket.register_b_transport(this, &Bus::b_transport); }
    void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& /*delay*/) {
      seen = payload.get_address();
      payload.set_address(seen + 0x70000000);
      payload.set_response_status(tlm::TLM_OK_RESPONSE);
    }
    std::uint64_t seen = 0;
  };
  Machines m("m", "mesh:2x2", TlmTransport::blocking, 0);
  Bus bus("bus");
  m.tlm.map({0x1000, 0x1000, TerminalId(3)});
  m.connect(3, bus.socket, TlmTransport::blocking);
  std::uint64_t address = 0;
  Script cpu("cpu", [&](Script& self) {
    tlm::tlm_generic_payload payload;
    std::uint32_t data = 0;
    Script::describe(payload, tlm::TLM_READ_COMMAND, 0x1020, &data, 4);
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    self.socket->b_transport(payload, delay);
    address = payload.get_address();
  });
  m.connect(cpu.socket, 0);
  m.run();
  CHECK(cpu.finished);
  CHECK(bus.seen == 0x20);
  CHECK(address == 0x1020);
}

TEST_CASE("what no packet can carry is refused by its status, at once") {
  Machines m("m", "mesh:2x2");
  Script cpu("cpu", [](Script& self) {
    std::vector<unsigned char> data(0x50000);
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    CHECK(self.access(tlm::TLM_READ_COMMAND, 0x4000, data.data(), 4, delay) == tlm::TLM_ADDRESS_ERROR_RESPONSE);
    CHECK(self.access(tlm::TLM_READ_COMMAND, 0x0FFE, data.data(), 4, delay) == tlm::TLM_ADDRESS_ERROR_RESPONSE);  // two regions
    CHECK(self.access(tlm::TLM_WRITE_COMMAND, 0, data.data(), 0, delay) == tlm::TLM_BURST_ERROR_RESPONSE);
    CHECK(self.access(tlm::TLM_WRITE_COMMAND, 0, data.data(), 0x50000, delay) == tlm::TLM_BURST_ERROR_RESPONSE);
    CHECK(sc_core::sc_time_stamp() == sc_core::SC_ZERO_TIME);
  });
  cpu.socket.bind(m.tlm.initiator(TerminalId(0)).socket);  // without a checker: no initiator may ask for no bytes
  m.run();
  CHECK(cpu.finished);
}

TEST_CASE("four phases: a pipeline of requests, responses one by one, and overlapping addresses in their order") {
  Machines m("m", "mesh:4x4", TlmTransport::non_blocking);
  Pipeline cpu("cpu", true);
  // Far, near, and three to one word: the near one overtakes the far one, the three keep their order.
  cpu.post(tlm::TLM_WRITE_COMMAND, 0xF000, 1);
  cpu.post(tlm::TLM_WRITE_COMMAND, 0x1000, 2);
  cpu.post(tlm::TLM_WRITE_COMMAND, 0xF010, 3);
  cpu.post(tlm::TLM_WRITE_COMMAND, 0xF010, 4);
  cpu.post(tlm::TLM_READ_COMMAND, 0xF010, 0);
  cpu.post(tlm::TLM_READ_COMMAND, 0x99999, 0);
  m.connect(cpu.socket, 0);
  m.run();
  REQUIRE(cpu.done.size() == 6);
  CHECK(cpu.done[0].address == 0x99999);
  CHECK(cpu.done[0].status == tlm::TLM_ADDRESS_ERROR_RESPONSE);
  CHECK(cpu.done[1].address == 0x1000);
  std::vector<std::uint64_t> order;
  for (const Pipeline::Done& done : cpu.done) {
    if (done.address == 0xF010) order.push_back(done.number);
  }
  CHECK(order == std::vector<std::uint64_t>{2, 3, 4});
  CHECK(cpu.done.back().data == 4);
  CHECK(cpu.most_responses == 1);
  CHECK(m.phased[15].mistakes == 0);
  CHECK(cpu.live() == 0);
}

TEST_CASE("a hundred thousand transactions of four initiators bring the right data, blocking and by phases") {
  Machines m("m", "mesh:4x4", TlmTransport::non_blocking);
  std::deque<Script> scripts;
  std::uint64_t wrong = 0;
  for (const std::uint32_t corner : {0U, 15U}) {
    Script& script = scripts.emplace_back(("cpu_" + std::to_string(corner)).c_str(), [corner, &wrong](Script& self) {
      std::mt19937 random(corner);
      std::map<std::uint64_t, std::uint32_t> held;
      for (int i = 0; i < 25000; ++i) {
        const std::uint64_t address = 0x1000 * (random() % 16) + 0x400 * (corner / 15) + 4 * (random() % 200);
        std::uint32_t data = static_cast<std::uint32_t>(random());
        sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
        const bool writes = random() % 2 == 0;
        const std::uint32_t expected = writes ? held[address] = data : held[address];
        const auto status = self.access(writes ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND, address, &data, 4, delay);
        if (status != tlm::TLM_OK_RESPONSE || data != expected) ++wrong;
      }
    });
    m.connect(script.socket, corner);
  }
  std::deque<Pipeline> pipelines;
  for (const std::uint32_t corner : {3U, 12U}) {
    Pipeline& cpu = pipelines.emplace_back(("cpu_" + std::to_string(corner)).c_str(), corner == 3);
    std::mt19937 random(corner);
    for (int i = 0; i < 25000; ++i) {
      const std::uint64_t address = 0x1000 * (random() % 16) + 0x400 * (corner == 3 ? 2 : 3) + 4 * (random() % 50);
      cpu.post(random() % 2 == 0 ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND, address, static_cast<std::uint32_t>(random()));
    }
    m.connect(cpu.socket, corner);
  }
  m.run();
  CHECK(wrong == 0);
  for (const Script& script : scripts) CHECK(script.finished);
  for (const Pipeline& cpu : pipelines) {
    REQUIRE(cpu.done.size() == 25000);
    CHECK(cpu.most_responses == 1);
    CHECK(cpu.live() == 0);
    std::vector<Pipeline::Done> posted = cpu.done;
    std::sort(posted.begin(), posted.end(), [](const auto& a, const auto& b) { return a.number < b.number; });
    std::map<std::uint64_t, std::uint32_t> held;
    std::uint64_t stale = 0;
    for (const Pipeline::Done& one : posted) {
      if (one.writes) held[one.address] = one.data;
      if (one.data != held[one.address] || one.status != tlm::TLM_OK_RESPONSE) ++stale;
    }
    CHECK(stale == 0);
  }
  for (const PhasedMemory& memory : m.phased) CHECK(memory.mistakes == 0);
}

TEST_CASE("transactions take the same time beside messages that share no channel with them") {
  Machines quiet("quiet", "mesh:4x4", TlmTransport::blocking, 12), busy("busy", "mesh:4x4", TlmTransport::blocking, 12);
  std::array<std::vector<sc_core::sc_time>, 2> ends;
  std::deque<Script> scripts;
  for (std::size_t i = 0; i < 2; ++i) {
    Script& cpu = scripts.emplace_back(i == 0 ? "cpu_0" : "cpu_1", [&ends, i](Script& self) {
      std::mt19937 random(1);
      for (int n = 0; n < 300; ++n) {
        std::uint32_t data = 0;
        sc_core::sc_time delay = ns(0.25 * static_cast<double>(random() % 20));  // also at the middle of a cycle
        (void)self.access(tlm::TLM_READ_COMMAND, 0x1000 * (random() % 4), &data, 4, delay);
        ends[i].push_back(sc_core::sc_time_stamp());
      }
    });
    (i == 0 ? quiet : busy).connect(cpu.socket, 0);
  }
  // In the busy one the last row is never silent.
  Talker talker("talker", busy.network, TerminalId(12), TerminalId(15));
  sc_core::sc_start(ns(20000));
  quiet.network.scheduler().rethrow();
  busy.network.scheduler().rethrow();
  quiet.check();
  busy.check();
  REQUIRE(ends[0].size() == 300);
  CHECK(talker.sent > 500);
  CHECK(ends[0] == ends[1]);
}

TEST_CASE("a region without a target, and a second bridge of another kind, are refused before time begins") {
  const TestNetwork net("mesh:2x2", 2);
  OpenNetwork driver;
  NetworkModule network("network", *net.topology, *net.relation, Machines::two_vcs(), driver);
  TlmNetwork tlm("tlm", network, Machines::four_bytes());
  CHECK_THROWS_WITH(tlm.initiator(TerminalId(4)), Catch::Contains("not in 0..3"));
  Memory memory("memory");
  tlm.target(TerminalId(1)).socket.bind(memory.socket);
  CHECK_THROWS_WITH(tlm.target(TerminalId(1), TlmTransport::non_blocking), Catch::Contains("target=1"));
  tlm.map({0x3000, 0x10, TerminalId(2)});
  CHECK_THROWS_WITH(sc_core::sc_start(), Catch::Contains("region=0x3000") && Catch::Contains("terminal 2"));
}

// Temporal decoupling (IEEE 1666-2011, clause 12 and 16.2): an initiator that runs ahead of time by its quantum sees
// the same network, at the same times, as one that does not.
#include <catch2/catch.hpp>
#include <random>

#include "tests/sim/systemc/tlm/machines.hpp"
// Behind <systemc>, which it needs and does not include.
#include <tlm_utils/tlm_quantumkeeper.h>

using namespace dateline;
using namespace dateline::test;

namespace {

constexpr int kQuantum = 50;  // ns

// Computes for some time, then reads or writes; `step` lets time pass, `access` transacts.
template <typename Step, typename Access>
void work(const Step& step, const Access& access) {
  std::mt19937 random(7);
  for (int i = 0; i < 300; ++i) {
    const int steps = static_cast<int>(random() % 30);
    for (int n = 0; n < steps; ++n) step(ns(0.75 * static_cast<double>(1 + random() % 4)));
    access(random() % 2 == 0 ? tlm::TLM_READ_COMMAND : tlm::TLM_WRITE_COMMAND, 0x1000 * (random() % 16) + 4 * (random() % 8));
  }
}

}  // namespace

TEST_CASE("a decoupled initiator's transactions begin and end when those of one that always waits do") {
  Machines a("a", "mesh:4x4"), b("b", "mesh:4x4");
  std::vector<sc_core::sc_time> waiting_ends, decoupled_ends;
  tlm_utils::tlm_quantumkeeper::set_global_quantum(ns(kQuantum));
  int syncs = 0, steps = 0;
  Script waits("waits", [&](Script& self) {
    const auto step = [&](const sc_core::sc_time& time) {
      ++steps;
      sc_core::wait(time);
    };
    work(step, [&](tlm::tlm_command command, std::uint64_t address) {
      std::uint32_t data = 0;
      sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
      CHECK(self.access(command, address, &data, 4, delay) == tlm::TLM_OK_RESPONSE);
      waiting_ends.push_back(sc_core::sc_time_stamp());
    });
  });
  Script decoupled("decoupled", [&](Script& self) {
    tlm_utils::tlm_quantumkeeper keeper;
    keeper.reset();
    const auto sync_if_needed = [&] {
      if (!keeper.need_sync()) return;
      ++syncs;
      keeper.sync();
    };
    const auto step = [&](const sc_core::sc_time& time) {
      CHECK(keeper.get_local_time() < ns(kQuantum));
      keeper.inc(time);
      sync_if_needed();
    };
    work(step, [&](tlm::tlm_command command, std::uint64_t address) {
      std::uint32_t data = 0;
      sc_core::sc_time delay = keeper.get_local_time();
      CHECK(self.access(command, address, &data, 4, delay) == tlm::TLM_OK_RESPONSE);
      CHECK(delay == sc_core::SC_ZERO_TIME);  // the network has no time of its own to run ahead
      keeper.set(delay);
      decoupled_ends.push_back(keeper.get_current_time());
      sync_if_needed();
    });
  });
  a.connect(waits.socket, 0);
  b.connect(decoupled.socket, 0);
  sc_core::sc_start();
  a.network.scheduler().rethrow();
  b.network.scheduler().rethrow();
  a.check();
  b.check();
  CHECK(decoupled.finished);
  CHECK(waiting_ends.size() == 300);
  CHECK(waiting_ends == decoupled_ends);
  CHECK(syncs * 4 < steps);
}

TEST_CASE("what a decoupled initiator writes ahead of time is read by others from that time on") {
  Machines m("m", "mesh:4x4");
  Script writer("writer", [](Script& self) {
    std::uint32_t data = 1;
    sc_core::sc_time delay = ns(80);
    CHECK(self.access(tlm::TLM_WRITE_COMMAND, 0x5000, &data, 4, delay) == tlm::TLM_OK_RESPONSE);
    // As if it had been sent at 80 ns: two flits over two hops, there at 84.5; done at 94.5; answered in cycles 95 to
    // 98.
    CHECK(sc_core::sc_time_stamp() == ns(98.5));
  });
  std::vector<std::uint32_t> seen;
  Script reader("reader", [&](Script& self) {
    for (const double ahead : {40.0, 60.0}) {  // the second behind the first: at about 120 ns
      std::uint32_t data = 7;
      sc_core::sc_time delay = ns(ahead);
      CHECK(self.access(tlm::TLM_READ_COMMAND, 0x5000, &data, 4, delay) == tlm::TLM_OK_RESPONSE);
      seen.push_back(data);
    }
  });
  m.connect(writer.socket, 0);
  m.connect(reader.socket, 15);
  m.run();
  CHECK(seen == std::vector<std::uint32_t>{0, 1});
}

TEST_CASE("a refusal leaves an initiator as far ahead as it was") {
  Machines m("m", "mesh:2x2");
  Script cpu("cpu", [](Script& self) {
    std::uint32_t data = 0;
    sc_core::sc_time delay = ns(7);
    CHECK(self.access(tlm::TLM_READ_COMMAND, 0x99999, &data, 4, delay) == tlm::TLM_ADDRESS_ERROR_RESPONSE);
    CHECK(delay == ns(7));
    CHECK(sc_core::sc_time_stamp() == sc_core::SC_ZERO_TIME);
  });
  m.connect(cpu.socket, 0);
  m.run();
  CHECK(cpu.finished);
}

TEST_CASE("phases are due at their annotated times, in whatever order they are called") {
  Machines m("m", "mesh:4x4");
  FreeInitiator cpu("cpu", [](FreeInitiator& self) {
    tlm::tlm_generic_payload& payload = self.make(tlm::TLM_WRITE_COMMAND, 0x5000, 4);
    self.forward(payload, tlm::BEGIN_REQ, ns(80));
    self.wait_for(payload, tlm::END_REQ);
    CHECK(sc_core::sc_time_stamp() == ns(80));
    self.wait_for(payload, tlm::BEGIN_RESP);
    CHECK(sc_core::sc_time_stamp() == ns(98.5));
    self.forward(payload, tlm::END_RESP, ns(5));
    CHECK(payload.get_ref_count() == 2);
    sc_core::wait(ns(6));
    CHECK(payload.get_ref_count() == 1);  // the bridge's own has gone
  });
  m.connect(cpu.socket, 0);
  m.run();
  CHECK(cpu.finished);
}

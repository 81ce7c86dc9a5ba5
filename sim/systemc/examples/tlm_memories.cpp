// TLM-2.0 over the network: four processors at the corners of a 4x4 mesh compute ahead of time, by a quantum of 100 ns,
// and read and write sixteen memories, one at every node, at random; each checks what it reads. Prints how long their
// transactions took, with the 10 ns of computing between them.
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <array>
#include <cstdio>
#include <cstring>
#include <deque>
#include <random>
#include <tlm>

#include "routing/registry/registry.hpp"
#include "sim/systemc/tlm/tlm_network.hpp"
// Behind <systemc>, which it needs and does not include.
#include <tlm_utils/tlm_quantumkeeper.h>

using namespace dateline;

constexpr std::uint64_t kMemorySize = 4096, kProcessors = 4, kTransactions = 1000;
constexpr std::uint64_t kSlice = kMemorySize / kProcessors;  // of each memory, a processor's own

class Memory : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<Memory> socket{"socket"};
  explicit Memory(const sc_core::sc_module_name& name) : sc_module(name) { socket.register_b_transport(this, &Memory::b_transport); }

 private:
  void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
    unsigned char* const at = &bytes_[payload.get_address()];
    if (payload.is_write()) std::memcpy(at, payload.get_data_ptr(), payload.get_data_length());
    if (payload.is_read()) std::memcpy(payload.get_data_ptr(), at, payload.get_data_length());
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    delay += sc_core::sc_time(20, sc_core::SC_NS);
  }
  std::array<unsigned char, kMemorySize> bytes_{};
};

class Processor : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<Processor> socket{"socket"};
  Processor(const sc_core::sc_module_name& name, std::uint64_t number) : sc_module(name), number_(number), random_(static_cast<unsigned>(number)) {
    SC_HAS_PROCESS(Processor);
    SC_THREAD(run);
  }

 private:
  void run() {
    std::uint64_t wrong = 0;
    tlm_utils::tlm_quantumkeeper keeper;
    keeper.reset();
    for (std::uint64_t i = 0; i < kTransactions; ++i) {
      for (int step = 0; step < 10; ++step) {  // computing
        keeper.inc(sc_core::sc_time(1, sc_core::SC_NS));
        if (keeper.need_sync()) keeper.sync();
      }
      const std::uint64_t memory = random_() % 16, word = random_() % (kSlice / 8);
      std::uint64_t& mine = copy_[memory * (kSlice / 8) + word];
      const bool writes = random_() % 2 == 0;
      if (writes) mine = random_();
      std::array<unsigned char, 8> data{};
      if (writes) std::memcpy(data.data(), &mine, 8);
      tlm::tlm_generic_payload payload;
      payload.set_command(writes ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
      payload.set_address(memory * kMemorySize + number_ * kSlice + word * 8);
      payload.set_data_ptr(data.data());
      payload.set_data_length(8);
      payload.set_streaming_width(8);
      sc_core::sc_time delay = keeper.get_local_time();
      socket->b_transport(payload, delay);
      keeper.set(delay);
      if (keeper.need_sync()) keeper.sync();
      if (!payload.is_response_ok() || std::memcmp(data.data(), &mine, 8) != 0) ++wrong;
    }
    std::printf("processor %u: %u transactions, %.1f ns each, %u wrong\n", static_cast<unsigned>(number_), static_cast<unsigned>(kTransactions),
                keeper.get_current_time().to_seconds() * 1e9 / static_cast<double>(kTransactions), static_cast<unsigned>(wrong));
  }
  std::uint64_t number_;
  std::mt19937 random_;
  std::array<std::uint64_t, 16 * kSlice / 8> copy_{};  // what its slice of each memory holds
};

extern "C" int sc_main(int, char*[]) {
  const auto mesh = make_cube("mesh:4x4");
  const auto routing = make_relation("dor", *mesh, {});
  tlm_utils::tlm_quantumkeeper::set_global_quantum(sc_core::sc_time(100, sc_core::SC_NS));
  OpenNetwork driver;
  NetworkModule network("network", *mesh, *routing, RouterConfig{}, driver);  // a cycle is 1 ns
  MessageSizes sizes;
  sizes.flit_bytes = 4;
  TlmNetwork tlm("tlm", network, sizes);
  std::deque<Memory> memories;
  for (std::uint32_t node = 0; node < 16; ++node) {
    tlm.map({node * kMemorySize, kMemorySize, TerminalId(node)});
    Memory& memory = memories.emplace_back(sc_core::sc_gen_unique_name("memory"));
    tlm.target(TerminalId(node)).socket.bind(memory.socket);
  }
  std::deque<Processor> processors;
  for (const std::uint32_t corner : {0U, 3U, 12U, 15U}) {
    Processor& processor = processors.emplace_back(sc_core::sc_gen_unique_name("processor"), processors.size());
    processor.socket.bind(tlm.initiator(TerminalId(corner)).socket);
  }
  sc_core::sc_start();
  network.scheduler().rethrow();
  return 0;
}

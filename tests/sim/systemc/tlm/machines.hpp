// A network with memories behind its terminals, for tests of TLM-2.0.
#pragma once

#include <algorithm>
#include <catch2/catch.hpp>
#include <deque>
#include <string>
#include <systemc>
#include <vector>

#include "sim/systemc/tlm/tlm_network.hpp"
#include "tests/sim/systemc/tlm/base_protocol_checker.hpp"
#include "tests/sim/systemc/tlm/free_modules.hpp"
#include "tests/sim/systemc/tlm/modules.hpp"
#include "tests/support/harness.hpp"

namespace dateline::test {

// A mesh with a memory at every node (or the first `with`), behind addresses 0x1000 * node. A checker of the base
// protocol stands before every memory, and behind every initiator that is connected.
struct Machines {
  Machines(const std::string& all_name, const std::string& shape, TlmTransport transport = TlmTransport::blocking, std::uint32_t with = 16,
           std::uint32_t outstanding = 16)
      : name(all_name),
        net(shape, 2),
        network(name.c_str(), *net.topology, *net.relation, two_vcs(), driver),
        tlm((name + "_tlm").c_str(), network, four_bytes(), outstanding) {
    for (std::uint32_t node = 0; node < std::min(with, net.topology->nodes()); ++node) {
      tlm.map({0x1000 * std::uint64_t{node}, 0x1000, TerminalId(node)});
      const std::string memory = name + "_memory_" + std::to_string(node);
      if (transport == TlmTransport::blocking) {
        connect(node, memories.emplace_back(memory.c_str()).socket, transport);
      } else {
        connect(node, phased.emplace_back(memory.c_str()).socket, transport);
      }
    }
  }
  // A target's socket behind the bridge of a terminal.
  template <typename Socket>
  void connect(std::uint32_t terminal, Socket& target, TlmTransport transport) {
    BaseProtocolChecker& checker = add_checker();
    tlm.target(TerminalId(terminal), transport).socket.bind(checker.initiator);
    checker.target.bind(target);
  }
  // An initiator's.
  template <typename Socket>
  void connect(Socket& initiator, std::uint32_t terminal) {
    BaseProtocolChecker& checker = add_checker();
    initiator.bind(checker.initiator);
    checker.target.bind(tlm.initiator(TerminalId(terminal)).socket);
  }
  // Until nothing is left to do; then no transaction is under way, and all have kept the protocol.
  void run() {
    sc_core::sc_start();
    network.scheduler().rethrow();
    check();
    CHECK(tlm.transactions().under_way() == 0);
    for (const BaseProtocolChecker& checker : checkers) CHECK(checker.under_way() == 0);
  }
  void check() const {
    for (const BaseProtocolChecker& checker : checkers) {
      INFO(checker.name());
      CHECK(checker.violations() == std::vector<std::string>());
    }
  }
  BaseProtocolChecker& add_checker() { return checkers.emplace_back((name + "_checker_" + std::to_string(checkers.size())).c_str()); }
  static RouterConfig two_vcs() {
    RouterConfig config;
    config.vcs = config.injection_vcs = 2;
    return config;
  }
  static MessageSizes four_bytes() {
    MessageSizes sizes;
    sizes.flit_bytes = 4;
    return sizes;
  }
  std::string name;
  TestNetwork net;
  OpenNetwork driver;
  NetworkModule network;
  TlmNetwork tlm;
  std::deque<Memory> memories;
  std::deque<PhasedMemory> phased;
  std::deque<BaseProtocolChecker> checkers;
};

}  // namespace dateline::test

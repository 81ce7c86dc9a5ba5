// Small worlds of an initiator, a checker and a target each, with what is expected of the checker.
#pragma once

#include <catch2/catch.hpp>
#include <deque>
#include <functional>
#include <string>
#include <systemc>
#include <tlm>
#include <utility>

#include "tests/sim/systemc/tlm/base_protocol_checker.hpp"
#include "tests/sim/systemc/tlm/free_modules.hpp"

namespace dateline::test {

using tlm::BEGIN_REQ;
using tlm::BEGIN_RESP;
using tlm::END_REQ;
using tlm::END_RESP;
using Payload = tlm::tlm_generic_payload;

// An initiator, a checker and a target of their own; what is expected of the checker.
struct Trio {
  using Steps = std::function<void(FreeInitiator&, FreeTarget&)>;
  Trio(int number, std::string all_expected, const Steps& steps)
      : expected(std::move(all_expected)),
        target(("target_" + std::to_string(number)).c_str()),
        checker(("checker_" + std::to_string(number)).c_str()),
        initiator(("initiator_" + std::to_string(number)).c_str(), [this, steps](FreeInitiator& self) { steps(self, target); }) {
    initiator.socket.bind(checker.initiator);
    checker.target.bind(target.socket);
  }
  std::string expected;  // the beginning of the one violation; nothing: none
  FreeTarget target;
  BaseProtocolChecker checker;
  FreeInitiator initiator;
};

// Adds trios by what is expected of them, runs them all, and checks.
class Trios {
 public:
  void add(const std::string& expected, const Trio::Steps& steps) { all_.emplace_back(static_cast<int>(all_.size()), expected, steps); }
  void run(std::size_t at_least) {
    REQUIRE(all_.size() >= at_least);
    sc_core::sc_start(sc_core::sc_time(1, sc_core::SC_US));
    for (const Trio& trio : all_) {
      INFO(trio.expected << " " << trio.checker.name());
      CHECK(trio.initiator.finished);
      std::string found;
      for (const std::string& violation : trio.checker.violations()) found += violation + '\n';
      INFO(found);
      CHECK(trio.checker.violations().size() == (trio.expected.empty() ? 0 : 1));
      CHECK(found.substr(0, trio.expected.size()) == trio.expected);
    }
  }

 private:
  std::deque<Trio> all_;
};

inline Payload& write(FreeInitiator& from) { return from.make(tlm::TLM_WRITE_COMMAND, 0x100, 4); }

inline void respond(FreeTarget& target, Payload& payload, sc_core::sc_time delay = sc_core::SC_ZERO_TIME) {
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
  target.backward(payload, BEGIN_RESP, delay);
}

// All four phases, each by a call of its own.
inline void transact(FreeInitiator& from, FreeTarget& target, Payload& payload) {
  from.forward(payload, BEGIN_REQ);
  target.backward(payload, END_REQ);
  respond(target, payload);
  from.forward(payload, END_RESP);
}

}  // namespace dateline::test

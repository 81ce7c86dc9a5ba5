// Stands between an initiator and a target (or between one of them and the network), passes every call on, and notes
// what IEEE 1666-2011 forbids, with its clause: phases on the wrong path (15.2.3) or out of sequence (15.2.4), a second
// request or response before the first has ended (15.2.6), times that go back (15.2.7), b_transport amid phases
// (15.2.10) or from a method (11.1.1.4), what a callee that accepts may not touch (11.1.2), direct memory access
// (11.2.5), debug transport (11.3.4), memory managers (14.5), and what payload_record.hpp has of attributes. Ignorable
// phases are passed on.
#pragma once

#include <map>
#include <string>
#include <systemc>
#include <tlm>
#include <vector>

#include "tests/sim/systemc/tlm/payload_record.hpp"

namespace dateline::test {

class BaseProtocolChecker final : public sc_core::sc_module, public tlm::tlm_fw_transport_if<>, public tlm::tlm_bw_transport_if<> {
 public:
  tlm::tlm_target_socket<> initiator{"initiator"};  // the initiator's side
  tlm::tlm_initiator_socket<> target{"target"};     // the target's

  explicit BaseProtocolChecker(const sc_core::sc_module_name& name) : sc_module(name) {
    initiator.bind(*this);
    target.bind(*this);
  }
  // "CLAUSE: what, at TIME", in their order.
  [[nodiscard]] const std::vector<std::string>& violations() const { return violations_; }
  // Transactions that have begun here and not ended.
  [[nodiscard]] std::size_t under_way() const { return open_.size(); }

 private:
  using Payload = tlm::tlm_generic_payload;
  enum class State { request, requested, response, blocking };
  enum class Path { forward, backward };
  struct Open {
    State state;
    sc_core::sc_time time;  // of its last step, delay included
    PayloadRecord record;
  };

  tlm::tlm_sync_enum nb_transport_fw(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) override;
  tlm::tlm_sync_enum nb_transport_bw(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) override;
  void b_transport(Payload& payload, sc_core::sc_time& delay) override;
  unsigned transport_dbg(Payload& payload) override;
  bool get_direct_mem_ptr(Payload& payload, tlm::tlm_dmi& granted) override;
  void invalidate_direct_mem_ptr(sc_dt::uint64 first, sc_dt::uint64 last) override;

  void begin(const Payload& payload, State state, const sc_core::sc_time& time);
  void enter(const Payload& payload, const tlm::tlm_phase& phase, Path path, const sc_core::sc_time& delay);
  void enter_open(const Payload& payload, Open& open, const tlm::tlm_phase& phase);
  void complete(const Payload& payload, const tlm::tlm_phase& called, const sc_core::sc_time& delay);
  void finish(const Payload& payload);
  void check_response(const Payload& payload, const Open& open);
  void check_time(Open& open, const sc_core::sc_time& delay, const char* clause);
  void check_manager(const Payload& payload);
  void note(const std::string& violation);

  std::map<const Payload*, Open> open_;
  const Payload* request_ = nullptr;   // has begun and not ended
  const Payload* response_ = nullptr;  // likewise
  std::vector<std::string> violations_;
};

}  // namespace dateline::test

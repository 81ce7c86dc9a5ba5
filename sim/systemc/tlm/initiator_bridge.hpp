// A user's TLM-2.0 initiator on the network: its transactions leave as request messages and end when their answers
// arrive. Blocking and non-blocking transport of the base protocol (IEEE 1666-2011, clauses 10 to 16); no direct memory
// access; debug transport reaches the memory without the network.
//
// Order: a transaction whose addresses overlap those of an earlier one of this bridge is sent when that one has been
// answered (messages of a pair may overtake each other); all others go at once.
// Refused with a response status and without a message: addresses that are not all in one region
// (TLM_ADDRESS_ERROR_RESPONSE), no data or more than one message holds (TLM_BURST_ERROR_RESPONSE).
#pragma once

#include <tlm_utils/peq_with_cb_and_phase.h>
#include <tlm_utils/simple_target_socket.h>

#include <deque>
#include <list>
#include <systemc>
#include <tlm>

#include "sim/systemc/interfaces.hpp"
#include "sim/systemc/tlm/transactions.hpp"

namespace dateline {

class TlmNetwork;

class InitiatorBridge final : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<InitiatorBridge> socket{"socket"};

  // `port` is the terminal's.
  InitiatorBridge(const sc_core::sc_module_name& name, TlmNetwork& network, PacketPortIf& port);
  // The answer of one of its transactions has arrived.
  void answered(std::uint32_t number);

 private:
  struct Open {
    Transaction transaction;
    std::uint64_t first = 0, last = 0;  // addresses
    sc_core::sc_event* done = nullptr;  // of a blocking one; null: non-blocking
    bool sent = false;
    std::uint32_t number = 0;  // once sent
  };

  void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);
  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
  unsigned transport_dbg(tlm::tlm_generic_payload& payload);
  void due(tlm::tlm_generic_payload& payload, const tlm::tlm_phase& phase);  // at its annotated time
  [[nodiscard]] const Region* accept(tlm::tlm_generic_payload& payload) const;
  void open(tlm::tlm_generic_payload& payload, const Region& region, sc_core::sc_event* done);
  void send_ready();
  void respond(tlm::tlm_generic_payload& payload);
  void begin_response();
  void end_response();

  TlmNetwork& network_;
  PacketPortIf& port_;
  std::list<Open> open_;                             // in the order in which they came
  std::deque<tlm::tlm_generic_payload*> responses_;  // non-blocking ones; the first has begun
  tlm_utils::peq_with_cb_and_phase<InitiatorBridge> timed_;
};

}  // namespace dateline

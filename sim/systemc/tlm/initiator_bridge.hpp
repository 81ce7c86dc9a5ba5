// A user's TLM-2.0 initiator on the network: its transactions leave as request packets and end when their answers
// arrive. Blocking and non-blocking transport of the base protocol (IEEE 1666-2011, clauses 11 to 15); no direct memory
// access; debug transport reaches the memory without the network.
//
// Time: b_transport first waits for the delay that it is given, and returns at the answer with a delay of 0; a refusal
// takes no time and leaves the delay as it is.
// Flow: at most TlmNetwork::outstanding() transactions at once; the next one by phases gets its END_REQ, and the next
// blocking one is sent, when one of them is answered. Ignorable phases are ignored (15.2.5); what the protocol forbids
// ends the run with a ConfigError.
// Order: a transaction whose addresses overlap those of an earlier one of this bridge is sent when that one has been
// answered (packets of a pair may overtake each other); all others go at once.
// Refused with a response status and without a packet: addresses that are not all in one region
// (TLM_ADDRESS_ERROR_RESPONSE), and what refusal() of payload_rules.hpp says.
#pragma once

#include <tlm_utils/peq_with_cb_and_phase.h>

#include <deque>
#include <list>
#include <systemc>
#include <tlm>

#include "sim/systemc/interfaces.hpp"
#include "sim/systemc/tlm/transactions.hpp"

namespace dateline {

class TlmNetwork;

class InitiatorBridge : public sc_core::sc_module, public tlm::tlm_fw_transport_if<> {
 public:
  [[nodiscard]] unsigned bus_width() const { return bus_width_; }
  // The answer of one of its transactions has arrived.
  void answered(std::uint32_t number);

 protected:
  // `port` is the terminal's.
  InitiatorBridge(const sc_core::sc_module_name& name, TlmNetwork& network, PacketPortIf& port, unsigned bus_width);

 private:
  struct Waiting {
    tlm::tlm_generic_payload* payload = nullptr;
    const Region* region = nullptr;     // null: it is refused
    sc_core::sc_event* done = nullptr;  // of a blocking one; null: non-blocking
  };
  struct Open {
    Transaction transaction;
    std::uint64_t first = 0, last = 0;  // addresses
    sc_core::sc_event* done = nullptr;
    bool sent = false;
    std::uint32_t number = 0;  // once sent
  };

  virtual tlm::tlm_bw_transport_if<>& initiator() = 0;
  void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) override;
  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) override;
  unsigned transport_dbg(tlm::tlm_generic_payload& payload) override;
  bool get_direct_mem_ptr(tlm::tlm_generic_payload& payload, tlm::tlm_dmi& refused) override;
  void due(tlm::tlm_generic_payload& payload, const tlm::tlm_phase& phase);  // at its annotated time
  [[nodiscard]] const Region* accept(tlm::tlm_generic_payload& payload) const;
  void take_waiting();
  void open(const Waiting& request);
  void send_ready();
  void respond(tlm::tlm_generic_payload& payload);
  void begin_response();
  void end_response(const tlm::tlm_generic_payload& payload);

  TlmNetwork& network_;
  PacketPortIf& port_;
  unsigned bus_width_;
  std::deque<Waiting> waiting_;
  bool requesting_ = false;                          // a non-blocking request has begun and not ended
  std::uint32_t taken_ = 0;                          // transactions that do not wait, and whose response has not begun
  std::list<Open> open_;                             // in the order in which they came
  std::deque<tlm::tlm_generic_payload*> responses_;  // non-blocking ones; the first has begun
  tlm_utils::peq_with_cb_and_phase<InitiatorBridge> timed_;
};

// With its socket, of BUSWIDTH bits.
template <unsigned BUSWIDTH>
class SizedInitiatorBridge final : public InitiatorBridge {
 public:
  tlm::tlm_target_socket<BUSWIDTH> socket{"socket"};

  SizedInitiatorBridge(const sc_core::sc_module_name& name, TlmNetwork& network, PacketPortIf& port)
      : InitiatorBridge(name, network, port, BUSWIDTH) {
    socket.bind(*this);
  }

 private:
  tlm::tlm_bw_transport_if<>& initiator() override { return *socket.operator->(); }
};

}  // namespace dateline

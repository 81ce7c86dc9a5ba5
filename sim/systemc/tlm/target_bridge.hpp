// A user's TLM-2.0 target (a memory) on the network: request messages become transactions at its socket, in the order
// in which they arrive, with addresses from the region's base; their answers leave as messages. It takes every request
// at once and holds it until the target takes it, so requests and answers may share the network's virtual channels
// without a deadlock.
#pragma once

#include <tlm_utils/peq_with_cb_and_phase.h>
#include <tlm_utils/simple_initiator_socket.h>

#include <deque>
#include <optional>
#include <systemc>
#include <tlm>

#include "sim/systemc/interfaces.hpp"
#include "sim/systemc/tlm/transactions.hpp"

namespace dateline {

class TlmNetwork;

// How a target is called: b_transport, one transaction after the other; or by the four phases, as many at once as it
// takes.
enum class TlmTransport { blocking, non_blocking };

class TargetBridge final : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(TargetBridge);  // NOLINT: SystemC's macro
  tlm_utils::simple_initiator_socket<TargetBridge> socket{"socket"};

  // `port` is the terminal's.
  TargetBridge(const sc_core::sc_module_name& name, TlmNetwork& network, PacketPortIf& port, TlmTransport transport);
  void requested(std::uint32_t number, TerminalId initiator);
  // Debug transport, `address` from the region's base on.
  unsigned debug(tlm::tlm_generic_payload& payload, std::uint64_t address);

 private:
  struct Request {
    std::uint32_t number = 0;
    TerminalId initiator;
    tlm::tlm_generic_payload* payload = nullptr;
    std::uint64_t address = 0;  // the initiator's; what stands behind the socket may change the payload's
  };

  void serve();  // a thread: blocking transport
  void begin_request();
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
  void due(tlm::tlm_generic_payload& payload, const tlm::tlm_phase& phase);
  void answer(const Request& request);

  TlmNetwork& network_;
  PacketPortIf& port_;
  TlmTransport transport_;
  std::deque<Request> waiting_;
  std::deque<Request> begun_;                   // non-blocking: without an answer yet
  tlm::tlm_generic_payload* taking_ = nullptr;  // non-blocking: its request has begun and not ended
  sc_core::sc_event arrived_;
  tlm_utils::peq_with_cb_and_phase<TargetBridge> timed_;
};

}  // namespace dateline

// A user's TLM-2.0 target (a memory) on the network: request packets become transactions at its socket, in the order
// in which they arrive, with addresses from the region's base; their answers leave as packets. It takes every request
// at once and holds it until the target takes it, so requests and answers may share the network's virtual channels
// without a deadlock; there are never more than the initiators' outstanding transactions.
// The delay that a target adds to a call is waited for before the answer is sent. Its ignorable phases are ignored, and
// so are hints and withdrawals of direct memory access, which does not pass the network; what the protocol forbids ends
// the run with a ConfigError.
#pragma once

#include <tlm_utils/peq_with_cb_and_phase.h>

#include <deque>
#include <systemc>
#include <tlm>

#include "sim/systemc/interfaces.hpp"
#include "sim/systemc/tlm/transactions.hpp"

namespace dateline {

class TlmNetwork;

// How a target is called: b_transport, one transaction after the other; or by the four phases, as many at once as it
// takes.
enum class TlmTransport { blocking, non_blocking };

class TargetBridge : public sc_core::sc_module, public tlm::tlm_bw_transport_if<> {
 public:
  SC_HAS_PROCESS(TargetBridge);  // NOLINT: SystemC's macro
  [[nodiscard]] unsigned bus_width() const { return bus_width_; }
  [[nodiscard]] TlmTransport transport() const { return transport_; }
  void requested(std::uint32_t number, TerminalId initiator);
  // Debug transport, `address` from the region's base on.
  unsigned debug(tlm::tlm_generic_payload& payload, std::uint64_t address);

 protected:
  // `port` is the terminal's.
  TargetBridge(const sc_core::sc_module_name& name, TlmNetwork& network, PacketPortIf& port, TlmTransport transport, unsigned bus_width);

 private:
  struct Request {
    std::uint32_t number = 0;
    TerminalId initiator;
    tlm::tlm_generic_payload* payload = nullptr;
    std::uint64_t address = 0;  // the initiator's; what stands behind the socket may change the payload's
  };

  virtual tlm::tlm_fw_transport_if<>& target() = 0;
  void serve();  // a thread: blocking transport
  void begin_request();
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) override;
  void invalidate_direct_mem_ptr(sc_dt::uint64 /*first*/, sc_dt::uint64 /*last*/) override {}
  void due(tlm::tlm_generic_payload& payload, const tlm::tlm_phase& phase);
  void end_transaction(tlm::tlm_generic_payload& payload, const tlm::tlm_phase& phase);
  void answer(const Request& request);

  TlmNetwork& network_;
  PacketPortIf& port_;
  TlmTransport transport_;
  unsigned bus_width_;
  std::deque<Request> waiting_;
  std::deque<Request> begun_;                   // non-blocking: without an answer yet
  tlm::tlm_generic_payload* taking_ = nullptr;  // non-blocking: its request has begun and not ended
  sc_core::sc_event arrived_;
  tlm_utils::peq_with_cb_and_phase<TargetBridge> timed_;
};

// With its socket, of BUSWIDTH bits.
template <unsigned BUSWIDTH>
class SizedTargetBridge final : public TargetBridge {
 public:
  tlm::tlm_initiator_socket<BUSWIDTH> socket{"socket"};

  SizedTargetBridge(const sc_core::sc_module_name& name, TlmNetwork& network, PacketPortIf& port, TlmTransport transport)
      : TargetBridge(name, network, port, transport, BUSWIDTH) {
    socket.bind(*this);
  }

 private:
  tlm::tlm_fw_transport_if<>& target() override { return *socket.operator->(); }
};

}  // namespace dateline

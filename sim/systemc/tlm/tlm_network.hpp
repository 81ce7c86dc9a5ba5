// TLM-2.0 on the network: an address map over terminals, and bridges for the initiators and targets that users bring.
// A transaction is a request packet to the terminal of its address and an answer packet back; their lengths follow
// from command and data (payload_rules.hpp), everything between is the network's flits.
//   TlmNetwork tlm("tlm", network, sizes);
//   tlm.map({0x1000, 0x1000, TerminalId(3)});
//   cpu.socket.bind(tlm.initiator(TerminalId(0)).socket);
//   tlm.target(TerminalId(3)).socket.bind(memory.socket);
// Sockets have 32 bits, or as many as is said: tlm.initiator<64>(TerminalId(0)).socket.
// A terminal may have one bridge of each kind; no other module sends to a terminal that has one. Results depend on when
// users' modules call, not on the order of processes within a cycle.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <systemc>

#include "sim/systemc/inside.hpp"
#include "sim/systemc/network.hpp"
#include "sim/systemc/tlm/address_map.hpp"
#include "sim/systemc/tlm/initiator_bridge.hpp"
#include "sim/systemc/tlm/target_bridge.hpp"
#include "sim/systemc/tlm/transactions.hpp"
#include "traffic/schedules/message_sizes.hpp"

namespace dateline {

class TlmNetwork final : public sc_core::sc_module {
 public:
  // `network` must outlive the module. A transaction whose packets are longer than sizes.packet_length is refused. An
  // initiator has at most `outstanding` transactions under way. Throws ConfigError if that is 0.
  TlmNetwork(const sc_core::sc_module_name& name, NetworkModule& network, const MessageSizes& sizes, std::uint32_t outstanding = 16);

  // Before elaboration ends; these throw ConfigError: a region that AddressMap refuses, a terminal that there is not, a
  // bridge that there is with another transport or width. A region without a target bridge is refused when elaboration
  // ends.
  void map(const Region& region) { map_.add(region); }
  template <unsigned BUSWIDTH = 32>
  [[nodiscard]] SizedInitiatorBridge<BUSWIDTH>& initiator(TerminalId terminal);
  template <unsigned BUSWIDTH = 32>
  [[nodiscard]] SizedTargetBridge<BUSWIDTH>& target(TerminalId terminal, TlmTransport transport = TlmTransport::blocking);

  [[nodiscard]] const AddressMap& map() const { return map_; }
  [[nodiscard]] const MessageSizes& sizes() const { return sizes_; }
  [[nodiscard]] std::uint32_t outstanding() const { return outstanding_; }
  [[nodiscard]] Transactions& transactions() { return transactions_; }
  // Bytes read or written without the network, as far as the region goes.
  unsigned debug(tlm::tlm_generic_payload& payload);
  // A module at the bridge has broken the base protocol: the run ends, and Scheduler::rethrow throws a ConfigError.
  void break_off(const sc_core::sc_module& bridge, const tlm::tlm_phase& phase, const std::string& rule);

 private:
  // What one terminal has; its packets go to one bridge or the other.
  struct Terminal final : PacketSinkIf {
    void receive(const Delivery& delivery) override;
    std::unique_ptr<InitiatorBridge> initiator;
    std::unique_ptr<TargetBridge> target;
  };

  void end_of_elaboration() override;
  [[nodiscard]] Terminal& terminal(TerminalId id);
  void refuse_bridge(const std::string& kind, TerminalId id, const std::string& rule) const;
  void check_width(const std::string& kind, TerminalId id, unsigned width, unsigned wanted) const;

  NetworkModule& network_;
  MessageSizes sizes_;
  std::uint32_t outstanding_;
  AddressMap map_;
  Transactions transactions_;
  std::map<std::uint32_t, Terminal> terminals_;
};

template <unsigned BUSWIDTH>
SizedInitiatorBridge<BUSWIDTH>& TlmNetwork::initiator(TerminalId id) {
  std::unique_ptr<InitiatorBridge>& bridge = terminal(id).initiator;
  if (!bridge) {
    const Inside inside(*this);
    const std::string own_name = "initiator_" + std::to_string(id.value());
    bridge = std::make_unique<SizedInitiatorBridge<BUSWIDTH>>(own_name.c_str(), *this, network_.interface(id));
  }
  check_width("initiator", id, bridge->bus_width(), BUSWIDTH);
  return static_cast<SizedInitiatorBridge<BUSWIDTH>&>(*bridge);
}

template <unsigned BUSWIDTH>
SizedTargetBridge<BUSWIDTH>& TlmNetwork::target(TerminalId id, TlmTransport transport) {
  std::unique_ptr<TargetBridge>& bridge = terminal(id).target;
  if (!bridge) {
    const Inside inside(*this);
    const std::string own_name = "target_" + std::to_string(id.value());
    bridge = std::make_unique<SizedTargetBridge<BUSWIDTH>>(own_name.c_str(), *this, network_.interface(id), transport);
  }
  if (bridge->transport() != transport) refuse_bridge("target", id, "has a bridge with the other transport");
  check_width("target", id, bridge->bus_width(), BUSWIDTH);
  return static_cast<SizedTargetBridge<BUSWIDTH>&>(*bridge);
}

}  // namespace dateline

// TLM-2.0 on the network: an address map over terminals, and bridges for the initiators and targets that users bring.
// A transaction is a request message to the terminal of its address and an answer message back; their lengths follow
// from command and data (transactions.hpp), everything between is the network's flits.
//   TlmNetwork tlm("tlm", network, sizes);
//   tlm.map({0x1000, 0x1000, TerminalId(3)});
//   cpu.socket.bind(tlm.initiator(TerminalId(0)).socket);
//   tlm.target(TerminalId(3)).socket.bind(memory.socket);
// A terminal may have one bridge of each kind; no other module sends to a terminal that has one. Results depend on when
// users' modules call, not on the order of processes within a cycle.
#pragma once

#include <map>
#include <memory>
#include <systemc>

#include "sim/systemc/network.hpp"
#include "sim/systemc/tlm/address_map.hpp"
#include "sim/systemc/tlm/initiator_bridge.hpp"
#include "sim/systemc/tlm/target_bridge.hpp"
#include "sim/systemc/tlm/transactions.hpp"

namespace dateline {

class TlmNetwork final : public sc_core::sc_module {
 public:
  // `network` must outlive the module. A transaction whose messages are longer than sizes.packet_length is refused.
  TlmNetwork(const sc_core::sc_module_name& name, NetworkModule& network, const MessageSizes& sizes);

  // Before elaboration ends; these throw ConfigError: a region that AddressMap refuses, a terminal that there is not, a
  // second target bridge with another transport. A region without a target bridge is refused when elaboration ends.
  void map(const Region& region) { map_.add(region); }
  [[nodiscard]] InitiatorBridge& initiator(TerminalId terminal);
  [[nodiscard]] TargetBridge& target(TerminalId terminal, TlmTransport transport = TlmTransport::blocking);

  [[nodiscard]] const AddressMap& map() const { return map_; }
  [[nodiscard]] const MessageSizes& sizes() const { return sizes_; }
  [[nodiscard]] Transactions& transactions() { return transactions_; }
  // Bytes read or written without the network, as far as the region goes.
  unsigned debug(tlm::tlm_generic_payload& payload);

 private:
  // What one terminal has; its messages go to one bridge or the other.
  struct Terminal final : PacketSinkIf {
    void receive(const Delivery& delivery) override;
    std::unique_ptr<InitiatorBridge> initiator;
    std::unique_ptr<TargetBridge> target;
    TlmTransport transport = TlmTransport::blocking;
  };

  void end_of_elaboration() override;
  [[nodiscard]] Terminal& terminal(TerminalId id);

  NetworkModule& network_;
  MessageSizes sizes_;
  AddressMap map_;
  Transactions transactions_;
  std::map<std::uint32_t, Terminal> terminals_;
};

}  // namespace dateline

// Router and NetworkInterface as SystemC modules. They hold ports and publish who they are; their state (VC records)
// lives in the CompiledNetwork. Routers that carry flits themselves: external_router.hpp.
// An object of SystemC costs 450 bytes and 0.6 us, a port as much again: a router has two ports, and an interface is
// made where a user binds one.
#pragma once

#include <systemc>
#include <vector>

#include "models/network/topology/topology.hpp"
#include "sim/core/state/layout/wiring.hpp"
#include "sim/systemc/interfaces.hpp"
#include "sim/systemc/link.hpp"

namespace dateline {

class Router : public sc_core::sc_module {
 public:
  // Bind one link per outgoing and one per incoming channel, each in ascending order of the router's ports that have
  // one; behind them one of each per network interface at this router, in any order.
  sc_core::sc_port<LinkSendIf, 0> out{"out"};
  sc_core::sc_port<LinkReceiveIf, 0> in{"in"};

  // `topology` must outlive elaboration.
  Router(const sc_core::sc_module_name& name, NodeId node, const Topology& topology) : sc_module(name), node_(node), topology_(&topology) {}
  // After elaboration: notes where this router's channels lead. Throws InvariantError if one ends nowhere.
  void report_wires(Wiring& wiring) const;
  // Before the first cycle, in a network with external routers.
  void carry_links(ExternalRouters& nodes, const VcNumbering& numbering, const CycleOfTime& time);
  [[nodiscard]] NodeId node() const { return node_; }
  [[nodiscard]] virtual bool is_external() const { return false; }

 protected:
  void end_of_elaboration() override;

 private:
  NodeId node_;
  const Topology* topology_;
};

class Scheduler;

class NetworkInterface final : public sc_core::sc_module, public PacketPortIf {
 public:
  sc_core::sc_port<LinkSendIf> to_router{"to_router"};
  sc_core::sc_port<LinkReceiveIf> from_router{"from_router"};
  sc_core::sc_export<PacketPortIf> packets{"packets"};                            // for a user's port
  sc_core::sc_port<PacketSinkIf, 1, sc_core::SC_ZERO_OR_MORE_BOUND> sink{"sink"};  // to a user's module

  // Of terminal `terminal` of `terminals`, at router `router`.
  NetworkInterface(const sc_core::sc_module_name& name, TerminalId terminal, NodeId router, std::uint32_t terminals, Scheduler& scheduler);
  [[nodiscard]] TerminalId terminal() const { return terminal_; }
  std::uint64_t send(TerminalId destination, std::uint32_t length, std::uint32_t tag) override;
  [[nodiscard]] bool has_user() const { return sink.size() > 0; }
  void deliver(const Delivery& delivery) { sink->receive(delivery); }
  void carry_links(ExternalRouters& nodes, const VcNumbering& numbering, const CycleOfTime& time);

 private:
  void end_of_elaboration() override;
  void start_of_simulation() override;  // checks that its links lead to its own router and back

  TerminalId terminal_;
  NodeId router_;
  std::uint32_t terminals_;
  Scheduler& scheduler_;
};

}  // namespace dateline

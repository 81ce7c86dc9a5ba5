// What crosses the links of an external router, as SystemC signals beside a clock port: for sc_trace, and for modules
// of a user's that are sensitive to them. A child of the router's module. NetworkModule::give_signals makes it; a
// router without pays nothing for it.
// What is done in cycle t stands from its middle, t + 1/2 periods, to that of cycle t + 1: so a process at the rising
// edge of the clock at t + 1 sees all of cycle t, and nothing later.
#pragma once

#include <deque>
#include <string>
#include <systemc>
#include <vector>

#include "models/network/topology/topology.hpp"
#include "sim/core/state/packet/packet_pool.hpp"
#include "sim/systemc/link.hpp"

namespace dateline {

// Of one link. Where `valid` is low the others are those of the last flit.
struct LinkSignals {
  explicit LinkSignals(const std::string& of_link);
  // Of cycle t, once it is over; begins cycle t + 1.
  void show(const PacketPool& packets);
  void write_to(sc_core::sc_trace_file* file, const std::string& scope) const;

  std::string name;                            // "out_0", "in_2", of a port; "in_t5" of an interface
  sc_core::sc_signal<bool> valid, head, tail;  // a flit: of an output sent, of an input arrived
  sc_core::sc_signal<unsigned> vc, source, flit;
  sc_core::sc_signal<unsigned long long> sequence;  // of its packet; `flit`: its place there, from 0
  sc_core::sc_signal<unsigned> credits;             // a bit a VC: of an output arrived, of an input given
  sc_core::sc_signal<unsigned> handed_over;         // a bit a VC: a flit, with ideal ejection
  LinkActivity activity;
};

class RouterSignals final : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(RouterSignals);  // NOLINT: SystemC's macro
  sc_core::sc_in<bool> clock{"clock"};

  // Of the router of `node`; `ejection_channels`: links lead to its interfaces, too.
  RouterSignals(const sc_core::sc_module_name& name, NodeId node, const Topology& topology, bool ejection_channels);
  // Before the first cycle, by the router: its links, in the order of its ports.
  void connect(const std::vector<LinkReceiveIf*>& inputs, const std::vector<LinkSendIf*>& outputs, const PacketPool& packets);
  // Adds all of them and the clock, as SCOPE.clock, SCOPE.in_0.valid ...
  void write_to(sc_core::sc_trace_file* file, const std::string& scope) const;

  std::deque<LinkSignals> inputs, outputs;  // in the order of ports, then interfaces

 private:
  void show();
  const PacketPool* packets_ = nullptr;
};

}  // namespace dateline

// What the reference routers at some nodes hold and do, cycle by cycle, as plain variables for SystemC's tracing
// (docs/guide/waveforms.md). All of them are of cycle t as its decisions see it: after phases 0 to 2, before flits
// move. They are taken at t + 1/2 periods, when the modules have done their part and the core has not: what the router
// has let go is put back by the calls of the cycle. Routers of any other class are not looked into.
#pragma once

#include <deque>
#include <vector>

#include "models/network/topology/topology.hpp"
#include "sim/measure/run_loop.hpp"
#include "sim/systemc/router/reference_router.hpp"

namespace dateline {

class TracedRouter final : public ReferenceRouter {
 public:
  using ReferenceRouter::ports;
  using ReferenceRouter::ReferenceRouter;
};

// A VC of an input port. Without a worm `source` to `out_vc` are those of the last one.
struct InputVcSignals {
  unsigned fill = 0, state = 0, source = 0, out_port = 0, out_vc = 0;
  unsigned long long sequence = 0;
  bool granted = false, blocked = false;
};

// A VC of an output port.
struct OutputVcSignals {
  bool free = false, held = false, granted = false, crossing = false;
  unsigned credits = 0, source = 0, in_port = 0, in_vc = 0;
  unsigned long long sequence = 0;
};

// Looks at the routers before each cycle.
class RouterVcd final : public CycleListener {
 public:
  // Both must outlive it.
  explicit RouterVcd(const Topology& topology) : topology_(topology) {}
  // Before elaboration ends, in the order of nodes. The router and the file must live as long as the simulation.
  void add(TracedRouter& router) { nodes_.push_back({&router.ports(), router.node(), {}, {}, {}}); }
  void write_to(sc_core::sc_trace_file& file) { file_ = &file; }

  void begin(CompiledNetwork& compiled) override;
  void before(Cycle now) override { look(*tile_, now); }

 private:
  struct Node;
  struct Input {
    const router::InputVc* at;
    const Node* node;
    InputVcSignals signals;
  };
  struct Output {
    const router::OutputPort* port;
    std::uint32_t vc;
    OutputVcSignals signals;
  };
  struct Node {
    router::Ports* ports;
    NodeId id;
    std::vector<std::uint16_t> out_ports;  // numbers of the outputs
    std::deque<Input> inputs;              // by port and VC; they stay where they are
    std::deque<Output> outputs;
  };
  void trace(Node& node, const Tile& tile);
  void look(const Tile& tile, Cycle now);
  void note_calls(ExternalCalls& calls, std::uint32_t vcs);
  void look_at(Input& input, const PacketPool& packets, Cycle now) const;
  void look_at(Output& output, const PacketPool& packets) const;
  [[nodiscard]] bool did(VcId vc, std::uint8_t what) const { return (calls_[vc.value()] & what) != 0; }

  const Topology& topology_;
  const Tile* tile_ = nullptr;
  sc_core::sc_trace_file* file_ = nullptr;
  std::deque<Node> nodes_;
  std::vector<std::uint8_t> calls_;  // per VC: what modules did in this cycle
};

}  // namespace dateline

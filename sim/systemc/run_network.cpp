#include "sim/systemc/run_network.hpp"

#include <fmt/format.h>
#include <sysc/tracing/sc_tracing_ids.h>

#include <algorithm>

#include "sim/systemc/module_tree.hpp"
#include "sim/systemc/network.hpp"
#include "sim/systemc/router_vcd.hpp"

namespace dateline {
namespace {

constexpr const char* kEnding = ".vcd";

// Not owned by any object: destroyed with the process, see the header. `signalling`: nodes whose links are traced.
sc_core::sc_trace_file* open_vcd(const VcdTrace& vcd, NetworkModule& modules, const std::vector<NodeId>& signalling) {
  using namespace sc_core;
  sc_report_handler::set_actions(SC_ID_TRACING_TIMESCALE_UNIT_, SC_DO_NOTHING);  // it goes to standard output
  const std::string stem = vcd.path.substr(0, vcd.path.size() - std::string(kEnding).size());
  sc_trace_file* const file = sc_create_vcd_trace_file(stem.c_str());
  file->set_time_unit(100, SC_PS);
  sc_clock& clock = *std::make_unique<sc_clock>("clock", sc_time(1, SC_NS)).release();
  sc_trace(file, clock, "clock");
  for (const NodeId node : signalling) modules.give_signals(node, clock).write_to(file, fmt::format("network.node_{}", node.value()));
  for (const ChannelProbe::Probed& probed : vcd.probe.channels()) {
    for (std::size_t v = 0; v < probed.vcs.size(); ++v) {
      const VcSignals& signals = probed.vcs[v];
      const std::string name = "network." + probed.name + ".vc" + std::to_string(v) + ".";
      sc_trace(file, signals.occupied, name + "occupied");
      sc_trace(file, signals.crossing, name + "crossing");
      sc_trace(file, signals.buffer, name + "buffer", 8);
      sc_trace(file, signals.source, name + "source");
      sc_trace(file, signals.sequence, name + "sequence");
    }
  }
  return file;
}

}  // namespace

std::unique_ptr<CompiledNetwork> run_network(const Topology& topology, const RoutingRelation& relation, const RouterConfig& config,
                                             CycleClient& client, const RunExtras& extras) {
  const std::vector<std::uint8_t>& external = extras.external;
  const VcdTrace* const vcd = extras.vcd;
  const RouterFactory& own = extras.routers;
  RouterVcd routers(topology);
  std::vector<NodeId> signalling;  // a router of the program's own, to be traced
  const RouterFactory factory = [&](const sc_core::sc_module_name& name, NodeId node, const Topology& of) -> std::unique_ptr<ExternalRouter> {
    if (external.empty() || external[node.value()] == 0) return nullptr;
    const bool traced = vcd != nullptr && std::find(vcd->nodes.begin(), vcd->nodes.end(), node) != vcd->nodes.end();
    std::unique_ptr<ExternalRouter> given = own ? own(name, node, of) : nullptr;
    if (given && traced) signalling.push_back(node);
    if (given || (own && !traced)) return given;
    if (!traced) return std::make_unique<ReferenceRouter>(name, node, of);
    auto router = std::make_unique<TracedRouter>(name, node, of);
    routers.add(*router);
    return router;
  };
  auto network = std::make_unique<NetworkModule>("network", topology, relation, config, client, sc_core::sc_time(1, sc_core::SC_NS), factory);
  NetworkModule& modules = *network.release();                                                         // never destroyed, see the header
  sc_core::sc_report_handler::set_actions("/OSCI/SystemC", sc_core::SC_INFO, sc_core::SC_DO_NOTHING);  // the normal end
  if (vcd != nullptr && !vcd->nodes.empty()) modules.scheduler().listen(routers);
  for (CycleListener* const listener : extras.listeners) modules.scheduler().listen(*listener);
  sc_core::sc_trace_file* const trace = vcd == nullptr ? nullptr : open_vcd(*vcd, modules, signalling);
  if (trace != nullptr) {
    routers.write_to(*trace);
    modules.scheduler().stop_after_each_cycle();
  }
  sc_core::sc_start();
  if (extras.tree != nullptr) *extras.tree = module_tree();
  if (trace != nullptr) sc_core::sc_close_vcd_trace_file(trace);
  modules.scheduler().rethrow();
  return modules.scheduler().take_machine();
}

}  // namespace dateline

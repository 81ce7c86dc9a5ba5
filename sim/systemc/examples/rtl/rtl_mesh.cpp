// A router written in SystemVerilog at chosen nodes of a 4x4 mesh, the compiled core at all others, under uniform
// traffic; with --compare event for event against the compiled network alone (docs/extend/router-verilog.md).
//   rtl_mesh [NODES [LENGTH [LOAD [CYCLES]]]] [--compare]     NODES: all, or 5, or 0,3,7
// Exit status: 0 all well, 1 a difference, or something that the core refused, 2 wrong arguments.
#include <algorithm>
#include <cstdio>
#include <string>

#include "Vwormhole_router.h"
#include "models/base/error.hpp"
#include "models/base/text/parse.hpp"
#include "routing/registry.hpp"
#include "sim/measure/run.hpp"
#include "sim/systemc/network.hpp"
#include "sim/systemc/rtl/comparison.hpp"
#include "sim/systemc/rtl/rtl_router.hpp"
#include "traffic/registry.hpp"

using namespace dateline;

namespace {

constexpr RtlParameters kBuilt{DATELINE_RTL_VCS, DATELINE_RTL_DEPTH};

std::vector<bool> chosen(const std::string& text, std::uint32_t nodes) {
  std::vector<bool> open(nodes, text == "all");
  if (text == "all") return open;
  for (const std::string& node : split(text, ',')) open[parse_whole({"rtl_mesh", "nodes"}, node, 0, nodes - 1)] = true;
  return open;
}

RouterConfig machine() {
  RouterConfig config;
  config.vcs = config.injection_vcs = static_cast<int>(kBuilt.vcs);
  config.buffer_depth = static_cast<int>(kBuilt.depth);
  config.selection = Selection::lowest;
  return config;
}

// Of a run with the RTL; what the core refused, if it did.
std::string run_open(const CubeTopology& mesh, const RoutingRelation& routing, const std::vector<bool>& open, CycleClient& client) {
  const RouterFactory factory = [&](const sc_core::sc_module_name& name, NodeId node, const Topology&) -> std::unique_ptr<ExternalRouter> {
    if (!open[node.value()]) return nullptr;
    return std::make_unique<RtlRouter<Vwormhole_router>>(name, node, mesh, kBuilt);
  };
  NetworkModule network("network", mesh, routing, machine(), client, sc_core::sc_time(1, sc_core::SC_NS), factory);
  sc_core::sc_report_handler::set_actions("/OSCI/SystemC", sc_core::SC_INFO, sc_core::SC_DO_NOTHING);
  sc_core::sc_start();
  try {
    network.scheduler().rethrow();
  } catch (const ExternalRouterError& error) {
    return error.what();
  }
  return {};
}

// Event for event against the compiled network; whether all is identical.
bool compare(const CubeTopology& mesh, const RoutingRelation& routing, Run& run, const CrossingRecord& open, bool refused) {
  CrossingRecord expected(run);
  CompiledNetwork compiled(machine(), Wiring::of(mesh), routing, expected);
  run_to_end(expected, compiled);
  // In the cycle that was refused the external network has reported nothing.
  const Cycle until = refused ? sc_core::sc_time_stamp().value() / sc_core::sc_time(1, sc_core::SC_NS).value() : CycleClient::kNever;
  const auto difference = first_difference(expected.events(), open.events(), until, mesh, compiled.tile().numbering);
  if (difference) std::printf("first difference: %s\n", difference->c_str());
  if (!difference && !refused) std::printf("identical: %zu events\n", open.events().size());
  return !difference && !refused;
}

int run(std::vector<std::string> arguments) {
  const auto last = std::remove(arguments.begin(), arguments.end(), "--compare");
  const bool compares = last != arguments.end();
  arguments.erase(last, arguments.end());
  const auto argument = [&](std::size_t i, const char* otherwise) { return i < arguments.size() ? arguments[i] : otherwise; };
  if (arguments.size() > 4) throw ConfigError("rtl_mesh", "argument", arguments[4], "is one too many; allowed: NODES LENGTH LOAD CYCLES");
  const auto mesh = make_cube("mesh:4x4");
  const std::vector<bool> open = chosen(argument(0, "all"), mesh->nodes());
  const auto routing = make_relation("dor", *mesh, {});
  const auto traffic = make_traffic("uniform", *mesh);
  RunConfig config;
  config.packet_length = static_cast<std::uint32_t>(parse_whole({"rtl_mesh", "length"}, argument(1, "8"), 1, kMaxPacketLength));
  const auto load = read_rational(argument(2, "0.2"));
  if (!load || *load > Rational(1) || *load == Rational(0)) throw ConfigError("rtl_mesh", "load", argument(2, ""), "is no load above 0, at most 1");
  config.rate = to_double(*load) / config.packet_length;
  config.cycles = parse_whole({"rtl_mesh", "cycles"}, argument(3, "5000"), 1, 1'000'000);

  Run alone(config, *traffic, mesh->terminals()), together(config, *traffic, mesh->terminals());
  CrossingRecord record(together);
  const std::string refused = run_open(*mesh, *routing, open, compares ? static_cast<CycleClient&>(record) : together);
  if (!refused.empty()) std::printf("refused: %s\n", refused.c_str());
  if (refused.empty())
    std::printf("mean latency %.3f cycles of %llu packets, %llu flit-hops\n", together.result().latency.mean,
                static_cast<unsigned long long>(together.result().packets.measured), static_cast<unsigned long long>(together.result().flit_hops));
  return (!compares || compare(*mesh, *routing, alone, record, !refused.empty())) && refused.empty() ? 0 : 1;
}

}  // namespace

extern "C" int sc_main(int argc, char* argv[]) {
  try {
    return run({argv + 1, argv + argc});
  } catch (const ConfigError& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}

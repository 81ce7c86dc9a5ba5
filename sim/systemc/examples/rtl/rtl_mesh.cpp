// A router written in Verilog at chosen nodes of a mesh, the compiled core at all others, under uniform traffic; with
// --compare flit for flit against the compiled network alone (docs/extend/router-verilog.md).
//   rtl_mesh [NODES [LENGTH [LOAD [CYCLES]]]] [--compare] [--topology=mesh:4x4] [--router.crossbar=...]
//            [--router.vc-reuse=...] [--router.vc-arbitration=...] [--router.output-arbitration=...]
//            [--router.routing-delay=N] [--waves=STEM] [--waves-from=CYCLE]     NODES: all, or 5, or 0,3,7
// --waves writes the waves of node N to STEM.N.fst, from a cycle on. Names and values of --router are those of
// dateline; places, VCs and ejection are the router's own.
// Exit status: 0 all well, 1 a difference, or something that the core refused, 2 wrong arguments.
#include <algorithm>
#include <cstdio>
#include <map>
#include <string>

#include "models/base/error.hpp"
#include "models/base/text/parse.hpp"
#include "routing/registry/registry.hpp"
#include "rtl_model.hpp"
#include "sim/measure/run.hpp"
#include "sim/systemc/network.hpp"
#include "sim/systemc/rtl/differences.hpp"
#include "sim/systemc/rtl/rtl_router.hpp"
#include "traffic/registry.hpp"

using namespace dateline;

namespace {

constexpr const char* kProgram = "rtl_mesh";

// What the command line says: values in order, and options by name.
struct Arguments {
  std::vector<std::string> values;
  std::map<std::string, std::string> options;
  [[nodiscard]] std::string value(std::size_t i, const char* otherwise) const { return i < values.size() ? values[i] : otherwise; }
  [[nodiscard]] std::string option(const std::string& name, const char* otherwise) const {
    const auto it = options.find(name);
    return it == options.end() ? otherwise : it->second;
  }
};

Arguments parse(const std::vector<std::string>& words) {
  static const std::vector<std::string> known{
      "compare", "topology",  "router.crossbar", "router.vc-reuse", "router.vc-arbitration", "router.output-arbitration", "router.routing-delay",
      "waves",   "waves-from"};
  Arguments arguments;
  for (const std::string& word : words) {
    if (word.rfind("--", 0) != 0) {
      arguments.values.push_back(word);
      continue;
    }
    const std::size_t equals = word.find('=');
    const std::string name = word.substr(2, equals == std::string::npos ? equals : equals - 2);
    if (std::find(known.begin(), known.end(), name) == known.end())
      throw ConfigError(kProgram, "option", word, "is not known; see the top of rtl_mesh.cpp");
    arguments.options[name] = equals == std::string::npos ? "" : word.substr(equals + 1);
  }
  if (arguments.values.size() > 4) throw ConfigError(kProgram, "argument", arguments.values[4], "is one too many; allowed: NODES LENGTH LOAD CYCLES");
  return arguments;
}

template <typename Enum>
void choose(const Arguments& arguments, const std::string& option, Enum& value) {
  const std::string text = arguments.option(option, name_of(value));
  std::string allowed;
  for (const auto& entry : enum_names(value)) {
    if (text == entry.name) return void(value = entry.value);
    allowed += (allowed.empty() ? "" : ", ") + std::string(entry.name);
  }
  throw ConfigError(kProgram, option, text, "is not known; allowed: " + allowed);
}

RouterConfig machine(const Arguments& arguments) {
  RouterConfig config;
  config.vcs = config.injection_vcs = static_cast<int>(kRtlBuilt.vcs);
  config.buffer_depth = static_cast<int>(kRtlBuilt.depth);
  config.ejection = RtlRouter<RtlModel>::kLocalPort ? Ejection::channel : Ejection::ideal;
  config.selection = Selection::lowest;
  choose(arguments, "router.crossbar", config.crossbar);
  choose(arguments, "router.vc-reuse", config.vc_reuse);
  choose(arguments, "router.vc-arbitration", config.vc_arbitration);
  choose(arguments, "router.output-arbitration", config.output_arbitration);
  config.routing_delay =
      static_cast<int>(parse_whole({kProgram, "router.routing-delay"}, arguments.option("router.routing-delay", "0"), 0, kMaxDelay));
  return config;
}

RouterFactory rtl_at(const Arguments& arguments, std::uint32_t nodes) {
  const std::string where = arguments.value(0, "all"), stem = arguments.option("waves", "");
  std::vector<bool> open(nodes, where == "all");
  if (where != "all") {
    for (const std::string& node : split(where, ',')) open[parse_whole({kProgram, "nodes"}, node, 0, nodes - 1)] = true;
  }
  const Cycle from = parse_whole({kProgram, "waves-from"}, arguments.option("waves-from", "0"), 0, ~Cycle{0});
  return [=](const sc_core::sc_module_name& name, NodeId node, const Topology& topology) -> std::unique_ptr<ExternalRouter> {
    if (!open[node.value()]) return nullptr;
    auto router = std::make_unique<RtlRouter<RtlModel>>(name, node, topology, kRtlBuilt);
    if (!stem.empty()) router->write_waves(stem + "." + std::to_string(node.value()) + ".fst", from);
    return router;
  };
}

// A mesh under uniform traffic.
struct Setting {
  explicit Setting(const Arguments& arguments)
      : config(machine(arguments)),
        mesh(make_cube(arguments.option("topology", "mesh:4x4"))),
        routing(make_relation("dor", *mesh, {})),
        traffic(make_traffic("uniform", *mesh)) {
    run.packet_length = static_cast<std::uint32_t>(parse_whole({kProgram, "length"}, arguments.value(1, "8"), 1, kMaxPacketLength));
    const auto load = read_rational(arguments.value(2, "0.2"));
    if (!load || *load > Rational(1) || *load == Rational(0))
      throw ConfigError(kProgram, "load", arguments.value(2, ""), "is no load above 0, at most 1");
    run.rate = to_double(*load) / run.packet_length;
    run.cycles = parse_whole({kProgram, "cycles"}, arguments.value(3, "5000"), 1, 1'000'000);
  }
  RouterConfig config;
  std::unique_ptr<CubeTopology> mesh;
  std::unique_ptr<RoutingRelation> routing;
  std::unique_ptr<TrafficPattern> traffic;
  RunConfig run;
};

// What the core refused; nothing if it did not.
std::string run_with_rtl(const Setting& of, const RouterFactory& factory, CycleClient& client) {
  NetworkModule network("network", *of.mesh, *of.routing, of.config, client, sc_core::sc_time(1, sc_core::SC_NS), factory);
  sc_core::sc_report_handler::set_actions("/OSCI/SystemC", sc_core::SC_INFO, sc_core::SC_DO_NOTHING);
  sc_core::sc_start();
  try {
    network.scheduler().rethrow();
  } catch (const ExternalRouterError& error) {
    return error.what();
  }
  return {};
}

// Flit for flit against the compiled network; whether all is identical.
bool compare(const Setting& of, const Run& run, const CrossingRecord& record, bool refused) {
  Run alone(of.run, *of.traffic, of.mesh->terminals());
  CrossingRecord expected(alone);
  CompiledNetwork compiled(of.config, Wiring::of(*of.mesh), *of.routing, expected);
  run_to_end(expected, compiled);
  // In the cycle that was refused the external network has reported nothing.
  const Cycle until = refused ? sc_core::sc_time_stamp().value() / sc_core::sc_time(1, sc_core::SC_NS).value() : CycleClient::kNever;
  const auto difference = first_difference(expected.events(), record.events(), until, *of.mesh, compiled.tile().numbering);
  if (difference) {
    std::printf("first difference: %s\n", difference->c_str());
    const ComparedRun with_rtl{record, refused ? nullptr : &run.result()};
    for (const std::string& line : differences({expected, &alone.result()}, with_rtl, until, compiled.tile())) std::printf("%s\n", line.c_str());
  }
  if (!difference && !refused) std::printf("identical: %zu events\n", record.events().size());
  return !difference && !refused;
}

int run(const Arguments& arguments) {
  const Setting of(arguments);
  const bool compares = arguments.options.count("compare") != 0;
  Run run(of.run, *of.traffic, of.mesh->terminals());
  CrossingRecord record(run);
  const std::string refused = run_with_rtl(of, rtl_at(arguments, of.mesh->nodes()), compares ? static_cast<CycleClient&>(record) : run);
  if (!refused.empty()) std::printf("refused: %s\n", refused.c_str());
  if (refused.empty())
    std::printf("mean latency %.3f cycles of %llu packets, %llu flit-hops\n", run.result().latency.mean,
                static_cast<unsigned long long>(run.result().packets.measured), static_cast<unsigned long long>(run.result().flit_hops));
  return (!compares || compare(of, run, record, !refused.empty())) && refused.empty() ? 0 : 1;
}

}  // namespace

extern "C" int sc_main(int argc, char* argv[]) {
  try {
    return run(parse({argv + 1, argv + argc}));
  } catch (const ConfigError& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}

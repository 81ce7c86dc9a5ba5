// dateline list: what there is. --json gives every option with its default and values, for scripts.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "models/mesh/algorithms/algorithms.hpp"
#include "models/mesh/permutations/permutation_rules.hpp"
#include "routing/registry.hpp"
#include "sim/cli/command.hpp"
#include "sim/cli/network_options.hpp"
#include "sim/cli/result_file.hpp"

namespace dateline {
namespace {

using Json = nlohmann::ordered_json;

Json option_json(const OptionSpec& spec) {
  Json json;
  json["default"] = spec.is_flag() ? Json(*spec.default_value == "true") : spec.default_value ? Json(*spec.default_value) : Json(nullptr);
  json["values"] = spec.values;
  json["help"] = spec.help;
  json["output"] = spec.output;
  return json;
}

Json list_json() {
  Json json;
  json["schema"] = "dateline.list/1";
  json["version"] = kVersion;
  json["result_version"] = kResultVersion;
  for (const RoutingName& r : routing_names()) json["routing"][r.name] = {{"summary", r.summary}, {"topologies", r.topologies}};
  for (const TrafficEntry& t : traffic_names()) json["traffic"][t.name] = {{"summary", t.summary}};
  for (const MeshAlgorithmEntry& a : mesh_algorithms()) {
    json["mesh_algorithms"][a.name] = {{"summary", a.summary},
                                       {"alias", a.alias.empty() ? Json(nullptr) : Json(a.alias)},
                                       {"oblivious", a.oblivious},
                                       {"source_oblivious", a.source_oblivious},
                                       {"pure", a.pure}};
  }
  json["mesh_permutations"] = mesh_permutation_names();
  for (const Command& command : command_table()) {
    Json& entry = json["commands"][command.spec.name];
    entry["summary"] = command.spec.summary;
    for (const std::string& name : command.spec.options) entry["options"][name] = option_json(option_spec(command.spec.name, name));
  }
  return json;
}

}  // namespace

int run_list(const Options& options) {
  if (options.has("json")) {
    ResultFile("list", "json", options.text("json")).commit(list_json().dump(1) + "\n");
    return 0;
  }
  fmt::print(
      "topologies\n  torus:K0xK1x...   mesh:K0xK1x...   hypercube:N      radices 2..32768, 1..16 dimensions\n  graph:FILE        an edge a line: a b "
      "(both ways) or a > b, and a bandwidth\n\nroutings\n");
  for (const RoutingName& r : routing_names()) fmt::print("  {:<20}{} ({})\n", r.name, r.summary, r.topologies);
  fmt::print("\ntraffic\n");
  for (const TrafficEntry& t : traffic_names()) fmt::print("  {:<20}{}\n", t.name, t.summary);
  fmt::print("\nmesh algorithms     oblivious, source-oblivious, pure\n");
  const auto yes = [](bool holds) { return holds ? "yes" : "no"; };
  for (const MeshAlgorithmEntry& a : mesh_algorithms()) {
    fmt::print("  {:<18}{:<5}{:<5}{:<5}{}\n", a.name, yes(a.oblivious), yes(a.source_oblivious), yes(a.pure), a.summary);
  }
  fmt::print("\nmesh permutations\n  {}\n", fmt::join(mesh_permutation_names(), " "));
  fmt::print("\ncommands (options: dateline COMMAND --help)\n");
  for (const Command& command : command_table()) fmt::print("  {:<20}{}\n", command.spec.name, command.spec.summary);
  return 0;
}

}  // namespace dateline

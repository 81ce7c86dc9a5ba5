// dateline list: what there is. --json gives every option with its default and values, for scripts.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "models/lcc/lcc_names.hpp"
#include "models/mesh/algorithms/algorithms.hpp"
#include "models/mesh/permutations/permutation_rules.hpp"
#include "models/network/topology/topologies.hpp"
#include "routing/registry.hpp"
#include "sim/cli/network/network_options.hpp"
#include "sim/cli/options/command.hpp"
#include "sim/cli/output/result_file.hpp"
#include "traffic/schedules/generators/registry.hpp"

namespace dateline {
namespace {

using Json = nlohmann::ordered_json;

// Of the options that the command has.
Json conditions_json(const std::vector<Beside>& conditions, const CommandSpec& command) {
  Json list = Json::array();
  for (const Beside& other : conditions) {
    if (std::find(command.options.begin(), command.options.end(), other.name) == command.options.end()) continue;
    list.push_back({{"option", other.name}, {"begins", other.begins}, {"except", other.except}});
  }
  return list;
}

Json option_json(const OptionSpec& spec, const CommandSpec& command) {
  Json json;
  json["default"] = spec.is_flag() ? Json(*spec.default_value == "true") : spec.default_value ? Json(*spec.default_value) : Json(nullptr);
  json["values"] = spec.values;
  json["help"] = spec.help;
  json["output"] = spec.output;
  json["inert"] = spec.inert;
  json["excluded_by"] = conditions_json(spec.excluded_by, command);
  json["needs"] = conditions_json(spec.needs, command);
  return json;
}

std::string aliases_text(const std::vector<std::string>& aliases) {
  return aliases.empty() ? std::string{} : fmt::format(" (alias {})", fmt::join(aliases, ", "));
}

// Name -> what is said where another tool means something else by it.
Json elsewhere_json(const std::vector<NameElsewhere>& elsewhere) {
  Json json = Json::object();
  for (const NameElsewhere& e : elsewhere) json[e.name] = e.note;
  return json;
}

// Of a torus; elsewhere there are no ties.
std::vector<std::string> ties_of(const RoutingEntry& routing) {
  std::vector<std::string> names;
  for (const TieRule rule : routing.ties) names.emplace_back(name_of(rule));
  return names;
}

Json list_json() {
  Json json;
  json["schema"] = "dateline.list/1";
  json["version"] = kVersion;
  json["result_version"] = kResultVersion;
  for (const TopologyEntry& t : topology_table()) json["topology"][t.name] = {{"summary", t.summary}, {"aliases", t.aliases}};
  for (const RoutingEntry& r : routing_table()) {
    json["routing"][r.name] = {
        {"summary", r.summary},    {"topologies", r.where.text},   {"vcs", text_of(r.vcs)}, {"minimal", r.paths == Paths::minimal},
        {"tie_rules", ties_of(r)}, {"vc_policies", r.vc_policies}, {"aliases", r.aliases},  {"elsewhere", elsewhere_json(r.elsewhere)}};
  }
  for (const TrafficEntry& t : traffic_names())
    json["traffic"][t.name] = {{"summary", t.summary}, {"aliases", t.aliases}, {"elsewhere", elsewhere_json(t.elsewhere)}};
  for (const MeshAlgorithmEntry& a : mesh_algorithms()) {
    json["mesh_algorithms"][a.name] = {{"summary", a.summary},
                                       {"alias", a.alias.empty() ? Json(nullptr) : Json(a.alias)},
                                       {"oblivious", a.oblivious},
                                       {"source_oblivious", a.source_oblivious},
                                       {"pure", a.pure}};
  }
  for (const ScheduleGenerator& s : schedule_generators()) json["schedules"][s.name] = {{"summary", s.summary}, {"parameters", parameters_of(s)}};
  for (const LccEntry& c : lcc_table()) json["communications"][c.name] = {{"summary", c.summary}, {"aliases", c.aliases}, {"even_dims", c.halves}};
  json["mesh_permutations"] = mesh_permutation_names();
  for (const Command& command : command_table()) {
    Json& entry = json["commands"][command.spec.name];
    entry["summary"] = command.spec.summary;
    for (const std::string& name : command.spec.options) entry["options"][name] = option_json(option_spec(command.spec.name, name), command.spec);
  }
  return json;
}

}  // namespace

int run_list(const Options& options) {
  if (options.has("json")) {
    ResultFile("list", "json", options.text("json")).commit(list_json().dump(1) + "\n");
    return 0;
  }
  fmt::print("topologies\n");
  for (const TopologyEntry& t : topology_table()) fmt::print("  {:<24}{}{}\n", t.name, t.summary, aliases_text(t.aliases));
  fmt::print("\nroutings\n");
  for (const RoutingEntry& r : routing_table()) {
    fmt::print("  {:<24}{}{}\n  {:<24}{}; VCs: {}{}; tie rules: {}\n", r.name, r.summary, aliases_text(r.aliases), "", r.where.text, text_of(r.vcs),
               r.paths == Paths::minimal ? "; minimal" : "", fmt::join(ties_of(r), ", "));
  }
  fmt::print("\ntraffic\n");
  for (const TrafficEntry& t : traffic_names()) fmt::print("  {:<24}{}{}\n", t.name, t.summary, aliases_text(t.aliases));
  fmt::print("\nschedules\n");
  for (const ScheduleGenerator& s : schedule_generators()) fmt::print("  {:<30}{}\n", s.name, s.summary);
  fmt::print("\ncommunications (--lcc)\n");
  for (const LccEntry& c : lcc_table()) fmt::print("  {:<24}{}{}\n", c.name, c.summary, aliases_text(c.aliases));
  fmt::print("\nmesh algorithms     oblivious, source-oblivious, pure\n");
  const auto yes = [](bool holds) { return holds ? "yes" : "no"; };
  for (const MeshAlgorithmEntry& a : mesh_algorithms()) {
    fmt::print("  {:<18}{:<5}{:<5}{:<5}{}\n", a.name, yes(a.oblivious), yes(a.source_oblivious), yes(a.pure), a.summary);
  }
  fmt::print("\nmesh permutations\n  {}\n", fmt::join(mesh_permutation_names(), " "));
  fmt::print("\ncommands (options: dateline COMMAND --help)\n");
  for (const Command& command : command_table()) fmt::print("  {:<24}{}\n", command.spec.name, command.spec.summary);
  return 0;
}

}  // namespace dateline

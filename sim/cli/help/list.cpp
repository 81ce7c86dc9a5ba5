// dateline list: what there is. --json gives every option with its default and values, for scripts.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "models/lcc/lcc_names.hpp"
#include "models/mesh/algorithms/algorithms.hpp"
#include "models/mesh/permutations/permutation_rules.hpp"
#include "models/network/topology/topologies.hpp"
#include "routing/registry/registry.hpp"
#include "sim/cli/command_line/command.hpp"
#include "sim/cli/command_line/commands.hpp"
#include "sim/cli/help/catalogue.hpp"
#include "sim/cli/output/result_file.hpp"
#include "sim/options/network/network_options.hpp"
#include "sim/options/option_aliases.hpp"
#include "sim/options/schedule_settings.hpp"
#include "traffic/schedules/generators/registry.hpp"

namespace dateline {
namespace {

using Json = nlohmann::ordered_json;

// Of the options that the command has.
Json conditions_json(const std::vector<OptionCondition>& conditions, const Declarations& declarations) {
  Json list = Json::array();
  for (const OptionCondition& other : conditions) {
    if (declarations.find(other.name) == nullptr) continue;
    list.push_back({{"option", other.name}, {"begins", other.begins}, {"except", other.except}});
  }
  return list;
}

Json option_json(const Option& option, const Declarations& declarations) {
  Json json;
  json["default"] = option.is_flag() ? Json(*option.default_value == "true") : option.default_value ? Json(*option.default_value) : Json(nullptr);
  json["values"] = option.values;
  json["help"] = option.help;
  json["group"] = name_of(option.group);
  json["output"] = option.effect == OptionEffect::output;
  json["inert"] = option.effect == OptionEffect::inert;
  json["excluded_by"] = conditions_json(option.excluding, declarations);
  json["needs"] = conditions_json(option.needed, declarations);
  if (!option.other_defaults.empty()) {
    json["defaults_beside"] = Json::array();
    for (const auto& [beside, value] : option.other_defaults) {
      json["defaults_beside"].push_back({{"option", beside.name}, {"begins", beside.begins}, {"default", value}});
    }
  }
  return json;
}

// Options by name, kinds of --out as "out=KIND"; `renamed`: old names that are understood until 0.3.0.
Json command_json(const Command& command) {
  Json json;
  json["summary"] = command.summary;
  command.with_options([&](const Declarations& declarations) {
    for (const Option& option : declarations.options()) json["options"][option.name] = option_json(option, declarations);
    json["renamed"] = Json::object();
    for (const OldName& old : old_names(declarations)) json["renamed"][old.name] = old.now;
  });
  return json;
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

// All rows of a name: what holds everywhere, and of words what any has.
Json routing_json(const std::vector<const RoutingEntry*>& rows) {
  const RoutingEntry& first = *rows.front();
  const auto all = [&](auto holds) { return std::all_of(rows.begin(), rows.end(), holds); };
  std::map<std::string, std::vector<const RoutingEntry*>> others;  // by what they say
  for (const RoutingEntry* r : rows) {
    if (r->summary != first.summary) others[r->summary].push_back(r);
  }
  std::string summary = first.summary;
  for (const auto& [text, there] : others) summary += fmt::format("; on {}: {}", topologies_of(there), text);
  return {{"summary", summary},
          {"topologies", topologies_of(rows)},
          {"vcs", vcs_of(rows)},
          {"minimal", all([](const RoutingEntry* r) { return r->paths == Paths::minimal; })},
          {"around_faults", all([](const RoutingEntry* r) { return r->around_faults; })},
          {"tie_rules", ties_of(first)},
          {"vc_policies", first.vc_policies},
          {"aliases", first.aliases},
          {"elsewhere", elsewhere_json(first.elsewhere)}};
}

Json list_json() {
  Json json;
  json["schema"] = "dateline.list/2";
  json["version"] = kVersion;
  json["result_version"] = kResultVersion;
  for (const TopologyEntry& t : topology_table()) json["topology"][t.name] = {{"summary", t.summary}, {"aliases", t.aliases}};
  for (const auto& rows : routings_by_name()) json["routing"][rows.front()->name] = routing_json(rows);
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
  for (const Command& command : command_table()) json["commands"][command.name] = command_json(command);
  return json;
}

}  // namespace

int run_list(const ListSettings& settings) {
  if (settings.json.has()) {
    ResultFile("list", "json", *settings.json).commit(list_json().dump(1) + "\n");
    return 0;
  }
  for (const CatalogueSection& section : catalogue()) fmt::print("{}\n", section.text());
  fmt::print("commands (options: dateline COMMAND --help)\n");
  for (const Command& command : command_table()) fmt::print("  {:<24}{}\n", command.name, command.summary);
  return 0;
}

}  // namespace dateline

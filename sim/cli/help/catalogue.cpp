#include "sim/cli/help/catalogue.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "models/base/text/name_table.hpp"
#include "models/lcc/lcc_names.hpp"
#include "models/mesh/algorithms/algorithms.hpp"
#include "models/mesh/permutations/permutation_rules.hpp"
#include "models/network/topology/topologies.hpp"
#include "routing/registry/registry.hpp"
#include "sim/options/network_settings.hpp"
#include "traffic/schedules/generators/registry.hpp"

namespace dateline {
namespace {

std::string aliases_text(const std::vector<std::string>& aliases) {
  return aliases.empty() ? std::string{} : fmt::format(" (alias {})", fmt::join(aliases, ", "));
}

std::vector<std::string> names_of_row(const std::string& name, const std::vector<std::string>& aliases) {
  std::vector<std::string> names = {name};
  names.insert(names.end(), aliases.begin(), aliases.end());
  return names;
}

// A line a row.
template <typename Row>
void add_rows(CatalogueSection& section, const std::vector<Row>& table) {
  for (const Row& row : table) {
    section.entries.push_back({names_of_row(row.name, row.aliases), fmt::format("  {:<24}{}{}\n", row.name, row.summary, aliases_text(row.aliases))});
  }
}

CatalogueSection topologies() {
  CatalogueSection section{"topologies", "topology"};
  add_rows(section, topology_table());
  return section;
}

CatalogueSection routings() {
  CatalogueSection section{"routings", "routing"};
  for (const auto& rows : routings_by_name()) {
    const RoutingEntry& first = *rows.front();
    std::string text, summary = first.summary;
    for (const RoutingEntry* r : rows) {
      std::vector<std::string> ties;
      for (const TieRule rule : r->ties) ties.emplace_back(name_of(rule));
      if (r == &first) text += fmt::format("  {:<24}{}{}\n", first.name, first.summary, aliases_text(first.aliases));
      if (r->summary != summary) text += fmt::format("  {:<24}{}\n", "", r->summary);
      summary = r->summary;
      text += fmt::format("  {:<24}{}; VCs: {}{}{}; tie rules: {}\n", "", r->where.text, text_of(r->vcs),
                          r->paths == Paths::minimal ? "; minimal" : "", r->around_faults ? "; around faults" : "", fmt::join(ties, ", "));
    }
    section.entries.push_back({names_of_row(first.name, first.aliases), text});
  }
  return section;
}

CatalogueSection patterns() {
  CatalogueSection section{"traffic", "traffic"};
  add_rows(section, traffic_names());
  return section;
}

CatalogueSection schedules() {
  CatalogueSection section{"schedules", "workload"};
  for (const ScheduleGenerator& s : schedule_generators()) section.entries.push_back({{s.name}, fmt::format("  {:<30}{}\n", s.name, s.summary)});
  return section;
}

CatalogueSection communications() {
  CatalogueSection section{"communications", "lcc", " (--lcc)"};
  add_rows(section, lcc_table());
  return section;
}

CatalogueSection mesh_table() {
  CatalogueSection section{"mesh algorithms", "algorithm", "     oblivious, source-oblivious, pure"};
  const auto yes = [](bool holds) { return holds ? "yes" : "no"; };
  for (const MeshAlgorithmEntry& a : mesh_algorithms()) {
    std::vector<std::string> names = {a.name};
    if (!a.alias.empty()) names.push_back(a.alias);
    const std::string text = fmt::format("  {:<18}{:<5}{:<5}{:<5}{}\n", a.name, yes(a.oblivious), yes(a.source_oblivious), yes(a.pure), a.summary);
    section.entries.push_back({names, text});
  }
  return section;
}

CatalogueSection mesh_permutations() {
  CatalogueSection section{"mesh permutations", "permutation"};
  section.entries.push_back({{}, fmt::format("  {}\n", fmt::join(mesh_permutation_names(), " "))});
  return section;
}

}  // namespace

std::string CatalogueSection::text() const {
  std::string lines = title + heading + "\n";
  for (const Entry& entry : entries) lines += entry.text;
  return lines;
}

const std::vector<CatalogueSection>& catalogue() {
  static const std::vector<CatalogueSection> sections = {topologies(),     routings(),   patterns(),         schedules(),
                                                         communications(), mesh_table(), mesh_permutations()};
  return sections;
}

}  // namespace dateline

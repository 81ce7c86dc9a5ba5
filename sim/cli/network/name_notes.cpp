#include "sim/cli/network/name_notes.hpp"

#include <fmt/format.h>

#include <set>

#include "models/base/text/name_table.hpp"
#include "models/network/topology/topologies.hpp"
#include "routing/registry/registry.hpp"
#include "sim/cli/command_line/command.hpp"
#include "traffic/patterns/mapped_traffic.hpp"
#include "traffic/patterns/matrix.hpp"
#include "traffic/patterns/surviving.hpp"
#include "traffic/registry.hpp"

namespace dateline {
namespace {

// The notes of the row that `text` names, one at most.
template <typename Row>
void note_on(const std::vector<Row>& table, std::string_view text, const std::string& topology, std::vector<std::string>& notes) {
  const Row* const row = find_row(table, text);
  if (row == nullptr) return;
  for (const NameElsewhere& elsewhere : row->elsewhere) {
    if (elsewhere.name != kind_of(text)) continue;
    if (elsewhere.differs != nullptr && !elsewhere.differs(*make_topology(topology))) continue;
    notes.push_back(fmt::format("{} {}", elsewhere.name, elsewhere.note));
  }
}

// Of a pattern, or of the routing whose worst case it is.
void note_on_pattern(const std::string& text, const std::string& topology, std::vector<std::string>& notes) {
  if (kind_of(text) == "worst-case") {
    note_on(routing_table(), argument_of(text), topology, notes);
  } else {
    note_on(traffic_table(), kind_of(text) == "permutation" ? argument_of(text) : std::string_view(text), topology, notes);
  }
}

// Of a pattern made of `text`.
void note_on_rows(const std::string& text, const TrafficPattern& pattern, std::vector<std::string>& notes) {
  const auto* const surviving = dynamic_cast<const SurvivingTraffic*>(&pattern);
  const auto* const matrix = dynamic_cast<const MatrixTraffic*>(&unmapped(surviving == nullptr ? pattern : surviving->whole()));
  if (matrix == nullptr || matrix->rounded_rows().empty()) return;
  const auto& rows = matrix->rounded_rows();
  notes.push_back(fmt::format("{}: {} of {} rows, the first of source {} with a sum of {:.15g}, are within 1e-5 of 1: each was divided by its sum",
                              printable(text), rows.size(), matrix->rows(), rows.front().source.value(), to_double(rows.front().sum)));
}

void say_all(const std::vector<std::string>& notes) {
  for (const std::string& note : notes) say("note: " + note);
}

}  // namespace

std::vector<std::string> name_notes(const Setting<std::string>& topology, const Setting<std::string>& routing, const TrafficSettings* traffic) {
  std::vector<std::string> notes;
  if (!topology.has()) return notes;
  if (routing.has()) note_on(routing_table(), *routing, *topology, notes);
  if (traffic != nullptr && traffic->traffic.has()) note_on_pattern(*traffic->traffic, *topology, notes);
  if (traffic != nullptr && traffic->workload.has()) note_on_pattern(*traffic->workload, *topology, notes);
  return notes;
}

void note_rounded_rows(const TrafficSettings& settings, const TrafficPattern& pattern) {
  std::vector<std::string> notes;
  if (settings.traffic.has()) note_on_rows(*settings.traffic, pattern, notes);
  say_all(notes);
}

void note_streams(const NetworkSettings& settings, const std::vector<StreamSpec>& streams, const MixedTraffic& all) {
  std::vector<std::string> notes;
  std::set<std::string> seen;
  for (std::size_t i = 0; i < streams.size(); ++i) {
    if (!seen.insert(streams[i].traffic).second) continue;
    note_on_pattern(streams[i].traffic, *settings.topology, notes);
    note_on_rows(streams[i].traffic, *all.parts()[i].pattern, notes);
  }
  say_all(notes);
}

}  // namespace dateline

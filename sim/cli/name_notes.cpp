#include "sim/cli/name_notes.hpp"

#include <fmt/format.h>

#include "models/network/name_table.hpp"
#include "models/network/topologies.hpp"
#include "routing/registry.hpp"
#include "sim/cli/command.hpp"
#include "traffic/mapped_traffic.hpp"
#include "traffic/matrix.hpp"
#include "traffic/registry.hpp"
#include "traffic/surviving.hpp"

namespace dateline {
namespace {

// The notes of the row that `text` names, one at most.
template <typename Row>
void note_on(const std::vector<Row>& table, std::string_view text, const Options& options, std::vector<std::string>& notes) {
  const Row* const row = find_row(table, text);
  if (row == nullptr) return;
  for (const NameElsewhere& elsewhere : row->elsewhere) {
    if (elsewhere.name != kind_of(text)) continue;
    if (elsewhere.differs != nullptr && !elsewhere.differs(*make_topology(options.text("topology")))) continue;
    notes.push_back(fmt::format("{} {}", elsewhere.name, elsewhere.note));
  }
}

}  // namespace

std::vector<std::string> name_notes(const Options& options) {
  std::vector<std::string> notes;
  if (!options.has("topology")) return notes;
  if (options.has("routing")) note_on(routing_table(), options.text("routing"), options, notes);
  for (const char* const name : {"traffic", "workload"}) {
    if (!options.has(name)) continue;
    const std::string& text = options.text(name);
    if (kind_of(text) == "worst-case") {
      note_on(routing_table(), argument_of(text), options, notes);
    } else {
      note_on(traffic_table(), kind_of(text) == "permutation" ? argument_of(text) : std::string_view(text), options, notes);
    }
  }
  return notes;
}

void note_rounded_rows(const Options& options, const TrafficPattern& pattern) {
  const auto* const surviving = dynamic_cast<const SurvivingTraffic*>(&pattern);
  const auto* const matrix = dynamic_cast<const MatrixTraffic*>(&unmapped(surviving == nullptr ? pattern : surviving->whole()));
  if (matrix == nullptr || matrix->rounded_rows().empty()) return;
  const auto& rows = matrix->rounded_rows();
  say(fmt::format("note: {}: {} of {} rows, the first of source {} with a sum of {:.15g}, are within 1e-5 of 1: each was divided by its sum",
                  printable(options.text("traffic")), rows.size(), matrix->rows(), rows.front().source.value(), to_double(rows.front().sum)));
}

}  // namespace dateline

#include "models/analysis/adaptive/split_program.hpp"

namespace dateline {
namespace {

double share_of(const SplitGraph::Place& place, const SplitGraph::Hop& hop) {
  return place.total_weight == 0 ? 1 : static_cast<double>(hop.weight) / static_cast<double>(place.total_weight);
}

// Of a column: what it takes from its place, brings to the next, and puts on a channel. A hop's two ends differ.
void add_hop(SplitProgram& split, std::uint32_t column, const SplitGraph::Hop& hop, double share) {
  if (hop.to != SplitGraph::kDelivered) split.program.entries.push_back({hop.to, column, -share});
  if (hop.channel != kNoChannel) split.program.entries.push_back({split.row[hop.channel.value()], column, share});
}

// Several hops of one column may lead to one place or over one channel.
void sum_entries(std::vector<LinearProgram::Entry>& entries, std::size_t first) {
  for (std::size_t i = first; i < entries.size(); ++i) {
    for (std::size_t j = entries.size() - 1; j > i; --j) {
      if (entries[j].row != entries[i].row) continue;
      entries[i].value += entries[j].value;
      entries.erase(entries.begin() + static_cast<std::ptrdiff_t>(j));
    }
  }
}

}  // namespace

SplitProgram split_program(const Topology& topology, const SplitGraph& graph, SplitAim aim, double unit) {
  const bool scaled = aim == SplitAim::largest_factor;
  SplitProgram split;
  LinearProgram& program = split.program;
  split.gamma = program.add_column(0, kUnbounded, scaled ? -1 : 1);
  std::vector<double> starts(graph.places.size(), 0);
  for (const SplitGraph::Start& s : graph.starts) starts[s.place] += to_double(s.amount);
  for (const double amount : starts) {
    const std::uint32_t row = program.add_row(scaled ? 0 : amount, scaled ? 0 : amount);
    if (scaled && amount != 0) program.entries.push_back({row, split.gamma, -amount});
  }
  split.row.assign(topology.channels() + graph.injections, SplitProgram::kNoRow);
  for (const SplitGraph::Hop& hop : graph.hops) {
    if (hop.channel == kNoChannel || split.row[hop.channel.value()] != SplitProgram::kNoRow) continue;
    const double bandwidth = to_double(graph.bandwidth(topology, hop.channel));
    const std::uint32_t row = split.row[hop.channel.value()] = program.add_row(-kUnbounded, scaled ? bandwidth / unit : 0);
    if (!scaled) program.entries.push_back({row, split.gamma, -bandwidth});
  }
  for (std::uint32_t p = 0; p < graph.places.size(); ++p) {
    const SplitGraph::Place& place = graph.places[p];
    const bool free = place.total_weight == 0;
    std::uint32_t column = 0;
    const std::size_t first_entry = program.entries.size();
    for (const SplitGraph::Hop* hop = graph.begin(place); hop != graph.end(place); ++hop) {
      if (free || hop == graph.begin(place)) {
        column = program.add_column(0, kUnbounded, 0);
        program.entries.push_back({p, column, 1});
      }
      split.column.push_back(column);
      add_hop(split, column, *hop, share_of(place, *hop));
    }
    if (!free) sum_entries(program.entries, first_entry);
  }
  return split;
}

}  // namespace dateline

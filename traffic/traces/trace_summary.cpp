#include "traffic/traces/trace_summary.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "traffic/traces/id_set.hpp"

namespace dateline {

namespace {

TerminalId place_of(const TracePlaces& places, std::uint32_t rank, const TraceReader& reader) {
  if (rank >= places.terminals.size())
    reader.fail(fmt::format("rank {} has no place; there are places for 0..{}", rank, places.terminals.size() - 1));
  return places.terminals[rank];
}

// What has failed in a cycle; null: nothing has.
const TracePlaces::Failed* failed_in(const TracePlaces& places, Cycle cycle) {
  const auto later = std::upper_bound(places.failed.begin(), places.failed.end(), cycle, [](Cycle c, const auto& f) { return c < f.from; });
  return later == places.failed.begin() ? nullptr : &*std::prev(later);
}

void refuse_failed(const std::vector<std::uint8_t>& failed, std::uint32_t rank, TerminalId terminal, const TraceReader& reader) {
  if (failed.empty() || failed[terminal.value()] == 0) return;
  reader.fail(fmt::format("rank {} sits at node {}, which has failed", rank, terminal.value()));
}

}  // namespace

TerminalId TracePlaces::source(std::uint32_t rank, Cycle cycle, const TraceReader& reader) const {
  const TerminalId terminal = place_of(*this, rank, reader);
  if (const Failed* const now = failed_in(*this, cycle)) refuse_failed(now->terminals, rank, terminal, reader);
  return terminal;
}

TerminalId TracePlaces::destination(std::uint32_t rank, Cycle cycle, const TraceReader& reader) const {
  const TerminalId terminal = place_of(*this, rank, reader);
  if (const Failed* const now = failed_in(*this, cycle)) refuse_failed(now->known.empty() ? now->terminals : now->known, rank, terminal, reader);
  return terminal;
}

TraceSummary summarise(TraceReader& reader, const TracePlaces& places, std::uint32_t terminals) {
  TraceSummary summary;
  summary.flits.resize(terminals, 0);
  const auto seen = reader.has_dependencies() ? std::make_unique<IdSet>() : nullptr;
  TracePacket packet;
  while (reader.next(packet)) {
    ++summary.packets;
    summary.last = packet.cycle;
    summary.flits[places.source(packet.source, packet.cycle, reader).value()] += packet.flits;
    (void)places.destination(packet.destination, packet.cycle, reader);
    if (!seen) continue;
    if (!seen->insert(packet.id)) reader.fail(fmt::format("packet {} was there before", packet.id));
    for (const std::uint32_t id : packet.waiting) {
      if (id == packet.id) reader.fail(fmt::format("packet {} waits for itself", id));
      if (seen->contains(id)) reader.fail(fmt::format("packet {}, which was there before, is said to wait for packet {}", id, packet.id));
    }
  }
  return summary;
}

}  // namespace dateline

#include "traffic/traces/trace_summary.hpp"

#include <fmt/format.h>

#include "traffic/traces/id_set.hpp"

namespace dateline {

TerminalId TracePlaces::of(std::uint32_t rank, const TraceReader& reader) const {
  if (rank >= terminals.size()) reader.fail(fmt::format("rank {} has no place; there are places for 0..{}", rank, terminals.size() - 1));
  const TerminalId terminal = terminals[rank];
  if (!failed.empty() && failed[terminal.value()] != 0) reader.fail(fmt::format("rank {} sits at node {}, which has failed", rank, terminal.value()));
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
    summary.flits[places.of(packet.source, reader).value()] += packet.flits;
    (void)places.of(packet.destination, reader);
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

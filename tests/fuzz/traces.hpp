// A trace as the targets of traces look at it: read through with places for eight ranks, one of which never works, then
// packet by packet.
#pragma once

#include <string>

#include "tests/fuzz/input.hpp"
#include "traffic/traces/trace_summary.hpp"

namespace dateline::fuzz {

// Its packets as rows of a trace with classes.
inline std::string rows_of(std::string_view name, std::uint64_t flit_bytes) {
  TracePlaces places;
  for (std::uint32_t t = 0; t < 8; ++t) places.terminals.emplace_back(t);
  places.failed = {0, 0, 0, 0, 0, 1, 0, 0};
  const ValueSource source{"simulate", "workload"};
  const TraceSummary summary = summarise(*open_trace(source, name, flit_bytes), places, 8);
  const auto reader = open_trace(source, name, flit_bytes);
  std::string rows = "cycle,source,destination,flits,class\n";
  std::uint64_t packets = 0, flits = 0;
  Cycle last = 0;
  for (TracePacket p; reader->next(p); ++packets) {
    if (p.cycle < last || p.cycle > kLastTraceCycle) broken("cycles do not decrease", rows);
    if (p.source >= 8 || p.destination >= 8) broken("ranks have places", rows);
    if (p.flits < 1 || p.flits > kMaxTraceFlits) broken("packets have 1..65535 flits", rows);
    last = p.cycle;
    flits += p.flits;
    for (const std::uint64_t value : {p.cycle, std::uint64_t{p.source}, std::uint64_t{p.destination}, std::uint64_t{p.flits}}) {
      rows += std::to_string(value) + ",";
    }
    rows += std::to_string(p.traffic_class) + "\n";
  }
  for (const std::uint64_t sent : summary.flits) flits -= sent;
  if (packets != summary.packets || last != summary.last || flits != 0) broken("a trace is twice the same", rows);
  return rows;
}

}  // namespace dateline::fuzz

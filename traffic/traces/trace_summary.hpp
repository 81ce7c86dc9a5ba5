// What is known of a trace once it has been read through: that all of it can be replayed, and how much there is of it.
// Throws ConfigError at the first packet of a rank without a place, or with one that never works, of an id that
// was there before, or for which an earlier packet, or it itself, is said to wait.
// Cost: one pass; memory: 8 bytes a terminal, and a bit a packet with an id.
#pragma once

#include "traffic/traces/trace_reader.hpp"

namespace dateline {

// Where the ranks of a trace are.
struct TracePlaces {
  std::vector<TerminalId> terminals;      // per rank
  std::vector<std::uint8_t> failed = {};  // per terminal: 1 if its node never works; empty: all do

  // Of a rank of the packet that the reader gave last.
  [[nodiscard]] TerminalId of(std::uint32_t rank, const TraceReader& reader) const;
};

struct TraceSummary {
  std::uint64_t packets = 0;
  Cycle last = 0;                    // cycle of a packet
  std::vector<std::uint64_t> flits;  // per terminal that sends them
};

[[nodiscard]] TraceSummary summarise(TraceReader& reader, const TracePlaces& places, std::uint32_t terminals);

}  // namespace dateline

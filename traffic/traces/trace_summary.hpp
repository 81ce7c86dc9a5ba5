// What is known of a trace once it has been read through: that all of it can be replayed, and how much there is of it.
// Throws ConfigError at the first packet of a rank without a place, or with one that has failed by then, of an id that
// was there before, or for which an earlier packet, or it itself, is said to wait.
// Cost: one pass; memory: 8 bytes a terminal, and a bit a packet with an id.
#pragma once

#include "traffic/traces/trace_reader.hpp"

namespace dateline {

// Where the ranks of a trace are.
struct TracePlaces {
  struct Failed {
    Cycle from;
    std::vector<std::uint8_t> terminals;   // 1 if its node has failed; empty: none has
    std::vector<std::uint8_t> known = {};  // 1 if the others know that; empty: of all that have
  };
  std::vector<TerminalId> terminals;  // per rank
  std::vector<Failed> failed;         // ascending; the last one that has begun holds; none: nothing ever fails

  // Of a rank that sends, or is sent, a packet of that cycle, which the reader gave last. Refuses one at a failed node,
  // a destination where its source knows.
  [[nodiscard]] TerminalId source(std::uint32_t rank, Cycle cycle, const TraceReader& reader) const;
  [[nodiscard]] TerminalId destination(std::uint32_t rank, Cycle cycle, const TraceReader& reader) const;
};

struct TraceSummary {
  std::uint64_t packets = 0;
  Cycle last = 0;                    // cycle of a packet
  std::vector<std::uint64_t> flits;  // per terminal that sends them
};

[[nodiscard]] TraceSummary summarise(TraceReader& reader, const TracePlaces& places, std::uint32_t terminals);

}  // namespace dateline

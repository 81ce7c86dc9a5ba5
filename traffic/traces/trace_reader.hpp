// Traces: the packets of a run elsewhere, one after the other by cycle, read as they are needed. What each format is:
// docs/guide/workloads/traces.md.
// Errors are ConfigErrors that name the file and the place in it: "line 7: ...", "byte 91: ...".
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "models/base/ids.hpp"
#include "models/base/text/parse.hpp"

namespace dateline {

inline constexpr Cycle kLastTraceCycle = 1'000'000'000'000'000;
inline constexpr std::uint32_t kMaxTraceFlits = 65535;  // of one packet

struct TracePacket {
  Cycle cycle = 0;                            // not before it
  std::uint32_t source = 0, destination = 0;  // ranks
  std::uint32_t flits = 1;
  std::uint8_t traffic_class = 0;
  std::uint32_t id = 0;                // where there are dependencies: its own, and those of later packets,
  std::vector<std::uint32_t> waiting;  // which wait for its delivery
};

class TraceReader {
 public:
  virtual ~TraceReader() = default;
  TraceReader(const TraceReader&) = delete;
  TraceReader& operator=(const TraceReader&) = delete;

  // The next packet; false at the end. Cycles never decrease.
  [[nodiscard]] virtual bool next(TracePacket& packet) = 0;
  // Throws the error of the packet given last.
  [[noreturn]] virtual void fail(const std::string& problem) const = 0;
  // Whether packets say their class.
  [[nodiscard]] virtual bool has_classes() const = 0;
  // Whether packets have ids and wait for each other.
  [[nodiscard]] virtual bool has_dependencies() const = 0;

 protected:
  TraceReader() = default;
};

// Names as help and lists show them, and how they begin.
[[nodiscard]] std::vector<std::string> trace_names();
[[nodiscard]] std::vector<std::string> trace_beginnings();
inline constexpr std::string_view kNetraceBeginning = "netrace:";

// At the beginning of the file that `text` names, trace:FILE or netrace:FILE. A trace is read more than once: what is
// no regular file is refused. `flit_bytes`: of formats that count bytes.
[[nodiscard]] std::unique_ptr<TraceReader> open_trace(const ValueSource& source, std::string_view text, std::uint64_t flit_bytes);

}  // namespace dateline

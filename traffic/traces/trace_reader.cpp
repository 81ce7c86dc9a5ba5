#include "traffic/traces/trace_reader.hpp"

#include <filesystem>

#include "models/base/error.hpp"
#include "traffic/traces/netrace_file.hpp"
#include "traffic/traces/trace_file.hpp"

namespace dateline {
namespace {

constexpr std::string_view kTrace = "trace:";

std::string file_of(const ValueSource& source, std::string_view text, std::string_view beginning) {
  std::string path(text.substr(beginning.size()));
  std::error_code error;
  if (std::filesystem::exists(path, error) && !std::filesystem::is_directory(path, error) && !std::filesystem::is_regular_file(path, error)) {
    throw ConfigError(source.component, source.key, path, "is a pipe or a device; a trace is a file, which is read twice");
  }
  return path;
}

}  // namespace

std::vector<std::string> trace_names() { return {"trace:FILE", "netrace:FILE"}; }
std::vector<std::string> trace_beginnings() { return {std::string(kTrace), std::string(kNetraceBeginning)}; }

std::unique_ptr<TraceReader> open_trace(const ValueSource& source, std::string_view text, std::uint64_t flit_bytes) {
  if (text.substr(0, kTrace.size()) == kTrace) return std::make_unique<TraceFile>(source, file_of(source, text, kTrace));
  if (text.substr(0, kNetraceBeginning.size()) != kNetraceBeginning) throw InvariantError("'" + printable(text) + "' names no trace");
  return std::make_unique<NetraceFile>(source, file_of(source, text, kNetraceBeginning), flit_bytes);
}

}  // namespace dateline

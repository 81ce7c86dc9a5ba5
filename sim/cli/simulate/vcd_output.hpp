// --out vcd: what named channels and routers do, cycle by cycle, as a waveform that SystemC's tracing writes
// (docs/guide/waveforms.md). SystemC writes a file beside the one asked for, which takes its content at the end, but
// for the date in it: the same run gives the same bytes. Throws ConfigError for channels and nodes that there are not.
#pragma once

#include <memory>
#include <optional>

#include "sim/cli/output/result_file.hpp"
#include "sim/core/state/layout/router_config.hpp"
#include "sim/systemc/vcd_trace.hpp"

namespace dateline {

class VcdOutput {
 public:
  VcdOutput(const OutputSetting& setting, const Topology& topology, const RouterConfig& machine);

  // Null if none is asked for.
  [[nodiscard]] ChannelProbe* probe() { return file_ ? &probe_ : nullptr; }
  [[nodiscard]] const VcdTrace* trace() const { return trace_ ? &*trace_ : nullptr; }
  // The options for a machine that is probed: results are the same.
  [[nodiscard]] RouterConfig probed(RouterConfig machine) const;
  [[nodiscard]] bool wants_stdout() const { return file_ && file_->is_stdout(); }
  // Once the run has finished, after so many cycles. Throws ConfigError if not all could be written.
  void commit(Cycle cycles);

 private:
  ChannelProbe probe_;
  std::unique_ptr<ResultFile> file_;
  TemporaryFile written_;
  std::optional<VcdTrace> trace_;
};

}  // namespace dateline

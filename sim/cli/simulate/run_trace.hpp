// --out trace and timeline: what single packets do in a run, as CSV with a line for every flit and channel, and as
// trace-event JSON for Perfetto and chrome://tracing (a cycle is a microsecond there). A machine that is not traced
// pays nothing; a traced one runs with an engine of its own (sim/core/cycle/pipeline_engine.hpp).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/cli/output/result_file.hpp"
#include "sim/core/cycle/flit_watcher.hpp"
#include "sim/measure/channel_probe.hpp"
#include "sim/measure/run_loop.hpp"
#include "sim/measure/schedule/collective_times.hpp"
#include "sim/measure/sources/rank_clock.hpp"
#include "sim/options/run_settings.hpp"

namespace dateline {

// packets=3+5:0+7:10..19: all packets of source 3, the first of 5, ten of 7.
class PacketChoice {
 public:
  // Of none given: all packets. Throws ConfigError.
  PacketChoice(const OutputSetting& setting, std::uint32_t terminals);
  [[nodiscard]] bool has(const Packet& packet) const;

 private:
  struct Range {
    std::uint32_t source;
    std::uint64_t first, last;
  };
  std::vector<Range> ranges_;  // empty: all
};

// Text for a file, written in pieces.
class TraceText {
 public:
  explicit TraceText(std::unique_ptr<ResultFile> file) : file_(std::move(file)) {}
  void add(const std::string& line);
  // An element of a list of JSON, behind a comma but for the first.
  void add_element(const std::string& element) {
    add((first_ ? "" : ",\n") + element);
    first_ = false;
  }
  void commit(const std::string& end) { file_->commit(text_ + end); }
  [[nodiscard]] bool is_stdout() const { return file_->is_stdout(); }

 private:
  std::unique_ptr<ResultFile> file_;
  std::string text_;
  bool first_ = true;
};

// Listens to a run, and observes its network.
class RunTrace final : public CycleListener, public FlitListener {
 public:
  // To be set up before the run. The probe, if not null, is notified of what happens as well.
  RunTrace(const RunOutputs& outputs, const Topology& topology, ChannelProbe* probe);
  RunTrace(const RunTrace&) = delete;
  RunTrace& operator=(const RunTrace&) = delete;
  // Whether there is anything to listen for.
  [[nodiscard]] bool active() const { return trace_ || timeline_ || probe_ != nullptr; }

  void begin(CompiledNetwork& network) override;
  void before(Cycle now) override;
  void after(Cycle now) override;
  [[nodiscard]] bool wants_quiet_cycles() const override { return probe_ != nullptr; }
  [[nodiscard]] bool wants_deliveries() const override { return timeline_.has_value(); }
  void delivered(const Delivery& delivery) override;

  void flit_sent(Cycle now, VcId vc, const Packet& packet, bool tail) override;

  // Whether it wants to know what each rank does, and where that goes.
  [[nodiscard]] bool wants_ranks() const { return timeline_.has_value(); }
  [[nodiscard]] std::vector<std::vector<RankSpan>>& ranks() { return ranks_; }
  // Once the run has finished. `workload`: name and span of each collective and of its members, and what ranks did.
  void commit(const CollectiveTimeline& workload);
  [[nodiscard]] bool wants_stdout() const;

 private:
  [[nodiscard]] std::string end_of(ChannelId channel, bool from) const;

  const Topology& topology_;
  PacketChoice traced_, shown_;  // in the trace, and in the timeline
  std::optional<TraceText> trace_, timeline_;
  ChannelProbe* probe_;  // of a waveform, or null
  const Tile* tile_ = nullptr;
  struct Sending {
    std::uint32_t source = ~0U;
    std::uint64_t sequence = 0;
  };
  std::vector<Sending> sending_;  // per VC: the packet whose head flit has crossed it, and whose tail has not
  std::vector<std::vector<RankSpan>> ranks_;
};

}  // namespace dateline

// The tables that a run writes beside its result: --out channels, energy, histogram and pair-latency. Made before the
// run, so that a path that cannot be written is found out at once.
#pragma once

#include <memory>
#include <optional>

#include "models/network/topology/topology.hpp"
#include "sim/cli/output/result_file.hpp"
#include "sim/measure/energy/network_energy.hpp"
#include "sim/measure/run.hpp"
#include "sim/options/run_settings.hpp"

namespace dateline {

class MeasuredFiles {
 public:
  explicit MeasuredFiles(const RunOutputs& outputs);
  // Once the run has finished. `energy`: none without --energy.
  void commit(const Topology& topology, const Run& run, const std::optional<NetworkEnergy>& energy);
  [[nodiscard]] bool want_stdout() const;

 private:
  std::unique_ptr<ResultFile> channels_, energy_, histogram_, pair_latency_;
};

// CSV: from,to,dimension,sign,packets,flits,utilisation,head_blocked,flit_blocked (of the measured window; packets:
// the measured ones).
[[nodiscard]] std::string channel_table(const Topology& topology, const RunResult& result);
// CSV: latency,count; every latency that a measured packet had, ascending.
[[nodiscard]] std::string histogram_table(const Statistics& latency);

// latency_by_hops, and windows where the run measured parts of its window, over the terminals that live.
void add_measured(nlohmann::ordered_json& json, const Deliveries& measured, const Topology& topology, const LiveTimes& live_times);

}  // namespace dateline

// A run of several streams of open-loop traffic: --traffic streams:FILE, what they demand together, and what results
// and texts say of each.
#pragma once

#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "sim/cli/run/run_plan.hpp"
#include "sim/cli/run/run_vc_sets.hpp"
#include "sim/cli/workload/workload_run.hpp"
#include "sim/measure/sources/streams_source.hpp"
#include "sim/options/run_settings.hpp"

namespace dateline {

class StreamsRun final : public WorkloadRun {
 public:
  // Throws ConfigError: a pattern that the network does not have.
  StreamsRun(const RunSettings& settings, const RunPlan& plan, const NetworkObjects& network, const RunVcSets& vc_sets,
             const std::vector<ChangedNetwork>& changes);

  // Of all together, in flits.
  [[nodiscard]] std::unique_ptr<TrafficPattern> demand() const override { return mixed(patterns_); }
  [[nodiscard]] std::unique_ptr<TrafficPattern> demand_after(std::size_t change) const override { return mixed(later_[change]); }
  [[nodiscard]] std::unique_ptr<PacketSource> source(const TrafficPattern& demand) override;
  // Beside a workload: the cycle in which its window ends, known once the run has ended; none: with the run.
  void ends_with(std::function<std::optional<Cycle>()> end) { end_ = std::move(end); }
  void configure(RunConfig& config) const override;
  void add_to(nlohmann::ordered_json& json, const RunResult& result) const override;
  [[nodiscard]] std::string summary(const RunResult& result) const override;

 private:
  struct Throughput {
    double offered, accepted;  // flits/terminal/cycle
  };
  [[nodiscard]] Throughput throughput(const StreamCounts& counts, const RunResult& result) const;
  using Patterns = std::vector<std::unique_ptr<TrafficPattern>>;  // per stream
  [[nodiscard]] std::unique_ptr<TrafficPattern> mixed(const Patterns& patterns) const;
  // Terminals that live, times cycles of the window.
  [[nodiscard]] double lived(const RunResult& result) const;
  [[nodiscard]] bool by_priority() const { return plan_.machine.output_arbitration == OutputArbitration::priority; }
  [[nodiscard]] std::string set_lines() const;

  const RunPlan& plan_;
  const RunVcSets& vc_sets_;
  std::uint32_t terminals_;
  std::vector<std::pair<Cycle, std::uint32_t>> living_;  // from a cycle on, so many terminals
  Patterns patterns_;
  std::vector<Patterns> later_;  // per change
  const StreamsSource* source_ = nullptr;
  std::function<std::optional<Cycle>()> end_ = [] { return std::optional<Cycle>(); };
};

}  // namespace dateline

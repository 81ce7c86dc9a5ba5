// A run of requests and replies: --workload request-reply:..., its pattern, its bounds before the run, and what results
// and texts say of it afterwards.
#pragma once

#include <optional>

#include "sim/cli/run/run_plan.hpp"
#include "sim/cli/run/run_vc_sets.hpp"
#include "sim/cli/workload/workload_run.hpp"
#include "sim/measure/sources/request_reply_source.hpp"
#include "sim/options/run_settings.hpp"

namespace dateline {

// What no run passes, whatever the routers do (docs/guide/workloads/request-reply.md).
struct RequestReplyBounds {
  std::optional<double> round_trip;  // cycles: mean over requesters of their mean round trips alone in the network
  std::optional<double> throughput;  // requests/node/cycle
  std::string why_missing;           // one line for people, if one is
};

class RequestReplyRun final : public WorkloadRun {
 public:
  // Throws ConfigError: more requests outstanding than memory holds.
  RequestReplyRun(const RunSettings& settings, const RunPlan& plan, const NetworkObjects& network, const RunVcSets& vc_sets,
                  const std::vector<ChangedNetwork>& changes);

  [[nodiscard]] std::unique_ptr<TrafficPattern> demand() const override;
  [[nodiscard]] std::unique_ptr<TrafficPattern> demand_after(std::size_t change) const override;
  [[nodiscard]] std::unique_ptr<PacketSource> source(const TrafficPattern& demand) override;
  void add_to(nlohmann::ordered_json& json, const RunResult& result) const override;
  [[nodiscard]] std::string summary(const RunResult& result) const override;

 private:
  [[nodiscard]] Summary shown(const Statistics& statistics, const RunResult& result) const;
  [[nodiscard]] std::string protocol() const;
  [[nodiscard]] double throughput(const RunResult& result) const;
  // None of a batch, and where no round trip is known.
  [[nodiscard]] std::optional<double> round_trips_in_window(const RunResult& result) const;
  [[nodiscard]] std::string window_note(const RunResult& result) const;

  const RunPlan& plan_;
  const NetworkObjects& network_;
  const RunVcSets& vc_sets_;
  const std::vector<ChangedNetwork>& changes_;
  RequestReplyBounds bounds_;
  std::uint32_t living_ = 0;  // terminals whose node has not failed
  const RequestReplySource* source_ = nullptr;
};

}  // namespace dateline

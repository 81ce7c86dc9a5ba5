#include "sim/cli/workload/trace_run.hpp"

#include <fmt/format.h>

#include <numeric>

#include "models/base/text/counted.hpp"
#include "sim/cli/workload/schedule_run.hpp"
#include "sim/options/run_settings.hpp"
#include "traffic/schedules/mapping.hpp"
#include "traffic/traces/trace_traffic.hpp"

namespace dateline {
namespace {

std::string waiting_text(const TraceLosses& losses) {
  return fmt::format("{} {} for others that were lost or not sent", counted(losses.waiting, "packet"), losses.waiting == 1 ? "waits" : "wait");
}

}  // namespace

TraceRun::TraceRun(const RunSettings& settings, const RunPlan& plan, const NetworkObjects& network, const std::vector<ChangedNetwork>& changes)
    : source_(settings.traffic.workload.source()), name_(*settings.traffic.workload) {
  flit_bytes_ = settings.workload.flit_bytes.value_or(flit_bytes_);
  const Mapping mapping(settings.traffic.mapping.source(), settings.traffic.mapping.get(), *network.topology, network.relation->faults());
  places_ = {mapping.all_places(), failed_terminals(network)};
  const std::unique_ptr<TraceReader> reader = open();
  waits_ = reader->has_dependencies();
  failures_ = failed_by_change(plan, network, changes);
  for (const FailedTerminals& change : failures_) {
    for (std::size_t t = 0; t < places_.failed.size(); ++t) places_.failed[t] = places_.failed[t] != 0 && change.failed[t] != 0 ? 1 : 0;
  }
  summary_ = summarise(*reader, places_, network.topology->terminals());
}

std::unique_ptr<TraceReader> TraceRun::open() const { return open_trace(source_, name_, flit_bytes_); }

std::unique_ptr<TrafficPattern> TraceRun::demand() const { return std::make_unique<TraceTraffic>(summary_.flits); }

std::unique_ptr<PacketSource> TraceRun::source(const TrafficPattern& /*demand*/) {
  auto source = std::make_unique<TraceSource>(open(), places_, summary_.packets, failures_);
  trace_ = source.get();
  return source;
}

std::string TraceRun::failure() const {
  const TraceLosses losses = trace_->losses();
  if (losses.waiting == 0 || failures_.empty()) return {};
  return "the trace has not ended: " + waiting_text(losses);
}

void TraceRun::add_to(nlohmann::ordered_json& json, const RunResult& /*result*/) const {
  if (!failures_.empty()) json["trace"] = {{"not_sent", trace_->losses().not_sent}, {"waiting", trace_->losses().waiting}};
}

std::string TraceRun::summary(const RunResult& /*result*/) const {
  const std::uint64_t flits = std::accumulate(summary_.flits.begin(), summary_.flits.end(), std::uint64_t{0});
  std::string text =
      fmt::format("{:<18}{} of {}, the last of cycle {}\n", "trace", counted(summary_.packets, "packet"), counted(flits, "flit"), summary_.last);
  if (failures_.empty()) return text;
  const TraceLosses losses = trace_->losses();
  const std::string waiting = waits_ ? "; " + waiting_text(losses) : "";
  return text + fmt::format("{:<18}{} not sent, as an end had failed{}\n", "", counted(losses.not_sent, "packet"), waiting);
}

}  // namespace dateline

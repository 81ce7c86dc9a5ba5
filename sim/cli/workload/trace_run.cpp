#include "sim/cli/workload/trace_run.hpp"

#include <fmt/format.h>

#include <numeric>

#include "models/base/text/counted.hpp"
#include "models/network/faults/fault_map.hpp"
#include "sim/cli/workload/schedule_run.hpp"
#include "sim/measure/sources/trace_source.hpp"
#include "sim/options/run_settings.hpp"
#include "traffic/schedules/mapping.hpp"
#include "traffic/traces/trace_traffic.hpp"

namespace dateline {

TraceRun::TraceRun(const RunSettings& settings, const NetworkObjects& network, const std::vector<ChangedNetwork>& changes)
    : source_(settings.traffic.workload.source()), name_(*settings.traffic.workload) {
  flit_bytes_ = settings.workload.flit_bytes.value_or(flit_bytes_);
  const Mapping mapping(settings.traffic.mapping.source(), settings.traffic.mapping.get(), *network.topology, network.relation->faults());
  places_ = {mapping.all_places(), {{0, failed_terminals(network)}}};
  for (const ChangedNetwork& c : changes) {
    TracePlaces::Failed& failed = places_.failed.emplace_back();
    failed.from = c.change.at;
    for (std::uint32_t t = 0; t < network.topology->terminals(); ++t) {
      failed.terminals.push_back(c.change.faults && c.change.faults->failed(network.topology->router_of(TerminalId(t))) ? 1 : 0);
    }
  }
  const std::unique_ptr<TraceReader> reader = open();
  if (settings.network.fault_events.has() && reader->has_dependencies()) {
    settings.network.fault_events.refuse("has no meaning with packets that wait for others: one lost packet would keep the run from ending");
  }
  summary_ = summarise(*reader, places_, network.topology->terminals());
}

std::unique_ptr<TraceReader> TraceRun::open() const { return open_trace(source_, name_, flit_bytes_); }

std::unique_ptr<TrafficPattern> TraceRun::demand() const { return std::make_unique<TraceTraffic>(summary_.flits); }

std::unique_ptr<PacketSource> TraceRun::source(const TrafficPattern& /*demand*/) {
  return std::make_unique<TraceSource>(open(), places_, summary_.packets);
}

void TraceRun::add_to(nlohmann::ordered_json& /*json*/, const RunResult& /*result*/) const {}

std::string TraceRun::summary(const RunResult& /*result*/) const {
  const std::uint64_t flits = std::accumulate(summary_.flits.begin(), summary_.flits.end(), std::uint64_t{0});
  return fmt::format("{:<18}{} of {}, the last of cycle {}\n", "trace", counted(summary_.packets, "packet"), counted(flits, "flit"), summary_.last);
}

}  // namespace dateline

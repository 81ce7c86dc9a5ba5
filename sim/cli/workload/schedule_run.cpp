#include "sim/cli/workload/schedule_run.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/base/error.hpp"
#include "models/base/text/counted.hpp"
#include "sim/cli/output/load_report.hpp"
#include "sim/cli/workload/collective_report.hpp"
#include "sim/options/run_settings.hpp"
#include "traffic/schedules/demand_traffic.hpp"
#include "traffic/schedules/mapping.hpp"

namespace dateline {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t kMostPackets = 100'000'000;  // of one message: they are queued in one cycle
constexpr std::size_t kRanksShown = 8;

Cycle time_option(const Setting<std::string>& setting, const CycleTime& cycle_time) {
  const Cycle time = cycle_time.cycles(setting.source(), *setting);
  if (time > kLongestRun) setting.refuse(fmt::format("is longer than the longest run, {:.0e} cycles", 1.0 * kLongestRun));
  return time;
}

// Of the longest packet: one length, of a head flit and at least one more.
std::uint32_t longest_packet(const Setting<PacketLengths>& setting) {
  if (setting->one() && setting->shortest() >= 2) return setting->shortest();
  setting.refuse(
      fmt::format("is no single length of 2..{} flits: of a workload that is cut into packets it is the longest", MessageSizes::kMaxPacketLength));
}

void check_packets(const RunSettings& settings, const Schedule& schedule, const MessageSizes& sizes) {
  for (std::uint32_t i = 0; i < schedule.size(); ++i) {
    if (schedule[i].kind() != OperationKind::send || sizes.packets(schedule[i].amount) <= kMostPackets) continue;
    settings.traffic.workload.refuse(
        fmt::format("has a message of {} bytes: {} packets, and at most {} are allowed; flits of more bytes or longer packets",
                    std::uint64_t{schedule[i].amount}, sizes.packets(schedule[i].amount), kMostPackets));
  }
}

// The cycles that the busiest cpu is occupied, all repetitions.
double busiest_cpu(const Schedule& schedule, const ScheduleOptions& options) {
  double most = 0;
  std::vector<double> busy;
  for (std::uint32_t rank = 0; rank < schedule.ranks(); ++rank) {
    busy.assign(256, 0.0);
    for (std::uint32_t i = schedule.begin(rank); i < schedule.begin(rank + 1); ++i) {
      const Operation& o = schedule[i];
      const std::uint64_t time = o.kind() == OperationKind::compute ? std::uint64_t{o.amount}
                                 : o.kind() == OperationKind::send  ? options.send_overhead
                                                                    : options.receive_overhead;
      most = std::max(most, busy[o.cpu] += static_cast<double>(time));
    }
  }
  return most * static_cast<double>(schedule.repeat());
}

}  // namespace

ScheduleRun::ScheduleRun(const RunSettings& settings, const RunPlan& plan, const NetworkObjects& network)
    : name_(settings.traffic.workload.text()), terminals_(network.topology->terminals()) {
  if (settings.network.fault_events.has())
    settings.network.fault_events.refuse("has no meaning with a schedule: one lost packet would keep it from ending");
  const CycleTime cycle_time(settings.workload.cycle_time.source(), *settings.workload.cycle_time);
  cycle_time_ = cycle_time;
  options_.sizes.flit_bytes = *settings.workload.flit_bytes;
  options_.sizes.packet_length = longest_packet(settings.traffic.packet_length);
  options_.send_overhead = time_option(settings.workload.send_overhead, cycle_time);
  options_.receive_overhead = time_option(settings.workload.receive_overhead, cycle_time);
  const Mapping mapping(settings.traffic.mapping.source(), settings.traffic.mapping.get(), *network.topology, network.relation->faults());
  workload_ = make_schedule(settings.traffic.workload.source(), name_, mapping.ranks(), network.topology.get(), cycle_time, available_memory());
  options_.places = mapping.places(workload_.schedule.ranks(), name_);
  check_packets(settings, workload_.schedule, options_.sizes);

  CompletionInput input{options_.sizes, options_.places, 1, 0, options_.send_overhead, options_.receive_overhead, 0};
  const RouterConfig& machine = plan.machine;
  input.channel_latency = machine.channel_latency;
  input.per_router = static_cast<std::uint64_t>(machine.routing_delay) + static_cast<std::uint64_t>(machine.router_pipeline);
  input.nic_ports = static_cast<std::uint64_t>(machine.nic_ports);
  if (machine.source == SourcePolicy::interleaved) input.side_by_side = static_cast<std::uint64_t>(machine.routing_delay);
  bounds_ = completion_bounds(*network.topology, *network.relation, workload_.schedule, input, kRunBoundsBudget);
  const double least = std::max(bounds_.larger().value_or(0.0), busiest_cpu(workload_.schedule, options_));
  if (least > static_cast<double>(kLongestRun)) {
    settings.traffic.workload.refuse(fmt::format("would take {:.1e} cycles at least; a run takes at most {:.0e}", least, 1.0 * kLongestRun));
  }
}

std::unique_ptr<TrafficPattern> ScheduleRun::demand() const {
  return std::make_unique<DemandTraffic>(workload_.schedule, options_.sizes, options_.places, terminals_);
}

std::unique_ptr<PacketSource> ScheduleRun::source(const TrafficPattern& /*demand*/) {
  auto source = std::make_unique<ScheduleSource>(workload_.schedule, options_);
  source_ = source.get();
  return source;
}

void ScheduleRun::add_to(Json& json, const RunResult& result) const {
  json["bounds"]["completion_critical_path"] = bounds_.critical_path ? Json(*bounds_.critical_path) : Json(nullptr);
  json["bounds"]["completion_bandwidth"] = bounds_.bandwidth ? Json(to_double(*bounds_.bandwidth)) : Json(nullptr);
  json["bounds"]["completion_bandwidth_exact"] = bounds_.bandwidth ? Json(to_string(*bounds_.bandwidth)) : Json(nullptr);
  if (bounds_.over_budget) json["bounds"]["left_out"] = bounds_.why_missing;
  json["ranks"] = Json::array();
  if (source_->collectives() != nullptr) json["collectives"] = Json::array();
  if (!result.deadlock.empty()) return;
  const std::vector<RankTimes> times = source_->times();
  for (std::size_t rank = 0; rank < times.size(); ++rank) {
    const RankTimes& t = times[rank];
    json["ranks"].push_back({{"node", options_.places[rank].value()}, {"compute", t.compute}, {"send", t.send}, {"wait", t.wait}, {"end", t.end}});
  }
  if (source_->collectives() != nullptr) add_collectives(json, workload_.schedule, *source_->collectives(), times, cycle_time_);
}

std::string ScheduleRun::bound_lines(const RunResult& result) const {
  std::string text;
  if (bounds_.critical_path)
    text += fmt::format("{:<18}{} critical path (messages alone on their paths)\n", "bound", counted(*bounds_.critical_path, "cycle"));
  if (bounds_.bandwidth) {
    text += fmt::format("{:<18}{} cycles bandwidth (flits over the busiest channel{})\n", "bound", to_string(*bounds_.bandwidth),
                        denominator(*bounds_.bandwidth) == 1 ? "" : ", in the mean over drawn ways");
  }
  if (!bounds_.why_missing.empty()) text += fmt::format("{:<18}not given: {}\n", "bounds", bounds_.why_missing);
  const auto larger = bounds_.larger();
  if (larger && *larger > 0 && result.completion_cycle) {
    text += fmt::format("{:<18}{:.4f} of the larger bound\n", "completion", static_cast<double>(*result.completion_cycle) / *larger);
  }
  return text;
}

std::string ScheduleRun::summary(const RunResult& result) const {
  std::string text = bound_lines(result);
  for (const std::string& note : workload_.notes) text += fmt::format("{:<18}{}\n", "note", note);
  if (!result.deadlock.empty()) return text;
  if (source_->collectives() != nullptr) text += collective_lines(workload_.schedule, *source_->collectives(), cycle_time_);
  const std::vector<RankTimes> times = source_->times();
  const auto line = [&](const char* name, Cycle RankTimes::*member) {
    std::uint64_t sum = 0;
    Cycle least = times.front().*member, most = 0;
    for (const RankTimes& t : times) sum += t.*member, least = std::min(least, t.*member), most = std::max(most, t.*member);
    text += fmt::format("{:<18}{:.1f} cycles mean over {} (least {}, most {})\n", name, static_cast<double>(sum) / static_cast<double>(times.size()),
                        counted(times.size(), "rank"), least, most);
  };
  line("compute", &RankTimes::compute);
  line("send", &RankTimes::send);
  line("wait", &RankTimes::wait);
  text += fmt::format("{:<18}{:>8}{:>14}{:>14}{:>14}{:>14}\n", "rank", "node", "compute", "send", "wait", "end");
  for (std::size_t rank = 0; rank < std::min(times.size(), kRanksShown); ++rank) {
    const RankTimes& t = times[rank];
    text += fmt::format("{:<18}{:>8}{:>14}{:>14}{:>14}{:>14}\n", rank, options_.places[rank].value(), t.compute, t.send, t.wait, t.end);
  }
  if (times.size() > kRanksShown) text += fmt::format("{:<18}and {} more: --json has all\n", "...", times.size() - kRanksShown);
  return text;
}

}  // namespace dateline

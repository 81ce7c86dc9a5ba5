#include "sim/cli/run/fault_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "models/base/error.hpp"
#include "models/base/text/counted.hpp"
#include "sim/cli/run/run_report.hpp"
#include "sim/measure/protocol/protocol.hpp"
#include "sim/measure/statistics/student_t.hpp"

namespace dateline {
namespace {

using Json = nlohmann::ordered_json;

// Of the window: the part of the time that components were up, and what theory says of it.
struct Availability {
  double measured = 0;
  std::optional<double> half_width;  // of the 95% interval, from the spread over components
  std::optional<UpFraction> theory;  // of exponential times
  [[nodiscard]] Json json(const FaultProcess& process) const {
    Json json = {{"measured", measured}};
    json["ci95_low"] = half_width ? Json(std::max(0.0, measured - *half_width)) : Json(nullptr);
    json["ci95_high"] = half_width ? Json(std::min(1.0, measured + *half_width)) : Json(nullptr);
    json["expected"] = theory ? Json(theory->mean) : Json(nullptr);
    json["long_run"] = to_double(process.availability());
    json["long_run_exact"] = to_string(process.availability());
    return json;
  }
};

// Beyond so many standard deviations, where so many failures are expected, chance is no explanation.
constexpr double kBeyondChance = 8, kEnoughFailures = 100;

Availability availability_of(const FaultProcess& process, const DrawnFaults& drawn, Cycle begin, Cycle end) {
  Availability availability;
  const std::vector<Cycle> up = drawn.up_times(begin, end);
  const auto count = static_cast<double>(up.size()), length = static_cast<double>(end - begin);
  __extension__ using Wide = unsigned __int128;
  Wide sum = 0;  // exact: components that were always up are up for no more than 1
  for (const Cycle cycles : up) sum += cycles;
  availability.measured = static_cast<double>(sum) / static_cast<double>(Wide{end - begin} * up.size());
  const bool alike = std::all_of(up.begin(), up.end(), [&](Cycle cycles) { return cycles == up.front(); });
  double squares = 0;
  for (const Cycle cycles : up) {
    const double off = static_cast<double>(cycles) / length - availability.measured;
    squares += off * off;
  }
  if (up.size() > 2 && !alike) availability.half_width = student_t975(count - 1) * std::sqrt(squares / (count - 1) / count);
  if (process.weibull != 1.0 || process.until.value_or(end) < end) return availability;
  availability.theory = exponential_up_fraction(process, begin, end);
  const double failures = count * length / static_cast<double>(process.mtbf + process.mttr);
  const double off = std::abs(availability.measured - availability.theory->mean);
  if (failures >= kEnoughFailures && off > kBeyondChance * availability.theory->deviation / std::sqrt(count) + 1.0 / length) {
    throw InvariantError(fmt::format("components of a fault process were up for {:.6f} of the window; theory says {:.6f}, standard deviation {:.6f}",
                                     availability.measured, availability.theory->mean, availability.theory->deviation / std::sqrt(count)));
  }
  return availability;
}

Availability availability_of(const NetworkObjects& network, const RunConfig& config, const RunResult& result) {
  const Cycle begin = std::min(config.warmup, result.simulated_cycles);
  return availability_of(*network.options.fault_process, *network.drawn, begin, begin + std::max<Cycle>(result.cycles, 1));
}

Json switch_json(const RoutingSwitch& change) {
  return {{"cycle", change.at}, {"how", name_of(change.how)}, {"took", change.done ? Json(change.took) : Json(nullptr)}, {"lost", change.lost}};
}

struct Recovery {
  double mean = 0;
  Cycle most = 0;
  std::uint64_t recovered = 0, lost = 0;
};
Recovery recovery_of(const std::vector<FailureResponse>& responses) {
  Recovery recovery;
  for (const FailureResponse& failure : responses) {
    recovery.lost += failure.lost;
    if (!failure.recovered) continue;
    ++recovery.recovered;
    recovery.mean += static_cast<double>(*failure.recovered);
    recovery.most = std::max(recovery.most, *failure.recovered);
  }
  if (recovery.recovered > 0) recovery.mean /= static_cast<double>(recovery.recovered);
  return recovery;
}

Json response_json(const Run& run, const RunResult& result) {
  Json json;
  for (const auto& [phase, name] : enum_names(FaultPhase{})) {
    Summary latency = run.window().deliveries().phases->latency(phase).summary();
    latency.ci95.reset();  // packets of a phase are no stationary sequence
    json["latency"][name] = summary_json(latency);
  }
  const Recovery recovery = recovery_of(result.faults.responses);
  const bool any = recovery.recovered > 0;
  json["recovery"] = {{"failures", result.faults.responses.size()},
                      {"recovered", recovery.recovered},
                      {"mean", any ? Json(recovery.mean) : Json(nullptr)},
                      {"max", any ? Json(recovery.most) : Json(nullptr)}};
  json["failures"] = Json::array();
  for (const FailureResponse& failure : result.faults.responses) {
    json["failures"].push_back({{"cycle", failure.at},
                                {"lost", failure.lost},
                                {"outstanding", failure.outstanding},
                                {"recovered", failure.recovered ? Json(*failure.recovered) : Json(nullptr)}});
  }
  return json;
}

bool has_notices(const RunConfig& config) { return config.retransmit && config.retransmit->notice == LossNotice::packets; }

}  // namespace

NetworkOptions network_of_run(const RunSettings& settings) {
  NetworkOptions options = network_options(settings, settings.network, &settings.traffic, &settings.router);
  if (!options.fault_process) return options;
  const WindowSettings& window = settings.window;
  const bool detect = window.warmup.has() && window.warmup->word == "detect";
  const auto window_end = [&] { return *window.cycles->number + (detect ? 0 : window.warmup->number.value_or(*window.cycles->number / 10)); };
  if (options.fault_process->until) {
    // No run lasts longer.
    if (window.cycles.has() && window.cycles->number && !detect) options.process_end = window_end() + kLongestDrain * *window.cycles->number;
    return options;
  }
  if (!window.cycles.has()) {
    settings.network.fault_process.refuse(
        "has no until=N beside a workload, whose end is not known: the first cycle in which nothing is drawn any more");
  }
  if (!window.cycles->number)
    window.cycles.refuse("is auto beside fault-process, which must know until when to draw; allowed there: a number, or until=N in it");
  options.process_end = window_end();
  return options;
}

Json fault_process_json(const NetworkObjects& network, const RunConfig& config, const RunResult& result) {
  const FaultProcess& process = *network.options.fault_process;
  const DrawnFaults& drawn = *network.drawn;
  Json json = {{"mtbf", process.mtbf},
               {"mttr", process.mttr},
               {"of", name_of(process.of)},
               {"shape", process.weibull == 1.0 ? Json("exponential") : Json(fmt::format("weibull:{}", process.weibull))},
               {"regions", process.regions.empty() ? Json(nullptr) : Json(process.regions)},
               {"until", process.until.value_or(network.options.process_end)},
               {"components", drawn.components},
               {"failures", drawn.failures},
               {"repairs", drawn.repairs},
               {"disconnections", drawn.disconnections}};
  json["availability"] = availability_of(network, config, result).json(process);
  json["events"] = drawn.events;
  return json;
}

std::string fault_process_lines(const NetworkObjects& network, const RunConfig& config, const RunResult& result) {
  const DrawnFaults& drawn = *network.drawn;
  const Availability availability = availability_of(network, config, result);
  const std::string interval = availability.half_width ? fmt::format(" +-{:.5f}", *availability.half_width) : std::string{};
  const std::string expected = availability.theory ? fmt::format(", {:.5f} expected in this window", availability.theory->mean) : std::string{};
  const std::string cut = drawn.disconnections > 0 ? fmt::format(", {} cut nodes off", drawn.disconnections) : std::string{};
  return fmt::format("{:<18}{} and {} of {}{}\n", "fault process", counted(drawn.failures, "failure"), counted(drawn.repairs, "repair"),
                     counted(drawn.components, "component"), cut) +
         fmt::format("{:<18}{:.5f}{} measured{}; in the long run {} = {:.5f}\n", "availability", availability.measured, interval, expected,
                     to_string(network.options.fault_process->availability()), to_double(network.options.fault_process->availability()));
}

std::string fault_events_file(const DrawnFaults& drawn) {
  std::string text = "# fail or repair, cycle, node or link\n";
  for (const std::string& event : drawn.events) {
    const std::size_t at = event.find('@'), colon = event.find(':');
    const std::string what = event.substr(colon + 1);
    const char* const kind = what.find('.') == std::string::npos ? "node" : "link";
    text += fmt::format("{} {} {} {}\n", event.substr(0, at), event.substr(at + 1, colon - at - 1), kind, what);
  }
  return text;
}

void add_loss_notices(Json& report, const RunConfig& config, const RunResult& result) {
  const NoticeCounts& notices = result.faults.notices;
  if (has_notices(config)) report["loss_notices"] = {{"sent", notices.all_sent()}, {"delivered", notices.all_delivered()}, {"lost", notices.lost}};
}

std::string loss_notice_lines(const RunConfig& config, const RunResult& result) {
  if (!has_notices(config)) return {};
  const NoticeCounts& notices = result.faults.notices;
  return fmt::format("{:<18}{} to sources of what was lost, {} of them delivered, {} lost\n", "notices", counted(notices.all_sent(), "packet"),
                     notices.all_delivered(), notices.lost);
}

void add_fault_run(Json& report, const NetworkOptions& options, const RunConfig& config, const Run& run, const RunResult& result) {
  if (options.reconfigure != Reconfigure::none) {
    report["reconfigurations"] = Json::array();
    for (const RoutingSwitch& change : result.faults.switches) report["reconfigurations"].push_back(switch_json(change));
  }
  if (options.detect_delay > 0) report["undetected"] = {{"packets", result.faults.swallowed_packets}, {"flits", result.faults.swallowed_flits}};
  add_loss_notices(report, config, result);
  if (run.window().deliveries().phases != nullptr) report["fault_response"] = response_json(run, result);
}

std::string fault_run_lines(const NetworkOptions& options, const RunConfig& config, const RunResult& result) {
  std::string text;
  if (options.reconfigure != Reconfigure::none && !result.faults.switches.empty()) {
    std::uint64_t lost = 0, drained = 0;
    Cycle most = 0;
    for (const RoutingSwitch& change : result.faults.switches) {
      lost += change.lost;
      drained += change.how == Switchover::drain ? 1U : 0U;
      most = std::max(most, change.took);
    }
    text += fmt::format("{:<18}{} of the network, {} of them drained, in {} at most; {} taken out\n", "reconfigured",
                        counted(result.faults.switches.size(), "change"), drained, counted(most, "cycle"), counted(lost, "packet"));
  }
  if (options.detect_delay > 0) {
    text += fmt::format("{:<18}{} of {} went over channels not known to have failed\n", "undetected", counted(result.faults.swallowed_flits, "flit"),
                        counted(result.faults.swallowed_packets, "packet"));
  }
  text += loss_notice_lines(config, result);
  if (!result.faults.responses.empty()) {
    const Recovery recovery = recovery_of(result.faults.responses);
    const std::string took = recovery.recovered == 0 ? "" : fmt::format(", in {:.1f} cycles on average, {} at most", recovery.mean, recovery.most);
    text += fmt::format("{:<18}{} of {} in the run{}; {} taken out\n", "recovery", recovery.recovered,
                        counted(result.faults.responses.size(), "failure"), took, counted(recovery.lost, "packet"));
  }
  return text;
}

}  // namespace dateline

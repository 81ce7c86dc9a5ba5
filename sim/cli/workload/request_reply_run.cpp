#include "sim/cli/workload/request_reply_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/cli/output/load_report.hpp"
#include "sim/cli/run/run_report.hpp"
#include "sim/options/run_settings.hpp"
#include "traffic/patterns/fewest_hops.hpp"

namespace dateline {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kMostPairs = 2e6;                         // whose ways are counted
constexpr double kBytesOutstanding = 200;                  // of a request: record, queues, message
constexpr double kFewestRoundTrips = 20;                   // in a window whose throughput is known to 5%
constexpr std::uint64_t kMostOutstanding = 2'000'000'000;  // in all: what tags can tell apart

double mean_round_trip(const RequestReplyOptions& requests, const RouterConfig& machine, const PairWays& ways, TerminalId source,
                       const std::vector<Demand>& row) {
  const int per_router = machine.routing_delay + machine.router_pipeline;
  const auto routing_delay = static_cast<std::uint64_t>(machine.routing_delay);
  const double rest = static_cast<double>(requests.service) + 2 + 2 * delivery_delay(machine);
  double mean = 0, share = 0;
  for (const Demand& demand : row) {
    const PairWay there = ways.at({source, demand.destination}), back = ways.at({demand.destination, source});
    const double channels = static_cast<double>(there.cycles) + static_cast<double>(back.cycles);
    const auto flits = static_cast<double>(there.passing(requests.request, routing_delay) + back.passing(requests.reply, routing_delay));
    const double routers = (static_cast<double>(there.hops) + static_cast<double>(back.hops)) * per_router;
    mean += to_double(demand.probability) * (channels + routers + flits + rest);
    share += to_double(demand.probability);
  }
  return mean / share;
}

RequestReplyBounds bounds_of(const RunPlan& plan, const NetworkObjects& network, const TrafficPattern& pattern, std::uint32_t living) {
  const RequestReplyOptions& requests = *plan.requests;
  RequestReplyBounds bounds;
  // of the injection channels
  bounds.throughput = static_cast<double>(plan.machine.nic_ports) / (static_cast<double>(requests.request) + static_cast<double>(requests.reply));
  std::vector<TerminalPair> pairs;
  const std::uint32_t terminals = network.topology->terminals();
  for (std::uint32_t s = 0; s < terminals && static_cast<double>(pairs.size()) <= kMostPairs; ++s) {
    for (const Demand& demand : pattern.row(TerminalId(s))) {
      pairs.push_back({TerminalId(s), demand.destination});
      pairs.push_back({demand.destination, TerminalId(s)});
    }
  }
  if (pairs.empty()) return {std::nullopt, std::nullopt, "no node sends requests"};
  const bool few = static_cast<double>(pairs.size()) <= kMostPairs && !network.relation->absorbs();
  const PairWays ways =
      few ? fewest_hops(*network.topology, *network.relation, std::move(pairs), plan.machine.channel_latency, kRunBoundsBudget) : PairWays();
  if (ways.empty()) {
    bounds.why_missing = network.relation->absorbs()
                             ? "routings that absorb packets have no zero-load round trip"
                             : fmt::format("the zero-load round trip takes more than {:.0e} pairs or {:.0e} steps", kMostPairs, kRunBoundsBudget);
    return bounds;
  }
  double round_trips = 0, rates = 0;
  std::uint32_t requesters = 0;
  for (std::uint32_t s = 0; s < terminals; ++s) {
    const std::vector<Demand> row = pattern.row(TerminalId(s));
    if (row.empty()) continue;
    const double own = mean_round_trip(requests, plan.machine, ways, TerminalId(s), row);
    ++requesters;
    round_trips += own;
    rates += static_cast<double>(requests.most_outstanding()) / own;
  }
  bounds.round_trip = round_trips / requesters;
  bounds.throughput = std::min(*bounds.throughput, rates / living);
  return bounds;
}

}  // namespace

RequestReplyRun::RequestReplyRun(const RunSettings& settings, const RunPlan& plan, const NetworkObjects& network, const RunVcSets& vc_sets,
                                 const std::vector<ChangedNetwork>& changes)
    : plan_(plan), network_(network), vc_sets_(vc_sets), changes_(changes) {
  const std::vector<std::uint8_t> failed = failed_terminals(network);
  living_ = network.topology->terminals() - static_cast<std::uint32_t>(std::count(failed.begin(), failed.end(), 1));
  const std::uint64_t outstanding = plan.requests->most_outstanding() * living_;
  const double needed = kBytesOutstanding * static_cast<double>(outstanding);
  if (outstanding > kMostOutstanding || needed > available_memory()) {
    settings.traffic.workload.refuse(
        fmt::format("has up to {} requests outstanding in all, which need about {}; a window of fewer", outstanding, readable_bytes(needed)));
  }
}

std::unique_ptr<TrafficPattern> RequestReplyRun::demand() const { return make_pattern(plan_, network_, network_.relation->faults()); }

std::unique_ptr<TrafficPattern> RequestReplyRun::demand_after(std::size_t change) const { return pattern_after(plan_, network_, changes_[change]); }

std::unique_ptr<PacketSource> RequestReplyRun::source(const TrafficPattern& demand) {
  if (changes_.empty()) bounds_ = bounds_of(plan_, network_, demand, living_);
  auto source = std::make_unique<RequestReplySource>(*plan_.requests, demand, network_.topology->terminals(), plan_.run.seed, vc_sets_.several(),
                                                     failed_by_change(plan_, network_, changes_));
  source_ = source.get();
  return source;
}

// One burst, not a stationary sequence, has no interval.
Summary RequestReplyRun::shown(const Statistics& statistics, const RunResult& result) const {
  Summary summary = result.summary_of(statistics);
  if (plan_.requests->batch) summary.ci95.reset();
  return summary;
}

double RequestReplyRun::throughput(const RunResult& result) const {
  const auto replies = static_cast<double>(source_->round_trips().replies_in_window);
  if (!changes_.empty()) return result.faults.live_cycles == 0 ? 0 : replies / static_cast<double>(result.faults.live_cycles);
  return result.cycles == 0 ? 0 : replies / static_cast<double>(result.cycles) / living_;
}

// Each outstanding request of a node is answered C / R times in a window of C cycles, with round trips of R, but for
// one time more or less; and all have begun in cycle 0, so that this is no matter of chance that nodes would even out.
// Where no request of the window has been answered the others' replies in it say C / R; it is at most 1 without any,
// and at most what it is at zero load.
std::optional<double> RequestReplyRun::round_trips_in_window(const RunResult& result) const {
  if (plan_.requests->batch || result.cycles == 0) return std::nullopt;
  const RoundTrips& trips = source_->round_trips();
  const auto cycles = static_cast<double>(result.cycles);
  const Summary measured = trips.whole.summary();
  if (measured.count > 0) return cycles / measured.mean;
  const std::uint64_t outstanding = trips.requests - trips.replies - trips.unanswered;
  if (outstanding == 0) return std::nullopt;
  const double answered = trips.replies_in_window == 0 ? 1 : static_cast<double>(trips.replies_in_window) / static_cast<double>(outstanding);
  return bounds_.round_trip ? std::min(answered, cycles / *bounds_.round_trip) : answered;
}

std::string RequestReplyRun::window_note(const RunResult& result) const {
  const std::optional<double> trips = round_trips_in_window(result);
  if (!trips || *trips >= kFewestRoundTrips) return {};
  return fmt::format("{:<18}the window holds {:.2f} round trips: one more or less moves the throughput by {:.0f}%; {} cycles hold {:.0f}\n", "note",
                     *trips, 100 / *trips, static_cast<Cycle>(std::ceil(static_cast<double>(result.cycles) * kFewestRoundTrips / *trips - 1e-6)),
                     kFewestRoundTrips);
}

// Why replies cannot wait for requests that wait for them.
std::string RequestReplyRun::protocol() const {
  if (vc_sets_.several()) {
    return fmt::format("no protocol deadlock: requests have {}, replies {}, injection VCs and queues likewise; neither waits for the other kind",
                       vc_sets_.range(0), vc_sets_.range(1));
  }
  return fmt::format(
      "no protocol deadlock: requests and replies share the VCs, but an interface takes every request and holds its reply, at most {} a requester, "
      "so ejection never waits for injection",
      plan_.requests->most_outstanding());
}

void RequestReplyRun::add_to(Json& json, const RunResult& result) const {
  if (!json["bounds"].is_null()) {
    json["bounds"]["zero_load_round_trip"] = bounds_.round_trip ? Json(*bounds_.round_trip) : Json(nullptr);
    json["bounds"]["request_throughput"] = bounds_.throughput ? Json(*bounds_.throughput) : Json(nullptr);
  }
  Json own;
  own["vcs"] = vc_sets_.several() ? "separate" : "shared";
  own["protocol"] = protocol();
  own["requests"] = source_->round_trips().requests;
  own["replies"] = source_->round_trips().replies;
  if (!changes_.empty() || plan_.discards_packets()) own["unanswered"] = source_->round_trips().unanswered;
  own["throughput"] = throughput(result);
  const std::optional<double> trips = round_trips_in_window(result);
  own["round_trips_in_window"] = trips ? Json(*trips) : Json(nullptr);
  own["round_trip"] = summary_json(shown(source_->round_trips().whole, result));
  own["request"] = summary_json(shown(source_->round_trips().request, result));
  own["reply"] = summary_json(shown(source_->round_trips().reply, result));
  json["request_reply"] = own;
}

std::string RequestReplyRun::summary(const RunResult& result) const {
  std::string text;
  if (source_->round_trips().whole.summary().count > 0) {
    text += latency_line("round trip", shown(source_->round_trips().whole, result));
    text += latency_line("request", shown(source_->round_trips().request, result));
    text += latency_line("reply", shown(source_->round_trips().reply, result));
  }
  const RoundTrips& trips = source_->round_trips();
  const bool loses = !changes_.empty() || plan_.discards_packets();
  const std::string lost = loses ? fmt::format(", {} never will be", trips.unanswered) : std::string{};
  text += fmt::format("{:<18}{} generated, {} answered{}; {:.6f} requests/terminal/cycle answered\n", "requests", trips.requests, trips.replies, lost,
                      throughput(result));
  text += window_note(result);
  text += fmt::format("{:<18}{}\n", "protocol", protocol());
  if (bounds_.round_trip) text += fmt::format("{:<18}{:.4f} cycles zero-load round trip (mean)\n", "bound", *bounds_.round_trip);
  if (bounds_.throughput) text += fmt::format("{:<18}{:.6f} requests/terminal/cycle\n", "bound", *bounds_.throughput);
  if (!bounds_.why_missing.empty()) text += fmt::format("{:<18}not given: {}\n", "bounds", bounds_.why_missing);
  return text;
}

}  // namespace dateline

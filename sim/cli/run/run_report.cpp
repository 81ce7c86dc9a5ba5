#include "sim/cli/run/run_report.hpp"

#include <fmt/format.h>

#include <cmath>

#include "models/base/text/counted.hpp"
#include "sim/cli/output/load_report.hpp"
#include "sim/cli/output/result_file.hpp"
#include "sim/options/run_settings.hpp"

namespace dateline {
namespace {

using Json = nlohmann::ordered_json;

Json rational_json(const std::optional<Rational>& value) { return value ? Json(to_double(*value)) : Json(nullptr); }
Json exact_json(const std::optional<Rational>& value) { return value ? Json(to_string(*value)) : Json(nullptr); }

Json no_interval_json(const RunResult& r) {
  if (!r.no_interval) return nullptr;
  return {{"reason", name_of(*r.no_interval)}, {"cycles", r.interval_window ? Json(*r.interval_window) : Json(nullptr)}};
}

// Empty where the intervals are shown, and where none is meant.
std::string no_interval_line(const RunPlan& plan, const RunResult& r) {
  if (r.latency.count == 0) return {};
  std::string why;
  if (r.no_interval == NoInterval::few_packets) {
    why = fmt::format("too few packets, {}; it takes {} batches of them", r.latency.count, kFewestBatches);
  } else if (r.no_interval == NoInterval::short_window) {
    const bool deliveries = plan.run.protocol == RunConfig::Protocol::messages;
    why = fmt::format("{} too short for one at this load", deliveries ? "run" : "window");
    if (r.interval_window && deliveries) {
      const double longer = static_cast<double>(*r.interval_window) / static_cast<double>(r.cycles);
      why += fmt::format("; try --deliveries {}", rounded_up(longer * static_cast<double>(plan.run.messages)));
    } else if (r.interval_window) {
      why += fmt::format("; try --cycles {}", *r.interval_window);
    }
  }
  return why.empty() ? why : fmt::format("{:<18}none: {}\n", "interval", why);
}

Json absorbed_json(const AbsorptionCounts& absorbed) {
  Json json;
  json["total"] = absorbed.faults();
  for (const auto& [rule, name] : enum_names(AbsorptionRule{})) json[name] = absorbed.of(rule);
  json["peak_node"] = absorbed.peak_node;
  json["peak"] = absorbed.peak;
  return json;
}

// A network that changes is judged since it changed last: longer runs, in which it changes again, may not tell more.
std::optional<double> decides_after(const RunResult& r) {
  const std::optional<double> cycles = r.judgement.decides_after;
  return cycles && *cycles > static_cast<double>(r.simulated_cycles) ? cycles : std::nullopt;
}

// How to ask for as many cycles, in the options of the run.
std::string longer_run(const RunPlan& plan, const RunResult& r, double cycles) {
  if (plan.run.protocol == RunConfig::Protocol::messages) {
    const double longer = cycles / static_cast<double>(r.simulated_cycles);
    return fmt::format("; try --deliveries {}", rounded_up(longer * static_cast<double>(plan.run.messages)));
  }
  const bool automatic = !plan.run.until_ci && plan.run.windows == 0 && !plan.detect_warmup && !plan.run.decide;
  return fmt::format("; try --cycles {}{}", rounded_up(cycles), automatic ? ", or --cycles auto" : "");
}

std::string undecided_line(const RunPlan& plan, const RunResult& r) {
  const Judgement& judgement = r.judgement;
  const std::string excluded = judgement.overload_excluded
                                   ? fmt::format("only overloads of {:.0f}% and more are excluded", 100 * *judgement.overload_excluded)
                                   : "no overload is excluded";
  const std::optional<double> cycles = decides_after(r);
  const std::string enough = cycles ? longer_run(plan, r, *cycles) : std::string{};
  const char* const what = judgement.decides_after && !cycles ? "too few cycles since the network changed last" : "window too short";
  return fmt::format("{:<18}UNDECIDED: {} to tell, {}{}\n", "verdict", what, excluded, enough);
}

std::string verdict_line(const RunPlan& plan, const RunResult& r, const Bounds& bounds, const std::string& unit) {
  const Judgement& judgement = r.judgement;
  if (!judgement.verdict) return {};
  if (judgement.verdict == Verdict::undecided) return undecided_line(plan, r);
  if (judgement.verdict == Verdict::sustained) {
    const std::string excluded =
        judgement.overload_excluded ? fmt::format("; overloads of {:.0f}% and more are excluded", 100 * *judgement.overload_excluded) : std::string{};
    return fmt::format("{:<18}sustained{}\n", "verdict", excluded);
  }
  std::string why = "sources fall behind what they are offered";
  if (judgement.overloaded.value_or(false)) why = "the load is above the exact bound";
  if (judgement.overloaded.value_or(false) && bounds.sustainable) {
    why += fmt::format(" of {:.5f} {} ({})", to_double(*bounds.sustainable), unit, to_string(*bounds.sustainable));
  }
  return fmt::format("SATURATED          {}; latency covers what arrived\n", why);
}

struct Served {
  std::size_t source;
  double offered, accepted;
};
// The source that gets least of what it offers; none if no source offers anything.
std::optional<Served> worst_served(const RunResult& r) {
  std::optional<Served> worst;
  for (std::size_t t = 0; t < r.per_source.size(); ++t) {
    const RunResult::Source& s = r.per_source[t];
    if (s.offered > 0 && (!worst || s.accepted * worst->offered < worst->accepted * s.offered)) worst = Served{t, s.offered, s.accepted};
  }
  return worst;
}

std::string interval(const Summary& s) {
  return s.ci95 ? fmt::format(" -{:.2f} +{:.2f}", s.mean - s.ci95->low, s.ci95->high - s.mean) : std::string{};
}

std::string lengths_text(const PacketLengths& lengths) {
  if (lengths.one()) return fmt::format("{}-flit packets", lengths.shortest());
  return fmt::format("packets of {} to {} flits, mean {}", lengths.shortest(), lengths.longest(), to_string(lengths.mean()));
}

std::string worst_text(const RunResult& r) {
  const std::optional<Served> worst = worst_served(r);
  return worst ? fmt::format(" (worst-served source {}: {:.5f} of {:.5f})", worst->source, worst->accepted, worst->offered) : std::string{};
}

// What is sent to whom: the end of the first line.
std::string workload_text(const RunPlan& plan) {
  if (plan.requests) {
    const RequestReplyOptions& r = *plan.requests;
    const std::string outstanding = r.window ? fmt::format(", {} outstanding", *r.window) : std::string{};
    return fmt::format("requests of {}, service {}, replies of {}, {}{}, traffic {}", counted(r.request, "flit"), counted(r.service, "cycle"),
                       r.reply, r.batch ? fmt::format("batches of {}", *r.batch) : "closed loop", outstanding, plan.traffic);
  }
  if (!plan.streams.empty() && plan.workload == WorkloadKind::none) return fmt::format("{} of {}", counted(plan.streams.size(), "stream"), plan.traffic.substr(plan.traffic.find(':') + 1));
  const std::string lengths = plan.own_lengths() ? lengths_text(lengths_of(plan.run)) + ", " : "";
  return fmt::format("{}{} {}", lengths, plan.load ? "traffic" : "workload", plan.traffic);
}

}  // namespace

std::string rounded_up(double value) {
  double unit = 1;
  while (value >= 100 * unit) unit *= 10;
  return fmt::format("{:.0f}", std::ceil(value / unit) * unit);
}

Json summary_json(const Summary& s) {
  Json json;
  const bool any = s.count > 0;
  const auto put = [&](const char* name, auto value) { json[name] = any ? Json(value) : Json(nullptr); };
  put("mean", s.mean);
  put("stddev", s.stddev);
  json["ci95"] = s.ci95 ? Json(s.ci95->half_width()) : Json(nullptr);
  json["ci95_low"] = s.ci95 ? Json(s.ci95->low) : Json(nullptr);
  json["ci95_high"] = s.ci95 ? Json(s.ci95->high) : Json(nullptr);
  put("min", s.min);
  put("max", s.max);
  put("p50", s.p50);
  put("p90", s.p90);
  put("p95", s.p95);
  put("p99", s.p99);
  put("p999", s.p999);
  return json;
}

std::string latency_line(const char* name, const Summary& s) {
  return fmt::format("{:<18}{:.2f}{} cycles   (stddev {:.2f}, min {}, median {}, p99 {}, max {})\n", name, s.mean, interval(s), s.stddev, s.min,
                     s.p50, s.p99, s.max);
}

Json bounds_json(const Bounds& bounds) {
  Json json = {{"zero_load_latency", rational_json(bounds.zero_load_latency)},
               {"zero_load_latency_exact", exact_json(bounds.zero_load_latency)},
               {"ideal_throughput", rational_json(bounds.ideal_throughput)},
               {"ideal_throughput_exact", exact_json(bounds.ideal_throughput)},
               {"sustainable", rational_json(bounds.sustainable)},
               {"sustainable_exact", exact_json(bounds.sustainable)},
               {"limited_by", bounds.limited_by ? Json(name_of(*bounds.limited_by)) : Json(nullptr)},
               {"model_latency", bounds.model_latency ? Json(*bounds.model_latency) : Json(nullptr)}};
  if (bounds.over_budget) json["left_out"] = bounds.why_missing;
  return json;
}

std::string bound_lines(const Bounds& bounds, const std::string& unit) {
  std::string text;
  if (bounds.zero_load_latency)
    text += fmt::format("{:<18}{:.4f} cycles zero-load latency (exact mean)\n", "bound", to_double(*bounds.zero_load_latency));
  if (bounds.ideal_throughput) {
    const bool exact = !bounds.split || bounds.split->exact();  // else it is known to lie between two values
    text += fmt::format("{:<18}{:.5f} {} ideal throughput{} ({}{})\n", "bound", to_double(*bounds.ideal_throughput), unit, exact ? "" : " at most",
                        to_string(*bounds.ideal_throughput),
                        exact                 ? ", exact"
                        : bounds.split->upper ? fmt::format("; at least {:.5f}", to_double(1 / *bounds.split->upper))
                                              : "");
  }
  if (bounds.sustainable && bounds.sustainable != bounds.ideal_throughput) {
    text += fmt::format("{:<18}{:.5f} {} at most sustained ({}, exact; by {})\n", "bound", to_double(*bounds.sustainable), unit,
                        to_string(*bounds.sustainable), name_of(*bounds.limited_by));
  }
  if (!bounds.why_missing.empty()) text += fmt::format("{:<18}not given: {}\n", "bounds", bounds.why_missing);
  return text;
}

Json simulate_json(const RunSettings& settings, const RunResult& r, const Bounds& bounds, const std::string& proof) {
  Json json = result_header("dateline.simulate/2", settings);
  json["offered"] = r.offered;
  json["accepted"] = r.accepted;
  json["accepted_min"] = r.accepted_min;
  const std::optional<Served> worst = worst_served(r);
  json["worst_served"] = worst ? Json{{"source", worst->source}, {"offered", worst->offered}, {"accepted", worst->accepted}} : Json(nullptr);
  const Judgement& j = r.judgement;
  json["overloaded"] = j.overloaded ? Json(*j.overloaded) : Json(nullptr);
  json["verdict"] = j.verdict ? Json(name_of(*j.verdict)) : Json(nullptr);
  json["saturated"] = !j.verdict || *j.verdict == Verdict::undecided ? Json(nullptr) : Json(*j.verdict == Verdict::saturated);
  json["overload_excluded"] = j.overload_excluded ? Json(*j.overload_excluded) : Json(nullptr);
  const std::optional<double> decided = decides_after(r);
  json["decides_after"] = decided ? Json(*decided) : Json(nullptr);
  json["cycles"] = r.cycles;
  json["simulated_cycles"] = r.simulated_cycles;
  json["packets"] = {{"generated", r.packets.generated}, {"delivered", r.packets.delivered},         {"measured", r.packets.measured},
                     {"lost", r.packets.lost},           {"retransmitted", r.packets.retransmitted}, {"in_flight", r.packets.in_flight}};
  json["latency"] = summary_json(r.latency);
  json["network_latency"] = summary_json(r.network_latency);
  json["hops"] = summary_json(r.hops);
  json["no_interval"] = no_interval_json(r);
  json["flit_hops"] = r.flit_hops;
  json["absorbed"] = absorbed_json(r.absorbed);
  json["bounds"] = bounds_json(bounds);
  json["proof"] = proof;
  json["completion_cycle"] = r.completion_cycle ? Json(*r.completion_cycle) : Json(nullptr);
  if (r.deadlock.empty()) {
    json["deadlock"] = nullptr;
  } else {
    json["deadlock"] = Json::array();
    for (const auto& [w, text, wanted] : r.deadlock) {
      json["deadlock"].push_back({{"source", w.source.value()},
                                  {"destination", w.destination.value()},
                                  {"sequence", w.sequence},
                                  {"at", w.at.value()},
                                  {"waits_for", wanted},
                                  {"vcs", w.wanted_vcs},
                                  {"text", text}});
    }
  }
  json["per_terminal"] = Json::array();
  for (const RunResult::Source& s : r.per_source) {
    json["per_terminal"].push_back(nullptr);
    if (s.lived) json["per_terminal"].back() = {{"offered", s.offered}, {"accepted", s.accepted}, {"backlog", s.backlog}};
  }
  return json;
}

void add_bias(Json& json, const RunPlan& plan) {
  if (plan.machine.ugal.bias) json["ugal_bias"] = *plan.machine.ugal.bias;
}

std::string simulate_summary(const RunPlan& plan, const RunResult& r, const Bounds& bounds, const std::string& more_bounds,
                             const std::string& proof) {
  const std::string unit = kLoadUnit;
  std::string text = fmt::format("{} {}, {}, depth {}, {}\n", plan.network.topology, plan.network.routing, counted(plan.machine.vcs, "VC"),
                                 plan.machine.buffer_depth, workload_text(plan));
  if (!r.deadlock.empty()) {
    text += fmt::format("DEADLOCK           found at cycle {}; a cycle of waits:\n", r.simulated_cycles);
    for (const RunResult::DeadlockWait& wait : r.deadlock) text += fmt::format("  {} ->\n", wait.text);
    text += "  (the first again)\n";
  }
  if (r.latency.count > 0) {
    text += latency_line("latency", r.latency);
    text += latency_line("network latency", r.network_latency);
    text += fmt::format("{:<18}{:.3f} mean, {} at most\n", "hops", r.hops.mean, r.hops.max);
    text += no_interval_line(plan, r);
  } else {
    text += fmt::format("{:<18}nothing was measured: {}\n", "latency",
                        plan.detect_warmup ? "no steady state was found" : "no packet was delivered in the window");
  }
  if (plan.machine.ugal.bias) text += fmt::format("{:<18}{} flits x hops\n", "bias of detours", *plan.machine.ugal.bias);
  if (r.completion_cycle) {
    text += fmt::format("{:<18}{}\n", "completion", counted(*r.completion_cycle, "cycle"));
  } else {
    text += fmt::format("{:<18}{:.5f} {} offered, {:.5f} accepted{}\n", "throughput", r.offered, unit, r.accepted, worst_text(r));
  }
  text += fmt::format("{:<18}{} generated, {} delivered, {} measured, {} in flight or queued at the end\n", "packets", r.packets.generated,
                      r.packets.delivered, r.packets.measured, r.packets.in_flight);
  if (r.absorbed.peak > 0) {
    const AbsorptionCounts& a = r.absorbed;
    text += fmt::format("{:<18}{} by a fault ({} reverse, {} orthogonal, {} last resort), {} at an intermediate node\n", "absorbed", a.faults(),
                        a.of(AbsorptionRule::reverse), a.of(AbsorptionRule::orthogonal), a.of(AbsorptionRule::last_resort),
                        a.of(AbsorptionRule::intermediate));
    text += fmt::format("{:<18}at most {} in one node, {} in all\n", "memory", counted(a.peak_node, "packet"), a.peak);
  }
  if (r.packets.lost + r.packets.retransmitted > 0) {
    const bool faults = plan.network.fault_events || plan.network.fault_process;
    const bool errors = plan.discards_packets();
    text += fmt::format("{:<18}{} {}{}{} and sent again, {} lost\n", errors ? "losses" : "faults", r.packets.retransmitted,
                        faults ? "taken by faults" : "", faults && errors ? " or " : "", errors ? "arrived with errors" : "", r.packets.lost);
  }
  text += fmt::format("{:<18}{} measured, {} simulated; {}\n", "cycles", r.cycles, r.simulated_cycles, counted(r.flit_hops, "flit-hop"));
  text += fmt::format("{:<18}{}\n", "proof", proof);
  return text + bound_lines(bounds, unit) + more_bounds + verdict_line(plan, r, bounds, unit);
}

}  // namespace dateline

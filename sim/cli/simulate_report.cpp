#include "sim/cli/simulate_report.hpp"

#include <fmt/format.h>

#include <cmath>

#include "sim/cli/load_report.hpp"
#include "sim/cli/result_file.hpp"

namespace dateline {
namespace {

using Json = nlohmann::ordered_json;

Json rational_json(const std::optional<Rational>& value) { return value ? Json(to_double(*value)) : Json(nullptr); }
Json exact_json(const std::optional<Rational>& value) { return value ? Json(to_string(*value)) : Json(nullptr); }

Json absorbed_json(const AbsorptionCounts& absorbed) {
  Json json;
  json["total"] = absorbed.faults();
  for (const auto& [rule, name] : enum_names(AbsorptionRule{})) json[name] = absorbed.of(rule);
  json["peak_node"] = absorbed.peak_node;
  json["peak"] = absorbed.peak;
  return json;
}

constexpr double kLimitShown = 10;  // percent

// Empty where the window shows small overloads, and where the rule does not apply.
std::string limit_line(const SimulateOptions& settings, const RunResult& r) {
  if ((!settings.load && settings.streams.empty()) || !r.deadlock.empty() || (r.saturation_limit && *r.saturation_limit <= kLimitShown)) return {};
  const std::string least = r.saturation_limit ? fmt::format("below {:.0f}% may not show", std::ceil(*r.saturation_limit)) : "may not show";
  return fmt::format("{:<18}an overload of one source {} in a window this short\n", "note", least);
}

std::string interval(const Summary& s) { return s.ci95 ? fmt::format(" +- {:.2f}", *s.ci95) : std::string{}; }

std::string lengths_text(const MessageLengths& lengths) {
  if (lengths.one()) return fmt::format("{}-flit messages", lengths.shortest());
  return fmt::format("messages of {} to {} flits, mean {}", lengths.shortest(), lengths.longest(), to_string(lengths.mean()));
}

// What is sent to whom: the end of the first line.
std::string workload_text(const SimulateOptions& settings) {
  if (settings.requests) {
    const RequestReplyOptions& r = *settings.requests;
    const std::string outstanding = r.window ? fmt::format(", {} outstanding", *r.window) : std::string{};
    return fmt::format("requests of {} flits, service {} cycles, replies of {}, {}{}, traffic {}", r.request, r.service, r.reply,
                       r.batch ? fmt::format("batches of {}", *r.batch) : "closed loop", outstanding, settings.traffic);
  }
  if (!settings.streams.empty()) return fmt::format("{} streams of {}", settings.streams.size(), settings.traffic);
  const std::string lengths = settings.own_lengths() ? lengths_text(lengths_of(settings.run)) + ", " : "";
  return fmt::format("{}{} {}", lengths, settings.load ? "traffic" : "workload", settings.traffic);
}

}  // namespace

Json summary_json(const Summary& s) {
  Json json;
  const bool any = s.count > 0;
  const auto put = [&](const char* name, auto value) { json[name] = any ? Json(value) : Json(nullptr); };
  put("mean", s.mean);
  put("stddev", s.stddev);
  json["ci95"] = s.ci95 ? Json(*s.ci95) : Json(nullptr);
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

Json simulate_json(const Options& options, const RunResult& r, const Bounds& bounds, const std::string& proof) {
  Json json = result_header("dateline.simulate/1", options);
  json["offered"] = r.offered;
  json["accepted"] = r.accepted;
  json["accepted_min"] = r.accepted_min;
  json["saturated"] = r.saturated;
  json["saturation_limit"] = r.saturation_limit ? Json(*r.saturation_limit) : Json(nullptr);
  json["cycles"] = r.cycles;
  json["simulated_cycles"] = r.simulated_cycles;
  json["messages"] = {{"generated", r.generated}, {"delivered", r.delivered},         {"measured", r.measured},
                      {"lost", r.lost},           {"retransmitted", r.retransmitted}, {"in_flight", r.in_flight}};
  json["latency"] = summary_json(r.latency);
  json["network_latency"] = summary_json(r.network_latency);
  json["hops"] = summary_json(r.hops);
  json["flit_hops"] = r.flit_hops;
  json["absorbed"] = absorbed_json(r.absorbed);
  json["bounds"] = {{"zero_load_latency", rational_json(bounds.zero_load_latency)},
                    {"zero_load_latency_exact", exact_json(bounds.zero_load_latency)},
                    {"ideal_throughput", rational_json(bounds.ideal_throughput)},
                    {"ideal_throughput_exact", exact_json(bounds.ideal_throughput)},
                    {"model_latency", bounds.model_latency ? Json(*bounds.model_latency) : Json(nullptr)}};
  if (bounds.over_budget) json["bounds"]["left_out"] = bounds.why_missing;
  json["proof"] = proof;
  json["completion_cycle"] = r.completion_cycle ? Json(*r.completion_cycle) : Json(nullptr);
  if (r.deadlock.empty()) {
    json["deadlock"] = nullptr;
  } else {
    json["deadlock"] = Json::array();
    for (std::size_t i = 0; i < r.deadlock.size(); ++i) {
      const Machine::Wait& w = r.deadlock[i];
      json["deadlock"].push_back({{"source", w.source.value()},
                                  {"destination", w.destination.value()},
                                  {"sequence", w.sequence},
                                  {"at", w.at.value()},
                                  {"waits_for", r.deadlock_channels[i]},
                                  {"vcs", w.wanted_vcs},
                                  {"text", r.deadlock_texts[i]}});
    }
  }
  json["per_source"] = Json::array();
  for (const RunResult::Source& s : r.per_source) {
    json["per_source"].push_back({{"offered", s.offered}, {"accepted", s.accepted}, {"backlog", s.backlog}});
  }
  return json;
}

std::string simulate_summary(const SimulateOptions& settings, const Topology& topology, const RunResult& r, const Bounds& bounds,
                             const std::string& proof) {
  const std::string unit = fmt::format("flits/{}/cycle", sender_name(topology));
  std::string text = fmt::format("{} {}, {} VCs, depth {}, {}\n", settings.network.topology, settings.network.routing, settings.machine.vcs,
                                 settings.machine.buffer_depth, workload_text(settings));
  if (!r.deadlock.empty()) {
    text += fmt::format("DEADLOCK           found at cycle {}; a cycle of waits:\n", r.simulated_cycles);
    for (const std::string& wait : r.deadlock_texts) text += fmt::format("  {} ->\n", wait);
    text += "  (the first again)\n";
  }
  if (r.latency.count > 0) {
    text += latency_line("latency", r.latency);
    text += latency_line("network latency", r.network_latency);
    text += fmt::format("{:<18}{:.3f} mean, {} at most\n", "hops", r.hops.mean, r.hops.max);
  } else {
    text += fmt::format("{:<18}nothing was measured: {}\n", "latency",
                        settings.detect_warmup ? "no steady state was found" : "no message was delivered in the window");
  }
  if (r.completion_cycle) {
    text += fmt::format("{:<18}{} cycles\n", "completion", *r.completion_cycle);
  } else {
    text += fmt::format("{:<18}{:.5f} {} offered, {:.5f} accepted (least of a source {:.5f})\n", "throughput", r.offered, unit, r.accepted,
                        r.accepted_min);
  }
  text += fmt::format("{:<18}{} generated, {} delivered, {} measured, {} in flight or queued at the end\n", "messages", r.generated, r.delivered,
                      r.measured, r.in_flight);
  if (r.absorbed.peak > 0) {
    const AbsorptionCounts& a = r.absorbed;
    text += fmt::format("{:<18}{} by a fault ({} reverse, {} orthogonal, {} last resort), {} at an intermediate node\n", "absorbed", a.faults(),
                        a.of(AbsorptionRule::reverse), a.of(AbsorptionRule::orthogonal), a.of(AbsorptionRule::last_resort),
                        a.of(AbsorptionRule::intermediate));
    text += fmt::format("{:<18}at most {} messages in one node, {} in all\n", "memory", a.peak_node, a.peak);
  }
  if (r.lost + r.retransmitted > 0) {
    text += fmt::format("{:<18}{} taken by faults and sent again, {} lost\n", "faults", r.retransmitted, r.lost);
  }
  text += fmt::format("{:<18}{} measured, {} simulated; {} flit-hops\n", "cycles", r.cycles, r.simulated_cycles, r.flit_hops);
  text += fmt::format("{:<18}{}\n", "proof", proof);
  if (bounds.zero_load_latency) {
    text += fmt::format("{:<18}{:.4f} cycles zero-load latency (exact mean)\n", "bound", to_double(*bounds.zero_load_latency));
  }
  if (bounds.ideal_throughput) {
    text += fmt::format("{:<18}{:.5f} {} ideal throughput ({}, exact){}\n", "bound", to_double(*bounds.ideal_throughput), unit,
                        to_string(*bounds.ideal_throughput),
                        *bounds.ideal_throughput > 1 ? fmt::format("; a {} injects at most 1", sender_name(topology)) : std::string{});
  }
  if (!bounds.why_missing.empty()) text += fmt::format("{:<18}not given: {}\n", "bounds", bounds.why_missing);
  text += limit_line(settings, r);
  if (r.saturated) {
    text += fmt::format(
        "SATURATED          some source cannot send what it is offered; latency covers what arrived{}\n",
        bounds.ideal_throughput ? fmt::format("; the ideal bound is {:.5f} {}", to_double(*bounds.ideal_throughput), unit) : std::string{});
  }
  return text;
}

}  // namespace dateline

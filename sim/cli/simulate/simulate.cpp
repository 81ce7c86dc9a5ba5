// dateline simulate: one run of the flit-level machine, its summary for people and its result for machines.
#include <fmt/format.h>

#include "models/analysis/latency/bounds.hpp"
#include "sim/cli/analysis/analytic_curve.hpp"
#include "sim/cli/command_line/command.hpp"
#include "sim/cli/command_line/commands.hpp"
#include "sim/cli/network/external_routers.hpp"
#include "sim/cli/network/fault_report.hpp"
#include "sim/cli/network/name_notes.hpp"
#include "sim/cli/network/network_changes.hpp"
#include "sim/cli/output/progress.hpp"
#include "sim/cli/output/result_file.hpp"
#include "sim/cli/run/map_bounds.hpp"
#include "sim/cli/run/run_plan.hpp"
#include "sim/cli/run/run_report.hpp"
#include "sim/cli/run/run_theory.hpp"
#include "sim/cli/run/run_vc_sets.hpp"
#include "sim/cli/run/steady_state.hpp"
#include "sim/cli/simulate/measured_files.hpp"
#include "sim/cli/simulate/run_trace.hpp"
#include "sim/cli/simulate/vcd_output.hpp"
#include "sim/cli/workload/workload_run.hpp"
#include "sim/measure/sources/recording_source.hpp"
#include "sim/options/run_settings.hpp"
#include "sim/systemc/run_network.hpp"

namespace dateline {
namespace {

// Flits/terminal/cycle that a source of share 1 offers; 0 of a workload.
Rational total_load(const RunPlan& plan) {
  Rational load = plan.load.value_or(0);
  for (const StreamSpec& stream : plan.streams) load += stream.load;
  return load;
}

// --cycles auto: the window may last until the last look.
void until_decided(RunConfig& config, const TrafficPattern& pattern, std::uint32_t terminals) {
  config.decide = plan_of_run(config, pattern, terminals);
  config.cycles = config.decide->last - config.warmup;
}

// --out record: the packets of a run, written down as they are generated.
class Record {
 public:
  // Nothing is recorded without a file.
  explicit Record(const OutputSetting& setting) : file_(output_file(setting)) {}
  [[nodiscard]] bool takes_stdout() const { return is_stdout(file_); }
  [[nodiscard]] std::unique_ptr<PacketSource> of(std::unique_ptr<PacketSource> source, std::uint32_t terminals) {
    if (!file_) return source;
    auto recording = std::make_unique<RecordingSource>(std::move(source), terminals, [this](const std::string& rows) { file_->append(rows); });
    source_ = recording.get();
    return recording;
  }
  // Once the run has finished.
  void commit() {
    if (file_) file_->commit(source_->rest());
  }

 private:
  std::unique_ptr<ResultFile> file_;
  const RecordingSource* source_ = nullptr;
};

}  // namespace

int run_simulate(const SimulateSettings& settings) {
  const NetworkObjects network = make_network(network_options(settings, settings.network, &settings.traffic));
  const RunPlan plan = run_plan(settings);
  check_network(settings, plan, network);
  std::vector<ChangedNetwork> changes = changed_networks(network);
  const std::vector<std::uint8_t> external = external_routers(settings, *network.topology);
  JsonOutput json(settings);
  MeasuredFiles tables(settings.out);
  Record record(settings.out.record);
  VcdOutput vcd(settings.out.vcd, *network.topology, plan.machine);
  RunTrace trace(settings.out, *network.topology, vcd.probe());
  // After the checks: a worst case may take long, or a large schedule.
  RunVcSets vc_sets(settings, plan, network);
  const std::unique_ptr<WorkloadRun> workload = workload_run(settings, plan, network, vc_sets, changes);
  const auto pattern = workload ? workload->demand() : make_pattern(plan, network, network.relation->faults());
  const std::uint32_t terminals = network.topology->terminals();
  check_length(settings, plan, *pattern, terminals);
  const std::string proof = vc_sets.prove(plan, changes);
  for (ChangedNetwork& change : changes) {
    change.pattern = workload ? workload->demand() : make_pattern(plan, network, change.change.faults.get());
  }
  const bool bounded = !workload || !plan.streams.empty();  // by the pattern alone
  std::vector<MapBounds> maps = bounded ? bounds_by_map(network, *pattern, changes, plan, kShortSplits) : std::vector<MapBounds>();

  RunConfig config = plan.run;
  config.failed = failed_terminals(network);
  config.numbers = numbers_of(network);
  for (const ChangedNetwork& change : changes) config.changes.push_back(change.view());
  if (workload) workload->configure(config);
  for (std::size_t i = 0; i < maps.size(); ++i)
    (i == 0 ? config.theory : config.changes[i - 1].theory) = theory_of(maps[i].bounds, total_load(plan), config);
  const auto model_latency = bounded && plan.load ? validated_latency(curve_case(settings, settings.network.vcs, settings.traffic.packet_length),
                                                                      network, maps.front().bounds, *plan.load)
                                                  : std::nullopt;
  forget_channels(maps);
  Bounds bounds = bounded ? maps.front().bounds : Bounds();
  bounds.model_latency = model_latency;
  if (config.decide) until_decided(config, *pattern, terminals);
  const std::optional<Transient> transient = find_transient(settings, plan, network, *pattern, config);
  Run run(config, *pattern, terminals, record.of(workload ? workload->source(*pattern) : traffic_source(config, *pattern, terminals), terminals));
  if (workload && trace.wants_ranks()) workload->record_ranks(trace.ranks());
  ProgressListener progress(run, plan.progress);
  std::vector<CycleListener*> listeners;
  if (trace.active()) listeners.push_back(&trace);
  if (progress.shown()) listeners.push_back(&progress);
  RouterConfig router_config = vcd.probed(plan.machine);
  router_config.vc_sets = vc_sets.machine();
  router_config.count_granted = run.window().wants_granted(config);
  const std::unique_ptr<CompiledNetwork> machine =
      run_network(*network.topology, *network.relation, router_config, run, {external, vcd.trace(), listeners});
  const RunResult result = run.result();
  const bool changed = maps.size() > 1 && maps[1].from < result.simulated_cycles;  // then no bounds are those of the run
  if (changed) bounds = Bounds();

  tables.commit(*network.topology, run);
  trace.commit();
  vcd.commit(result.simulated_cycles);
  auto report = simulate_json(settings, result, bounds, proof);
  add_faults(report, network.relation->faults(), *pattern);
  add_steady(report, config, result, transient);
  add_measured(report, run.window().deliveries(), *network.topology, run.window().live_times());
  if (!changes.empty()) report["fault_events"] = changes_json(changes);
  if (maps.size() > 1) report["bounds_by_map"] = map_bounds_json(maps);
  if (changed) report["bounds"] = nullptr;
  if (workload) workload->add_to(report, result);
  vc_sets.add_to(report);
  record.commit();
  json.commit(report);
  const bool stdout_taken = json.wants_stdout() || tables.want_stdout() || trace.wants_stdout() || vcd.wants_stdout() || record.takes_stdout();
  if (!stdout_taken)
    fmt::print("{}{}{}{}", simulate_summary(plan, result, bounds, proof) + (changed ? map_bounds_lines(maps, result.simulated_cycles) : ""),
               steady_lines(config, result, transient), workload ? workload->summary(result) : "",
               fault_lines(network.relation->faults(), *pattern) + external_line(*machine));
  if (!result.deadlock.empty()) {
    say(fmt::format("deadlock at cycle {}: {} packets wait for each other in a cycle", result.simulated_cycles, result.deadlock.size()));
    return 1;
  }
  if (const auto* const streams = dynamic_cast<const MixedTraffic*>(pattern.get())) note_streams(settings.network, plan.streams, *streams);
  note_rounded_rows(settings.traffic, *pattern);
  note_changes_to_come(changes, result.simulated_cycles);
  return 0;
}

}  // namespace dateline

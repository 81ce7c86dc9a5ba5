// dateline simulate: one run of the flit-level machine, its summary for people and its result for machines.
#include <fmt/format.h>

#include "models/analysis/latency/bounds.hpp"
#include "sim/cli/analysis/analytic_curve.hpp"
#include "sim/cli/analysis/split_report.hpp"
#include "sim/cli/analysis/throughput_report.hpp"
#include "sim/cli/command_line/command.hpp"
#include "sim/cli/command_line/commands.hpp"
#include "sim/cli/network/external_routers.hpp"
#include "sim/cli/network/fault_report.hpp"
#include "sim/cli/network/name_notes.hpp"
#include "sim/cli/network/network_changes.hpp"
#include "sim/cli/output/progress.hpp"
#include "sim/cli/output/result_file.hpp"
#include "sim/cli/run/energy_report.hpp"
#include "sim/cli/run/fault_run.hpp"
#include "sim/cli/run/link_error_report.hpp"
#include "sim/cli/run/map_bounds.hpp"
#include "sim/cli/run/run_plan.hpp"
#include "sim/cli/run/run_report.hpp"
#include "sim/cli/run/run_theory.hpp"
#include "sim/cli/run/run_tiles.hpp"
#include "sim/cli/run/run_vc_sets.hpp"
#include "sim/cli/run/steady_state.hpp"
#include "sim/cli/simulate/measured_files.hpp"
#include "sim/cli/simulate/network_use.hpp"
#include "sim/cli/simulate/run_checkpoint.hpp"
#include "sim/cli/simulate/run_trace.hpp"
#include "sim/cli/simulate/vcd_output.hpp"
#include "sim/cli/workload/workload_run.hpp"
#include "sim/measure/sources/recording_source.hpp"
#include "sim/options/network/switchover_plan.hpp"
#include "sim/options/run_settings.hpp"
#include "sim/systemc/run_network.hpp"

namespace dateline {
namespace {

using Json = nlohmann::ordered_json;

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

// What a run writes beside its result. Made before the run, so that a path that cannot be written is found out at once.
struct RunFiles {
  RunFiles(const RunOutputs& outputs, const Topology& topology, const RouterConfig& machine)
      : tables(outputs),
        record(outputs.record),
        vcd(outputs.vcd, topology, machine),
        trace(outputs, topology, vcd.probe()),
        collectives(output_file(outputs.collectives)),
        fault_events(output_file(outputs.fault_events)),
        tree(output_file(outputs.tree)) {}
  [[nodiscard]] bool take_stdout() const {
    return tables.want_stdout() || trace.wants_stdout() || vcd.wants_stdout() || record.takes_stdout() || is_stdout(collectives) ||
           is_stdout(fault_events) || is_stdout(tree);
  }
  // `workload`: null if there is none.
  void commit(const Topology& topology, const Run& run, const std::optional<NetworkEnergy>& energy, const WorkloadRun* workload) {
    tables.commit(topology, run, energy);
    trace.commit(workload != nullptr && trace.wants_ranks() ? workload->collective_spans() : CollectiveTimeline{});
    if (collectives) collectives->commit(workload->collective_table());
    vcd.commit(run.result().simulated_cycles);
    record.commit();
    if (tree) tree->commit(modules);
  }

  MeasuredFiles tables;
  Record record;
  VcdOutput vcd;
  RunTrace trace;
  std::unique_ptr<ResultFile> collectives, fault_events, tree;
  std::string modules;  // for `tree`
};

RunPlan checked_plan(const SimulateSettings& settings, const NetworkObjects& network) {
  RunPlan plan = run_plan(settings);
  check_network(settings, plan, network);
  const Setting<Reconfigure>& reconfigure = settings.network.reconfigure;
  check_reconfiguration(reconfigure, network);
  if (network.options.reconfigure == Reconfigure::proved && *settings.prove == ProofMode::never) reconfigure.refuse("is proved beside prove=never");
  take_tiles(settings, network, plan.machine);
  return plan;
}

class Simulation {
 public:
  // Checks all that can be checked before the run.
  Simulation(const SimulateSettings& settings, const RouterFactory& routers)
      : settings_(settings),
        routers_(routers),
        network_(make_network(network_of_run(settings))),
        plan_(checked_plan(settings, network_)),
        coefficients_(energy_coefficients(settings.energy, *network_.topology)),
        changes_(changed_networks(network_)),
        external_(external_routers(settings, *network_.topology, routers != nullptr)),
        checkpoint_(settings, network_, plan_.machine.execution),
        json_(settings),
        files_(settings.out, *network_.topology, plan_.machine),
        // After the checks: a worst case may take long, or a large schedule.
        vc_sets_(settings, plan_, network_),
        workload_(workload_run(settings, plan_, network_, vc_sets_, changes_)),
        pattern_(workload_ ? workload_->demand() : make_pattern(plan_, network_, network_.relation->faults())) {
    check_length(settings, plan_, *pattern_, terminals());
    if (network_.options.reconfigure == Reconfigure::proved) plan_switchovers(network_, reuse_of(plan_), changes_);
    proof_ = vc_sets_.prove(plan_, changes_);
    for (std::size_t i = 0; i < changes_.size(); ++i) {
      changes_[i].pattern = workload_ ? workload_->demand_after(i) : pattern_after(plan_, network_, changes_[i]);
    }
  }

  int run() {
    configure();
    find_bounds();
    if (config_.decide) until_decided(config_, *pattern_, terminals());
    if (checkpoint_.noted().transient) {
      take_transient(settings_, *checkpoint_.noted().transient, config_);
    } else {
      checkpoint_.note(find_transient(settings_, plan_, network_, *pattern_, config_));
    }
    auto source = workload_ ? workload_->source(*pattern_) : traffic_source(config_, *pattern_, terminals());
    Run run(config_, *pattern_, terminals(), files_.record.of(std::move(source), terminals()));
    const std::unique_ptr<CompiledNetwork> machine = execute(run);
    if (plan_.machine.link_errors != nullptr) errors_ = LinkErrorReport(*plan_.machine.link_errors, *machine);
    const RunResult result = run.result();
    checkpoint_.check_reached(result.simulated_cycles);
    if (changed(result)) {
      bounds_ = Bounds();
      best_.reset();
    }
    const std::optional<NetworkEnergy> energy = energy_of(result);
    files_.commit(*network_.topology, run, energy, workload_.get());
    if (files_.fault_events) files_.fault_events->commit(fault_events_file(*network_.drawn));
    if (json_.given()) json_.commit(report(run, result, energy));  // of a large network it is large, too
    if (!json_.wants_stdout() && !files_.take_stdout()) fmt::print("{}{}", summary(result, *machine), energy_lines(energy));
    return status_of(result);
  }

 private:
  [[nodiscard]] std::uint32_t terminals() const { return network_.topology->terminals(); }
  void configure();
  void find_bounds();
  [[nodiscard]] std::unique_ptr<CompiledNetwork> execute(Run& run);
  // Whether the network changed in the course of the run: then no bounds are those of the run.
  [[nodiscard]] bool changed(const RunResult& result) const { return maps_.size() > 1 && maps_[1].from < result.simulated_cycles; }
  [[nodiscard]] std::optional<NetworkEnergy> energy_of(const RunResult& result) const;
  [[nodiscard]] Json report(const Run& run, const RunResult& result, const std::optional<NetworkEnergy>& energy) const;
  [[nodiscard]] std::string summary(const RunResult& result, const CompiledNetwork& machine) const;
  [[nodiscard]] int status_of(const RunResult& result) const;

  const SimulateSettings& settings_;
  const RouterFactory& routers_;
  NetworkObjects network_;
  RunPlan plan_;
  std::optional<EnergyCoefficients> coefficients_;  // with --energy
  std::vector<ChangedNetwork> changes_;
  std::vector<std::uint8_t> external_;
  RunCheckpoint checkpoint_;
  JsonOutput json_;
  RunFiles files_;
  RunVcSets vc_sets_;
  std::unique_ptr<WorkloadRun> workload_;
  std::unique_ptr<TrafficPattern> pattern_;
  std::string proof_;
  std::optional<NetworkThroughput> best_;
  std::vector<MapBounds> maps_;  // none of a workload, but for streams
  RunConfig config_ = plan_.run;
  Bounds bounds_;
  std::optional<LinkErrorReport> errors_;  // with --flit-error
};

void Simulation::configure() {
  config_.failed = failed_terminals(network_);
  config_.first_faults = network_.relation->faults();
  config_.numbers = numbers_of(network_);
  const bool alike = other_bandwidth(*network_.topology) == kNoChannel;
  for (std::uint32_t c = 0; !alike && c < network_.topology->channels(); ++c) {
    config_.details.bandwidths.push_back(to_double(to_rational(network_.topology->channel(ChannelId(c)).bandwidth)));
  }
  std::uint32_t longest = plan_.streams.empty() ? lengths_of(config_).longest() : 1;
  for (const StreamSpec& stream : plan_.streams) longest = std::max(longest, stream.lengths.longest());
  config_.details.longest_flight = [this, longest] { return longest_flight(*network_.topology, plan_.machine, longest); };
  for (const ChangedNetwork& change : changes_) config_.changes.push_back(change.view());
  if (counts_minimal(network_, !changes_.empty())) config_.details.minimal_ways = {network_.topology.get(), network_.relation.get()};
  if (workload_) workload_->configure(config_);
}

void Simulation::find_bounds() {
  if (workload_ && (plan_.streams.empty() || plan_.workload != WorkloadKind::none)) return;  // not by the pattern alone
  maps_ = bounds_by_map(network_, *pattern_, changes_, plan_, kShortSplits);
  for (std::size_t i = 0; i < maps_.size(); ++i) {
    (i == 0 ? config_.theory : config_.changes[i - 1].theory) = theory_of(maps_[i].bounds, total_load(plan_), config_, network_, plan_.machine);
  }
  std::optional<double> model_latency;
  if (plan_.load) {
    const CurveCase curve = curve_case(settings_, settings_.network.vcs, settings_.traffic.packet_length);
    model_latency = validated_latency(curve, network_, maps_.front().bounds, *plan_.load);
  }
  best_ = network_throughput_beside(network_, *pattern_, known_gamma(maps_.front().bounds), effort_of_run());
  forget_channels(maps_);
  bounds_ = maps_.front().bounds;
  bounds_.model_latency = model_latency;
}

std::unique_ptr<CompiledNetwork> Simulation::execute(Run& run) {
  if (workload_ && files_.trace.wants_ranks()) workload_->record_ranks(files_.trace.ranks());
  ProgressListener progress(run, plan_.progress);
  std::vector<CycleListener*> listeners;
  if (files_.trace.active()) listeners.push_back(&files_.trace);
  if (progress.shown()) listeners.push_back(&progress);
  checkpoint_.watch(run, config_);
  if (checkpoint_.active()) listeners.push_back(&checkpoint_);
  RouterConfig router_config = files_.vcd.probed(plan_.machine);
  router_config.vc_sets = vc_sets_.machine();
  if (workload_) workload_->configure_machine(router_config);
  router_config.execution.count_granted = run.window().wants_granted(config_) || checkpoint_.counts_granted();
  return run_network(*network_.topology, *network_.relation, router_config, run,
                     {external_, files_.vcd.trace(), listeners, files_.tree ? &files_.modules : nullptr, routers_});
}

std::optional<NetworkEnergy> Simulation::energy_of(const RunResult& result) const {
  if (!coefficients_) return std::nullopt;
  const MeasuredActivity measured{result.activity, result.cycles, result.ejected_flits};
  return network_energy(*network_.topology, *coefficients_, measured, plan_.machine.channel_latency, plan_.machine.nic_ports);
}

Json Simulation::report(const Run& run, const RunResult& result, const std::optional<NetworkEnergy>& energy) const {
  Json report = simulate_json(settings_, result, bounds_, proof_);
  report["bounds"]["network_throughput"] = network_throughput_json(best_);
  add_bias(report, plan_);
  add_faults(report, network_.relation->faults(), *pattern_);
  add_steady(report, config_, result, checkpoint_.noted().transient);
  if (energy) report["energy"] = energy_json(*energy);
  if (errors_) report["link_errors"] = errors_->json();
  add_network_use(report, *network_.topology, result);
  add_measured(report, run.window().deliveries(), *network_.topology, run.window().live_times());
  if (!changes_.empty()) report["fault_events"] = changes_json(changes_);
  if (network_.drawn) report["fault_process"] = fault_process_json(network_, config_, result);
  changes_.empty() ? add_loss_notices(report, config_, result) : add_fault_run(report, network_.options, config_, run, result);
  if (maps_.size() > 1) report["bounds_by_map"] = map_bounds_json(maps_);
  if (changed(result)) report["bounds"] = nullptr;
  if (workload_) workload_->add_to(report, result);
  vc_sets_.add_to(report);
  if (checkpoint_.noted().branch) report["branch"] = branch_json(*checkpoint_.noted().branch);
  return report;
}

std::string Simulation::summary(const RunResult& result, const CompiledNetwork& machine) const {
  std::string text = simulate_summary(plan_, result, bounds_, network_bound_line(best_, bounds_.ideal_throughput), proof_);
  if (changed(result)) text += map_bounds_lines(maps_, result.simulated_cycles);
  if (errors_) text += errors_->line();
  if (network_.drawn) text += fault_process_lines(network_, config_, result);
  text += changes_.empty() ? loss_notice_lines(config_, result) : fault_run_lines(network_.options, config_, result);
  text += network_use_lines(*network_.topology, result);
  text += steady_lines(config_, result, checkpoint_.noted().transient);
  if (workload_) text += workload_->summary(result);
  if (checkpoint_.noted().branch) text += branch_line(*checkpoint_.noted().branch);
  return text + fault_lines(network_.relation->faults(), *pattern_) + external_line(machine) + tiling_line(machine);
}

int Simulation::status_of(const RunResult& result) const {
  if (!result.deadlock.empty()) {
    const std::size_t packets = result.deadlock.size();
    const std::string waits = packets == 1 ? "a packet waits for itself" : fmt::format("{} packets wait for each other in a cycle", packets);
    say(fmt::format("deadlock at cycle {}: {}", result.simulated_cycles, waits));
    return 1;
  }
  if (const auto* const streams = dynamic_cast<const MixedTraffic*>(pattern_.get())) note_streams(settings_.network, plan_.streams, *streams);
  if (workload_ && !workload_->failure().empty()) {
    say(workload_->failure());
    return 1;
  }
  note_rounded_rows(settings_.traffic, *pattern_);
  note_changes_to_come(changes_, result.simulated_cycles);
  return 0;
}

}  // namespace

int run_simulate(const SimulateSettings& settings, const RouterFactory& routers) {
  try {
    return Simulation(settings, routers).run();
  } catch (const RunCheckpoint::Stopped& stopped) {
    say(fmt::format("stopped before cycle {}; --resume {} goes on", stopped.cycle, printable(*settings.checkpoint.file)));
    return RunCheckpoint::kStatus;
  }
}

}  // namespace dateline

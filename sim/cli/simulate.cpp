// dateline simulate: one run of the flit-level machine, its summary for people and its result for machines.
#include <fmt/format.h>

#include <stdexcept>

#include "models/analysis/latency/bounds.hpp"
#include "models/proof/dependency_graph.hpp"
#include "sim/cli/analytic_curve.hpp"
#include "sim/cli/command.hpp"
#include "sim/cli/fault_report.hpp"
#include "sim/cli/measured_files.hpp"
#include "sim/cli/name_notes.hpp"
#include "sim/cli/network_changes.hpp"
#include "sim/cli/progress.hpp"
#include "sim/cli/proof_store.hpp"
#include "sim/cli/result_file.hpp"
#include "sim/cli/simulate_options.hpp"
#include "sim/cli/simulate_report.hpp"
#include "sim/cli/workload_run.hpp"
#include "sim/measure/recording_source.hpp"
#include "sim/systemc/run_network.hpp"

namespace dateline {
namespace {

constexpr double kBoundsBudget = 3e7;  // steps of the exact channel loads, about two seconds

Bounds bounds_of(const NetworkObjects& network, const TrafficPattern& pattern, const SimulateOptions& settings) {
  const MachineConfig& machine = settings.machine;
  BoundsInput input;
  input.channel_latency = machine.channel_latency;
  input.credit_latency = machine.credit_latency;
  input.routing_delay = machine.routing_delay;
  input.router_pipeline = machine.router_pipeline;
  input.reinjection_delay = machine.reinjection_delay;
  input.buffer_depth = machine.buffer_depth;
  input.message_length = lengths_of(settings.run).mean();
  return compute_bounds(*network.topology, *network.relation, pattern, input, kBoundsBudget);
}

constexpr double kProofBudget = 8e6;  // destinations x channels x classes, about a second

[[noreturn]] void refuse_unsafe(const NetworkObjects& network, const std::string& reason, std::uint64_t delivered, std::uint64_t pairs) {
  throw std::runtime_error(
      fmt::format("{} on {} is not safe: {}; {} of {} pairs delivered, those of a node with itself among them; --verify never runs it all the same",
                  network.options.routing, network.options.topology, reason, delivered, pairs));
}

// ": 3->4 (class 0), 4->3 (class 0)"; nothing if there is none.
std::string cycle_text(const Topology& topology, const DeadlockProof& proof) {
  std::string text;
  for (const ClassedChannel& v : proof.cycle) {
    const Channel& c = topology.channel(v.channel);
    text += fmt::format("{} {}->{} (class {})", text.empty() ? ":" : ",", c.from.value(), c.to.value(), v.vc_class.value());
  }
  return text;
}

// Of a network that changes in the course of the run: all its relations, and every change between them.
std::string proof_of_changes(const NetworkObjects& network, const std::vector<ChangedNetwork>& changes) {
  const DeadlockProof proof = prove_changes(*network.topology, relations_of(network, changes));
  const std::uint64_t pairs = proof.pairs + proof.self_pairs, delivered = proof.delivered_pairs + proof.delivered_self_pairs;
  if (!proof.deadlock_free || !proof.delivers_all())
    refuse_unsafe(network, "between its faults " + proof.reason + cycle_text(*network.topology, proof), delivered, pairs);
  return "deadlock-free, also between faults: " + proof.reason;
}

std::string proof_before(const SimulateOptions& settings, const NetworkObjects& network, const std::vector<ChangedNetwork>& changes) {
  if (settings.verify == ProofMode::never) return "not made: --verify never";
  const double size = proof_size(*network.topology, *network.relation);
  if (settings.verify == ProofMode::automatic && size > kProofBudget) {
    return fmt::format("not made: destinations x channels x classes = {:.1e} is above {:.0e}; --verify always makes it", size, kProofBudget);
  }
  if (!changes.empty()) return proof_of_changes(network, changes);
  const ProofVerdict proof = proved(network, settings.proof_store);
  if (!proof.safe()) refuse_unsafe(network, proof.reason + "; dateline verify shows it", proof.delivered_pairs, proof.pairs);
  return "deadlock-free: " + proof.reason;
}

// The proof takes it for granted that a message can always be absorbed.
std::string with_limit(const SimulateOptions& settings, const std::string& proof) {
  if (settings.machine.absorb_limit == 0 || settings.verify == ProofMode::never) return proof;
  return "not of memories with a limit, which headers may wait for; without --absorb-limit " + proof;
}

// The result with what has failed; sources at failed nodes are null.
nlohmann::ordered_json with_faults(nlohmann::ordered_json json, const NetworkObjects& network, const TrafficPattern& pattern,
                                   const std::vector<std::uint8_t>& failed) {
  add_faults(json, network.relation->faults(), pattern);
  for (std::size_t t = 0; t < failed.size(); ++t) {
    if (failed[t] != 0) json["per_source"][t] = nullptr;
  }
  return json;
}

// --record: the messages of a run, written down as they are generated.
class Record {
 public:
  // Nothing is recorded without a file.
  explicit Record(const std::optional<std::string>& path) {
    if (path) file_ = std::make_unique<ResultFile>("simulate", "record", *path);
  }
  [[nodiscard]] bool takes_stdout() const { return file_ && file_->is_stdout(); }
  [[nodiscard]] std::unique_ptr<MessageSource> of(std::unique_ptr<MessageSource> source, std::uint32_t terminals) {
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

int run_simulate(const Options& options) {
  const NetworkObjects network = make_network(network_options(options));
  const SimulateOptions settings = simulate_options(options);
  check_network(options, settings, network);
  std::vector<ChangedNetwork> changes = changed_networks(options, network);
  JsonOutput json(options);
  MeasuredFiles tables(options);
  Record record(settings.record);
  // After the checks: a worst case may take long, or a large schedule.
  const std::unique_ptr<WorkloadRun> workload = workload_run(options, settings, network, changes);
  const auto pattern = workload ? workload->demand() : make_pattern(settings, network, network.relation->faults());
  const std::uint32_t terminals = network.topology->terminals();
  check_length(options, settings, *pattern, terminals);
  const std::string proof = with_limit(settings, proof_before(settings, network, changes));
  Bounds bounds = workload ? Bounds() : bounds_of(network, *pattern, settings);
  if (settings.load) bounds.model_latency = validated_latency(curve_case(options), network, bounds, *settings.load);

  RunConfig config = settings.run;
  config.failed = failed_terminals(network);
  for (ChangedNetwork& change : changes) {
    change.pattern = workload ? workload->demand() : make_pattern(settings, network, change.change.faults.get());
    config.changes.push_back(change.view());
  }
  Run run(config, *pattern, terminals, record.of(workload ? workload->source() : traffic_source(config, *pattern, terminals), terminals));
  ProgressClient progress(run, run, settings.progress);
  const std::unique_ptr<Machine> machine = run_network(*network.topology, *network.relation, settings.machine, progress);
  const RunResult result = run.result();

  tables.commit(*network.topology, run);
  auto report = with_faults(simulate_json(options, result, bounds, proof), network, *pattern, config.failed);
  add_measured(report, run.deliveries(), *network.topology, run.living());
  if (!changes.empty()) report["fault_events"] = changes_json(changes);
  if (workload) workload->add_to(report, result);
  record.commit();
  json.commit(report);
  const bool stdout_taken = json.wants_stdout() || tables.want_stdout() || record.takes_stdout();
  if (!stdout_taken)
    fmt::print("{}{}{}", simulate_summary(settings, *network.topology, result, bounds, proof), workload ? workload->summary(result) : "",
               fault_lines(network.relation->faults(), *pattern));
  if (!result.deadlock.empty()) {
    say(fmt::format("deadlock at cycle {}: {} messages wait for each other in a cycle", result.simulated_cycles, result.deadlock.size()));
    return 1;
  }
  note_rounded_rows(options, *pattern);
  return 0;
}

}  // namespace dateline

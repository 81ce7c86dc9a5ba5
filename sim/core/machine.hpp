// The flit-level machine without SystemC: all routers and interfaces of one network, advanced cycle by cycle exactly as
// docs/machine.md says.
// Its state is in parts (tile.hpp), its phases are functions over them; this class is what others use.
// Cost of a cycle: one word operation per 64 VCs in blocks that hold a worm, plus work per moving flit and per header;
// idle parts cost nothing.
// A cycle decides from the state at its start and then applies, so nothing depends on the order in which channels and
// nodes are visited.
// Throws ConfigError for options out of range or fewer VCs than the relation has classes; InvariantError if a rule is
// broken.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/core/cycle/cycle_engine.hpp"
#include "sim/core/inspect/audit.hpp"
#include "sim/core/inspect/channel_counters.hpp"
#include "sim/core/inspect/counts.hpp"
#include "sim/core/inspect/deadlock.hpp"

namespace dateline {

class Machine {
 public:
  using Wait = dateline::Wait;
  using Totals = dateline::Totals;

  // `relation` and `observer` must outlive the machine.
  Machine(const MachineConfig& config, const Wiring& wiring, const RoutingRelation& relation, DeliveryObserver& observer);
  // Bytes that a machine of this size will hold, roughly; to refuse a network before it exhausts memory.
  [[nodiscard]] static std::uint64_t estimated_bytes(std::uint64_t terminals, std::uint64_t channels, const MachineConfig& config);

  // Watches the machine from now on with an engine of one's own (pipeline_engine.hpp); before the first cycle.
  void watch(std::unique_ptr<CycleEngine> engine) { engine_ = std::move(engine); }
  [[nodiscard]] const MachineParts& parts() const { return parts_; }

  // Puts a message at the end of its source's queue; it takes part from the next step() on. Returns its sequence
  // number.
  std::uint64_t send(TerminalId source, const MessageOrder& order) { return parts_.sources.send(source, order); }
  // Executes cycle `now`; cycles must increase, and may be left out only while idle().
  void step(Cycle now) {
    parts_.now = now;
    engine_->execute(parts_);
    if (!parts_.sources.sent().empty()) {
      observer_.sent(parts_.sources.sent(), now);
      parts_.sources.sent().clear();
    }
    if (parts_.absorption.any_completed()) parts_.absorption.queue_completed(parts_.messages, parts_.router_of, parts_.vc_sets, now);
    if (!parts_.hand_over.empty()) parts_.hand_over.run(parts_.messages, observer_);
  }
  // Between two cycles: from cycle `now` on, the next that step() executes, the network is that of `relation` and its
  // faults. What they make impossible is taken out (purge.hpp) and told to the observer; headers that wait are routed
  // anew. The relation must have the same VC classes, and outlive the machine. Throws InvariantError otherwise.
  void change(const RoutingRelation& relation, Cycle now);
  // Nothing is queued, in flight or pending: a cycle would change nothing.
  [[nodiscard]] bool idle() const {
    return parts_.messages.in_use() == 0 && parts_.sources.queued() == 0 && parts_.timeline.empty() && (!parts_.open || open_nodes_quiet());
  }
  // The open nodes' side; null if the core routes everywhere.
  [[nodiscard]] OpenNodes* open() { return parts_.open.get(); }

  // The following count everything up to the end of the last cycle; O(VCs).
  [[nodiscard]] Totals totals() const { return count_totals(parts_); }
  [[nodiscard]] std::vector<std::uint64_t> ejected_flits_by_source() const { return count_ejected_flits(parts_); }
  // visit(order, flits handed over so far) for each message that is being handed over at its destination.
  template <typename Visit>
  void for_partly_ejected(Visit visit) const {
    for (const PartlyEjected& part : find_partly_ejected(parts_)) visit(parts_.messages[part.message].order, part.flits);
  }
  [[nodiscard]] const AbsorptionCounts& absorptions() const { return parts_.absorption.counts(); }
  [[nodiscard]] std::uint64_t flit_hops() const { return count_flit_hops(parts_); }
  // Per network channel; empty unless config.count_channels.
  [[nodiscard]] std::vector<ChannelCounters::Counts> crossings() const {
    return counters_ ? counters_->counts() : std::vector<ChannelCounters::Counts>{};
  }
  [[nodiscard]] std::vector<std::uint64_t> channel_flits() const;
  [[nodiscard]] const IdVector<ChannelId, std::uint64_t>& granted_flits() const { return parts_.granted_flits; }
  [[nodiscard]] std::uint64_t generated(TerminalId source) const { return parts_.sources[source].next_sequence; }
  [[nodiscard]] std::uint64_t generated_flits(TerminalId source) const { return parts_.sources[source].generated_flits; }
  [[nodiscard]] std::uint64_t injected(TerminalId source) const { return parts_.sources[source].injected; }  // header has crossed
  [[nodiscard]] const Sources::Source& source(TerminalId source) const { return parts_.sources[source]; }

  void audit() const { dateline::audit(parts_); }
  [[nodiscard]] std::vector<Wait> find_deadlock() const { return dateline::find_deadlock(parts_); }
  [[nodiscard]] std::string describe_channel(ChannelId channel) const { return dateline::describe_channel(parts_, channel); }
  [[nodiscard]] std::string describe_wanted(const Wait& wait) const { return dateline::describe_wanted(parts_, wait); }
  [[nodiscard]] std::string describe(const Wait& wait) const { return dateline::describe(parts_, wait); }

 private:
  [[nodiscard]] bool open_nodes_quiet() const;

  MachineParts parts_;
  DeliveryObserver& observer_;
  NullObserver nobody_;
  std::optional<ChannelCounters> counters_;
  std::unique_ptr<CycleEngine> engine_;
};

}  // namespace dateline

// The flit-level machine without SystemC: all routers and interfaces of one network, advanced cycle by cycle exactly as
// docs/reference/router-cycle.md says.
// Its state is in parts (tile.hpp), its phases are functions over them; this class is what others use.
// Cost of a cycle: one word operation per 64 VCs in blocks that hold a packet, plus work per moving flit and per head
// flit; idle parts cost nothing.
// A cycle decides from the state at its start and then applies, so nothing depends on the order in which channels and
// nodes are visited.
// Throws ConfigError for options out of range or fewer VCs than the relation has classes; InvariantError if a rule is
// broken.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "models/base/error.hpp"
#include "sim/core/cycle/cycle_engine.hpp"
#include "sim/core/inspect/audit.hpp"
#include "sim/core/inspect/channel_counters.hpp"
#include "sim/core/inspect/counts.hpp"
#include "sim/core/inspect/deadlock.hpp"
#include "sim/core/reconfiguration/vc_purge.hpp"
#include "sim/core/tiles/tiled_network.hpp"

namespace dateline {

class CompiledNetwork {
 public:
  using WaitFor = dateline::WaitFor;
  using Totals = dateline::Totals;

  // `relation` and `observer` must outlive the machine.
  CompiledNetwork(const RouterConfig& config, const Wiring& wiring, const RoutingRelation& relation, DeliveryObserver& observer);
  // Bytes that a machine of this size will hold, roughly; to refuse a network before it exhausts memory.
  [[nodiscard]] static std::uint64_t estimated_bytes(std::uint64_t terminals, std::uint64_t channels, const RouterConfig& config);

  // Watches the machine with an engine of one's own (pipeline_engine.hpp) in place of the counters of channels, which
  // then count nothing; before the first cycle. Of a network in one tile.
  void watch(std::unique_ptr<CycleEngine> engine) {
    counters_.reset();
    engine_ = std::move(engine);
  }
  // Likewise, of any: the listener is notified of every flit. It must outlive the machine.
  void watch(FlitListener& listener);
  // The state of the network between two cycles.
  [[nodiscard]] const Tile& tile() const {
    if (tiled_) gather();
    return *tile_;
  }

  // None of a network in one tile.
  [[nodiscard]] std::optional<TilingReport> tiling() const { return tiled_ ? std::optional(tiled_->report()) : std::nullopt; }
  [[nodiscard]] const RoutingContext& routing() const { return tile_->routing; }

  // Puts a packet at the end of its source's queue; it takes part from the next step() on. Returns its sequence
  // number; within a stretch, which does not know it yet, 0.
  // Throws InvariantError: a source or destination that is no terminal, a length beyond 1..65535.
  std::uint64_t send(TerminalId source, const PacketRequest& order) {
    const std::size_t terminals = tile_->routing.router_of.size();
    if (source.value() >= terminals || order.destination.value() >= terminals || order.length - 1 >= kMaxPacketLength) refuse(source, order);
    return tiled_ ? tiled_->send(source, order) : tile_->sources.send(source, order);
  }
  // Cycles that can be executed at once: of a network in tiles as many as what crosses between them is under way.
  [[nodiscard]] Cycle stretch() const { return tiled_ ? tiled_->stretch() : 1; }
  // Executes so many from `first` on, at most stretch(): generate(cycle) sends the packets of each, before any is
  // executed, and must not ask what becomes of them. Then all is reported that would be of the cycles one by one.
  void step(Cycle first, Cycle cycles, const std::function<void(Cycle)>& generate);
  // Something looks into the network after each cycle: there are no stretches.
  void see_each_cycle();
  // Before change(): so many packets that it would have been sent, and that the change takes out, have their sequence
  // numbers all the same. Of a network in one tile.
  void pass_over(TerminalId source, std::uint64_t packets) { tile_->sources[source].pass_over(packets); }
  // Executes cycle `now`; cycles must increase, and may be left out only while idle(). Throws InvariantError otherwise.
  void step(Cycle now) {
    if (now != (tiled_ ? tiled_->now() : tile_->now) + 1) check_cycle(now);
    if (tiled_) return tiled_->step(now, observer_);
    Tile& tile = *tile_;
    tile.now = now;
    engine_->execute(tile);
    if (!tile.sent.list().empty()) tile.sent.run(observer_, now);
    if (!tile.absorption.completed().empty()) tile.absorption.queue_completed(tile.packets, tile.routing.router_of, tile.routing.vc_sets, now);
    if (!tile.delivery_queue.empty()) tile.delivery_queue.run(tile.packets, observer_);
  }
  // Between two cycles: from cycle `now` on, the next that step() executes, the network is that of `relation` and its
  // faults. What they make impossible is taken out (reconfiguration.hpp) and reported to the observer; head flits that
  // wait are routed anew. The relation must have the same VC classes, and outlive the machine. Throws InvariantError
  // otherwise.
  void change(const RoutingRelation& relation, Cycle now);
  // The same where all that is in the network is taken out; `failed`: what has failed, if only nothing.
  void flush(const RoutingRelation& relation, const FaultMap& failed, Cycle now);
  // Between two cycles: from cycle `now` on this has failed, and no router knows it yet. What is in it is taken out.
  void fail_unseen(const FaultMap& failing, Cycle now);
  // Between two cycles: channels that have failed without any router knowing. If they err, their links get no answers
  // from now on; all others do.
  void silence(const std::vector<ChannelId>& channels);
  // Between two cycles: what the routing may lead over what has failed is taken out, the routing stays, and sources
  // are to be held from then on until the next change() or flush(). Of a routing that never absorbs. `same`: that
  // routing, which may not know of other failures than before (unseen_faults.hpp).
  void drain(const RoutingRelation& same, const FaultMap& failed, Cycle now);
  [[nodiscard]] const RoutingRelation& relation() const { return *tile_->routing.relation; }
  // Before every step() meanwhile, once all that comes in its cycle has been sent: sources inject nothing in it.
  void hold_sources();
  // No packet is in the network, whatever is queued at sources.
  [[nodiscard]] bool drained() const { return tiled_ ? tiled_->empty() : tile_->packets.in_use() == 0; }
  // Flits in the buffers of these channels and on the way over them.
  [[nodiscard]] std::uint64_t flits_on(const std::vector<ChannelId>& channels) const;
  // Nothing is queued, in flight or pending: a cycle would change nothing.
  [[nodiscard]] bool idle() const {
    if (tiled_) return tiled_->idle();
    return tile().packets.in_use() == 0 && tile().sources.queued() == 0 && tile().events.empty() && (!tile().external || external_routers_quiet());
  }
  // The external nodes' side; null if the core routes everywhere.
  [[nodiscard]] ExternalRouters* external() { return tile_->external.get(); }

  // The following count everything up to the end of the last cycle; O(VCs).
  [[nodiscard]] Totals totals() const { return count_totals(tile()); }
  [[nodiscard]] std::vector<std::uint64_t> ejected_flits_by_source() const { return count_ejected_flits(tile()); }
  // Of these, flits of packets that faults took out while they were being handed over.
  [[nodiscard]] std::vector<std::uint64_t> wasted_flits_by_source() const;
  // visit(order, flits handed over so far) for each packet that is being handed over at its destination.
  template <typename Visit>
  void for_partly_ejected(Visit visit) const {
    const Tile& whole = tile();
    for (const PartlyEjected& part : find_partly_ejected(whole)) visit(whole.packets[part.packet].order, part.flits);
  }
  // Of channels that may err.
  [[nodiscard]] ErrorCounts link_errors() const { return tiled_ ? tiled_->link_errors() : count_link_errors(*tile_); }
  [[nodiscard]] const AbsorptionCounts& absorptions() const { return tile().absorption.counts(); }
  [[nodiscard]] std::uint64_t flit_hops() const { return count_flit_hops(tile()); }
  // Per network channel; empty unless config.execution.count_channels, and nothing else watches.
  [[nodiscard]] std::vector<ChannelCounters::Counts> crossings() const;
  // Empty where crossings() is.
  [[nodiscard]] Activity activity() const;
  [[nodiscard]] const IdVector<ChannelId, std::uint64_t>& granted_flits() const {
    if (tiled_) tiled_->gather_granted_flits(*tile_);
    return tile_->store.granted_flits();
  }
  // visit(terminal, source) for the sources that are examined next: all to which a packet has come since the last
  // cycle.
  template <typename Visit>
  void for_waking(Visit visit) const {
    const auto visit_all = [&](const SourceQueues& sources) {
      for (const TerminalId t : sources.waking()) visit(t, sources[t]);
    };
    tiled_ ? tiled_->for_sources(visit_all) : visit_all(tile_->sources);
  }
  // Queue and counts of a source.
  [[nodiscard]] const SourceQueues::Source& source(TerminalId source) const {
    return tiled_ ? tiled_->sources_of(source)[source] : tile_->sources[source];
  }

  void audit() const {
    dateline::audit(tile());
    check_counts();
  }
  // Throws InvariantError unless what is counted is what has moved.
  void check_counts() const {
    if (tiled_ && counters_) gather_counters();
    if (counters_) counters_->check();
  }
  // describe(tile(), wait) says it in words (deadlock.hpp).
  [[nodiscard]] std::vector<WaitFor> find_deadlock() const { return dateline::find_deadlock(tile()); }

  // State, between two cycles; not with external routers. Of several tiles it is read by as many.
  template <typename Archive>
  void io(Archive& archive) {
    [[maybe_unused]] auto& [tile, tiled, observer, none, counters, watcher, engine] = *this;
    if (external() != nullptr) throw InvariantError("the state of external routers is theirs");
    if (tiled) return archive(*tiled);
    archive(*tile, counters);
  }
  // Whose state was read: the relation that it had, if that was not the first.
  void resume(const RoutingRelation& relation) {
    tile_->routing.set_relation(relation);
    if (tiled_) tiled_->set_relation(relation);
  }

 private:
  void reconfigure(const RoutingRelation& relation, const FaultMap* faults, Removal removal, Cycle now);
  [[nodiscard]] bool external_routers_quiet() const;
  [[noreturn]] void refuse(TerminalId source, const PacketRequest& order) const;
  void check_cycle(Cycle now) const;

  // Of several tiles: their state into that of the whole network; and what was counted.
  void gather() const { tiled_->gather(*tile_); }
  void gather_counters() const;

  std::unique_ptr<Tile> tile_;           // of the whole network; of several tiles their state at the last standstill
  std::unique_ptr<TiledNetwork> tiled_;  // null: one tile
  DeliveryObserver& observer_;
  NullObserver nobody_;
  std::unique_ptr<ChannelCounters> counters_;
  std::unique_ptr<FlitWatcher> watcher_;
  std::unique_ptr<CycleEngine> engine_;
};

}  // namespace dateline

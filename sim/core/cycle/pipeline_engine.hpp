// The engine for any observer (observer.hpp): make_watched_engine(parts, observer) instantiates the phases for it.
#pragma once

#include "sim/core/cycle/cycle_engine.hpp"
#include "sim/core/cycle/external_engine.hpp"
#include "sim/core/injection/injection.hpp"
#include "sim/core/link_traversal/delayed_events.hpp"
#include "sim/core/switch_allocation/input_arbitration.hpp"
#include "sim/core/switch_allocation/islip_allocation.hpp"
#include "sim/core/switch_allocation/iterated_allocation.hpp"
#include "sim/core/switch_allocation/output_arbitration.hpp"
#include "sim/core/switch_allocation/wavefront_allocation.hpp"
#include "sim/core/switch_traversal/border_traversal.hpp"
#include "sim/core/switch_traversal/returned_room.hpp"
#include "sim/core/vc_allocation/vc_allocator.hpp"

namespace dateline {

template <typename T, typename Observer>
class PipelineEngine final : public CycleEngine {
 public:
  explicit PipelineEngine(Observer& observer) : observer_(observer) {}

  void execute(Tile& p) override {
    if (p.border != nullptr && p.border->begin(p.now)) dateline::take_mail<T>(p, false);
    if (!p.events.due_at(p.now).empty()) take_due_events<T>(p, observer_);
    inject(p, observer_);
    if (!p.heads.held_back().empty()) let_cross(p.heads, p.store);
    if constexpr (Observer::kExternal) leave_heads_to_external_routers(p.heads, *p.external, p.numbering);
    if (!p.heads.quiet()) {
      RouteComputation(p).run();
      VcAllocator<Observer>(p, observer_).run();
    }
    if constexpr (Observer::kExternal) apply_head_calls(p, observer_);
    std::size_t flits = allocate_switch(p);
    if constexpr (Observer::kExternal) flits = merge_external_flits(p, flits, Observer::kActive);
    if (p.rates.used()) note_sent(p, flits);
    if (p.errors.packets.used()) note_errors(p);
    if constexpr (T::kAtTail) {
      if (p.store.needs_room()) examine_returned_room<T, Observer::kExternal>(p);
    }
    SwitchTraversal<T, Observer> traversal(p, observer_, flits);
    if (p.config.execution.reverse_order) {
      traversal.run_reversed(p.switches.granted_vcs(), p.switches.reversed());
    } else {
      traversal.run(p.switches.granted_vcs());
    }
    if (p.border != nullptr) put_events(p);
  }
  void take_mail(Tile& p) override { dateline::take_mail<T>(p, true); }

 private:
  // Phase 3; returns the number of flits that move.
  std::size_t allocate_switch(Tile& p) {
    if constexpr (T::kPerPort) {
      const SwitchAllocation& allocation = p.config.allocation;
      if (allocation.kind == SwitchAllocation::Kind::wavefront) return allocate_by_wavefront(p, collect_movable(p, observer_));
      if (allocation.kind == SwitchAllocation::Kind::islip) return allocate_by_islip(p, collect_movable(p, observer_), allocation.passes);
      const std::size_t flits = InputArbitration(p).run(arbitrate_outputs<true>(p, observer_));
      return allocation.passes == 1 ? flits : allocate_again(p, flits, allocation.passes);
    }
    return arbitrate_outputs<false>(p, observer_);
  }

  // Network channels of bandwidths below 1 rest after a flit; flits that err arrive late.
  static void note_sent(Tile& p, std::size_t flits) {
    const std::uint32_t end = p.numbering.first_injection();
    p.rates.sent(p.switches.granted_vcs(), end, flits, p.now);
    if (p.rates.retry().used()) p.errors.late.bring(p.events, p.now + 1);
    if constexpr (Observer::kExternal && !Observer::kActive) {
      for (const ExternalCalls::Send& s : p.external->calls().sends) {
        if (s.vc.value() < end) p.rates.sent(s.vc, p.now);
      }
    }
  }

  // Flits that err on network channels, and are found at their destinations.
  [[gnu::noinline]] static void note_errors(Tile& p) {
    const std::uint32_t end = p.numbering.first_injection();
    for (const std::uint32_t* vc = p.switches.granted_vcs(); *vc < end; ++vc) {
      p.errors.packets.cross(p.numbering.channel_of(VcId(*vc)), p.store.packets(VcId(*vc)).holder);
    }
  }

  Observer& observer_;
};

template <bool kLong, bool kAtTail, Ejection kEjection, bool kLazy, typename Observer>
std::unique_ptr<CycleEngine> engine_for(const RouterConfig& config, Observer& observer) {
  if (config.crossbar == Crossbar::per_port)
    return std::make_unique<PipelineEngine<Traits<kLong, kAtTail, kEjection, kLazy, true>, Observer>>(observer);
  return std::make_unique<PipelineEngine<Traits<kLong, kAtTail, kEjection, kLazy, false>, Observer>>(observer);
}

template <bool kLong, bool kAtTail, typename Observer>
std::unique_ptr<CycleEngine> engine_for(const RouterConfig& config, Observer& observer) {
  if (config.ejection == Ejection::channel) return engine_for<kLong, kAtTail, Ejection::channel, false>(config, observer);
  return engine_for<kLong, kAtTail, Ejection::ideal, false>(config, observer);
}

template <bool kAtTail, typename Observer>
std::unique_ptr<CycleEngine> latency_engine(const Tile& tile, Observer& observer) {
  if (tile.store.delays().longest > 1) return engine_for<true, kAtTail>(tile.config, observer);
  return engine_for<false, kAtTail>(tile.config, observer);
}

// `observer` must outlive the engine.
template <typename Observer>
[[nodiscard]] std::unique_ptr<CycleEngine> make_watched_engine(const Tile& tile, Observer& observer) {
  if (tile.external) return external_engine_for(tile, observer);
  if (tile.ejection.lazy()) return engine_for<false, false, Ejection::ideal, true>(tile.config, observer);
  return shares_buffers(tile.config.vc_reuse) ? latency_engine<true>(tile, observer) : latency_engine<false>(tile, observer);
}

}  // namespace dateline

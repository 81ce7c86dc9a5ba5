// The engine for any observer (observer.hpp): make_watched_engine(parts, observer) instantiates the phases for it.
#pragma once

#include "sim/core/cycle/cycle_engine.hpp"
#include "sim/core/cycle/external_engine.hpp"
#include "sim/core/injection/injection_by_vc_set.hpp"
#include "sim/core/link_traversal/delayed_events.hpp"
#include "sim/core/switch_allocation/input_arbitration.hpp"
#include "sim/core/switch_allocation/matching_allocators.hpp"
#include "sim/core/switch_allocation/output_arbitration.hpp"
#include "sim/core/switch_traversal/switch_traversal.hpp"
#include "sim/core/vc_allocation/vc_allocator.hpp"

namespace dateline {

template <typename T, typename Observer>
class PhasedEngine final : public CycleEngine {
 public:
  explicit PhasedEngine(Observer& observer) : observer_(observer) {}

  void execute(MachineParts& p) override {
    if (!p.timeline.quiet(p.now)) take_due_events<T>(p, observer_);
    inject(p, observer_);
    if constexpr (Observer::kOpen) leave_headers_to_open_nodes(p);
    if (!p.headers.quiet()) {
      HeaderRouting(p).run();
      HeaderGrants<Observer>(p, observer_).run();
    }
    if constexpr (Observer::kOpen) apply_header_calls(p, observer_);
    std::size_t flits = choose(p);
    if constexpr (Observer::kOpen) flits = join_picks(p, flits, Observer::kActive);
    Movement<T, Observer> movement(p, observer_, flits);
    if (p.config.reverse_order) {
      movement.run_reversed(p.switches.picks(), p.switches.reversed());
    } else {
      movement.run(p.switches.picks());
    }
  }

 private:
  // Phase 3; returns the number of flits that move.
  std::size_t choose(MachineParts& p) {
    if constexpr (T::kPerPort) {
      const Allocation& allocation = p.config.allocation;
      if (allocation.kind == Allocation::Kind::wavefront) return allocate_by_wavefront(p, collect_movable(p, observer_));
      const std::size_t flits = PortArbitration(p).run(decide(p, observer_));
      return allocation.passes == 1 ? flits : allocate_again(p, flits, allocation.passes);
    }
    return decide(p, observer_);
  }

  Observer& observer_;
};

template <bool kLong, bool kAtTail, Ejection kEjection, bool kLazy, typename Observer>
std::unique_ptr<CycleEngine> engine_for(const MachineConfig& config, Observer& observer) {
  if (config.crossbar == Crossbar::per_port)
    return std::make_unique<PhasedEngine<Traits<kLong, kAtTail, kEjection, kLazy, true>, Observer>>(observer);
  return std::make_unique<PhasedEngine<Traits<kLong, kAtTail, kEjection, kLazy, false>, Observer>>(observer);
}

template <bool kLong, bool kAtTail, typename Observer>
std::unique_ptr<CycleEngine> engine_for(const MachineConfig& config, Observer& observer) {
  if (config.ejection == Ejection::channel) return engine_for<kLong, kAtTail, Ejection::channel, false>(config, observer);
  return engine_for<kLong, kAtTail, Ejection::ideal, false>(config, observer);
}

template <bool kAtTail, typename Observer>
std::unique_ptr<CycleEngine> latency_engine(const MachineParts& parts, Observer& observer) {
  if (parts.store.delays().longest > 1) return engine_for<true, kAtTail>(parts.config, observer);
  return engine_for<false, kAtTail>(parts.config, observer);
}

// `observer` must outlive the engine.
template <typename Observer>
[[nodiscard]] std::unique_ptr<CycleEngine> make_watched_engine(const MachineParts& parts, Observer& observer) {
  if (parts.open) return open_engine_for(parts, observer);
  if (parts.switches.lazy_ejection()) return engine_for<false, false, Ejection::ideal, true>(parts.config, observer);
  return parts.config.vc_reuse == VcReuse::at_tail ? latency_engine<true>(parts, observer) : latency_engine<false>(parts, observer);
}

}  // namespace dateline

// When a run is warm, measures, drains and ends (docs/guide/measuring.md). A protocol is a pure rule: it looks at the
// state of a run between two cycles.
//  window    messages generated in cycles warmup .. warmup + cycles - 1 are measured; sources keep offering until the last of them is delivered, at
//            most ten windows longer, else the run is saturated and latency covers what arrived.
//            The window ends before its time where the mean latency is known as well as is wanted, or where its verdict
//            stands, if it is to go on until then.
//  messages  stop at `messages` deliveries; the first `warmup_messages` are discarded; the window lies between those two deliveries.
//  workload  everything that the source sends is measured; the run ends when it has finished and all is delivered.
#pragma once

#include <memory>

#include "sim/core/state/packet/packet.hpp"

namespace dateline {

struct RunConfig;

inline constexpr Cycle kLongestDrain = 10;  // windows

enum class Phase { warmup, window, drain, done };

struct RunState {
  Phase phase = Phase::warmup;
  Cycle next = 0;  // the first cycle that has not been executed
  Cycle due = 0;   // the first that is to be executed: in those before it nothing happens
  Cycle next_event = ~Cycle{0};  // of what happens to the network, and of the window's parts
  Cycle window_begin = 0, window_end = 0;
  std::uint64_t delivered = 0;  // messages
  std::uint64_t measured_delivered = 0;
  std::uint64_t window_generated = 0;  // messages to measure; known once the window is closed
  std::uint64_t measured_lost = 0;     // for good, or never sent, of those marked as measured
  bool narrow = false;                 // the mean latency is known as well as is wanted
  bool decided = false;                // the verdict stands, as far as it was looked for
  bool all_delivered = false;          // nothing is queued or in flight, and the source has finished
};

// Nothing counts before cycle `at`: the window has not begun, or begins with it.
[[nodiscard]] inline bool unmeasured(const RunState& state, Cycle at) {
  return state.measured_delivered == 0 && (state.phase == Phase::warmup || (state.phase == Phase::window && state.window_begin == at));
}

class RunProtocol {
 public:
  virtual ~RunProtocol() = default;
  // The phase in which cycle `state.next` is; asked again until it stays.
  [[nodiscard]] virtual Phase phase(const RunState& state) const = 0;
  // Whether messages generated in cycle `state.next` are marked as measured.
  [[nodiscard]] virtual bool marks(const RunState& state) const = 0;
  // Whether a delivery counts; `state` is from before it.
  [[nodiscard]] virtual bool counts(const RunState& state, const Delivery& delivery) const = 0;
  // A cycle that must be executed though nothing moves, after which the phase changes; kNever if there is none.
  [[nodiscard]] virtual Cycle border(const RunState& state) const = 0;
  // The part of the planned work that is done, 0..1; `sent` messages so far.
  [[nodiscard]] virtual double progress(const RunState& state, std::uint64_t sent) const = 0;

 protected:
  RunProtocol() = default;
  RunProtocol(const RunProtocol&) = default;
  RunProtocol& operator=(const RunProtocol&) = default;
};

[[nodiscard]] std::unique_ptr<RunProtocol> make_protocol(const RunConfig& config);

}  // namespace dateline

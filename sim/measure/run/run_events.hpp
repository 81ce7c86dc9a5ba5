// What happens to the network in the course of a run, between two cycles: it changes (network_change.hpp), and lost
// packets are sent again (losses.hpp).
#pragma once

#include "sim/measure/protocol/message_source.hpp"
#include "sim/measure/protocol/run_config.hpp"
#include "sim/measure/run/fault_response.hpp"
#include "sim/measure/run/losses.hpp"
#include "sim/measure/run/network_switch.hpp"

namespace dateline {

// With more changes than these no map lasts long enough for a verdict of its own: it is of the whole window then, by
// what was measured.
inline constexpr std::size_t kMostJudgedChanges = 16;

class RunEvents {
 public:
  // The changes that `config` points to must outlive it.
  RunEvents(const RunConfig& config, std::uint32_t terminals);

  // The cycle before which the next is due; PacketSource::kNever if none is.
  [[nodiscard]] Cycle next() const;
  // Takes what is due before cycle `now`; the verdict and the source follow a change. `delivered`: packets so far.
  void take(CompiledNetwork& network, Cycle now, PacketSource& source, VerdictWatch& watch, std::uint64_t delivered);
  // Once its state was read: the machine is that after the changes that were taken.
  void resume(CompiledNetwork& network) {
    if (next_change_ > 0) switch_.resume(in_use_ > 0 ? &changes_[in_use_ - 1] : nullptr, changes_[next_change_ - 1], network);
  }
  // The changes that were taken.
  [[nodiscard]] std::size_t taken() const { return next_change_; }
  // A fault took the packet out of the network, or it arrived with errors; whether it is to be sent again.
  bool lost(const Packet& packet, Cycle now);
  // It was handed over; whether it is a notice of losses, which is no packet of the source.
  bool delivered(const Delivery& delivery) { return losses_.delivered(delivery); }

  [[nodiscard]] const Losses& losses() const { return losses_; }
  [[nodiscard]] const NetworkSwitch& switches() const { return switch_; }
  // None unless the window is measured in parts.
  [[nodiscard]] const FaultResponse& response() const { return response_; }
  template <typename Archive>
  void io(Archive& archive) {
    auto& [changes, first, parts, next_one, used, before, losses_of, switches_of, responses] = *this;
    static_cast<void>(changes), static_cast<void>(first), static_cast<void>(parts);
    archive(next_one, used, before, losses_of, switches_of, responses);
  }

 private:
  void change(CompiledNetwork& network, Cycle now, PacketSource& source, VerdictWatch& watch, std::uint64_t outstanding);

  // Known or not; null: nothing, but for what the run began with.
  [[nodiscard]] const FaultMap* failed() const { return next_change_ > 0 ? changes_[next_change_ - 1].faults() : nullptr; }
  // What the change that came last took out.
  void report(CompiledNetwork& network, Cycle now);

  const std::vector<NetworkChange>& changes_;
  const FaultMap* const first_faults_;  // null: none
  const bool responds_;
  std::size_t next_change_ = 0, in_use_ = 0;  // changes that came; those whose routing is in use
  Cycle taken_ = 0;                           // the cycle before which take() came last
  Losses losses_;
  NetworkSwitch switch_;
  FaultResponse response_;
};

}  // namespace dateline

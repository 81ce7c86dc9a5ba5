// What happens to the network in the course of a run, between two cycles: it changes (network_change.hpp), and lost
// packets are sent again (retransmission.hpp).
#pragma once

#include "sim/measure/protocol/message_source.hpp"
#include "sim/measure/protocol/run_config.hpp"
#include "sim/measure/run/fault_response.hpp"
#include "sim/measure/run/loss_notices.hpp"
#include "sim/measure/run/network_switch.hpp"
#include "sim/measure/sources/retransmission.hpp"

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
  void delivered(const Packet& packet) { again_.delivered(packet); }
  // A notice of losses (loss_notices.hpp) is no packet of the source.
  [[nodiscard]] bool is_notice(const Packet& packet) const { return notices_.carries(packet); }
  void notice_delivered(const Delivery& delivery) { notices_.delivered(delivery, again_); }

  [[nodiscard]] const Retransmission& again() const { return again_; }
  [[nodiscard]] const LossNotices& notices() const { return notices_; }
  // Packets that were taken out and wait to be sent again.
  [[nodiscard]] std::uint64_t pending() const { return again_.pending() + notices_.untold(); }
  // Nothing is left to be sent again.
  [[nodiscard]] bool none_again() const { return !again_.next() && !notices_.next(); }
  [[nodiscard]] const NetworkSwitch& switches() const { return switch_; }
  // None unless the window is measured in parts.
  [[nodiscard]] const FaultResponse& response() const { return response_; }
  // Packets marked as measured that are lost for good.
  [[nodiscard]] std::uint64_t measured_lost() const { return measured_lost_; }
  // Flits of the packets lost and not sent again so far, of a terminal.
  [[nodiscard]] std::uint64_t lost_flits(std::uint32_t terminal) const { return lost_flits_[terminal] - again_.again_flits()[terminal]; }
  template <typename Archive>
  void io(Archive& archive) {
    auto& [changes, first, parts, next_one, used, before, retransmission, told, flits, measured, switches_of, responses] = *this;
    static_cast<void>(changes), static_cast<void>(first), static_cast<void>(parts);
    archive(next_one, used, before, retransmission, flits, measured, switches_of, responses);
    if (told.used()) archive(told);
  }

 private:
  void give_up(const Packet& packet) { measured_lost_ += packet.order.measured ? 1U : 0U; }

  void change(CompiledNetwork& network, Cycle now, PacketSource& source, VerdictWatch& watch, std::uint64_t outstanding);

  // Tells the sources what was taken out, once some router knows of it.
  void tell(CompiledNetwork& network, Cycle now, bool unseen);

  const std::vector<NetworkChange>& changes_;
  const FaultMap* const first_faults_;  // null: none
  const bool responds_;
  std::size_t next_change_ = 0, in_use_ = 0;  // changes that came; those whose routing is in use
  Cycle taken_ = 0;                           // the cycle before which take() came last
  Retransmission again_;
  LossNotices notices_;
  std::vector<std::uint64_t> lost_flits_;  // per terminal: of packets lost, for good or not
  std::uint64_t measured_lost_ = 0;
  NetworkSwitch switch_;
  FaultResponse response_;
};

}  // namespace dateline

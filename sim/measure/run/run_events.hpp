// What happens to the network in the course of a run, between two cycles: it changes (network_change.hpp), and lost
// packets are sent again (retransmission.hpp).
#pragma once

#include "sim/measure/protocol/message_source.hpp"
#include "sim/measure/protocol/run_config.hpp"
#include "sim/measure/sources/retransmission.hpp"

namespace dateline {

class RunEvents {
 public:
  // The changes that `config` points to must outlive it.
  RunEvents(const RunConfig& config, std::uint32_t terminals);

  // The cycle before which the next is due; PacketSource::kNever if none is.
  [[nodiscard]] Cycle next() const;
  // Takes what is due before cycle `now`; the verdict and the source follow a change.
  void take(CompiledNetwork& network, Cycle now, PacketSource& source, VerdictWatch& watch);
  // Once its state was read: machine and source are those after the changes that were taken.
  void resume(CompiledNetwork& network, PacketSource& source) const {
    if (next_change_ == 0) return;
    network.resume(*changes_[next_change_ - 1].relation);
    source.change(*changes_[next_change_ - 1].pattern);
  }
  // A fault took the packet out of the network; whether it is to be sent again.
  bool lost(const Packet& packet, Cycle now);

  [[nodiscard]] const Retransmission& again() const { return again_; }
  // Packets marked as measured that are lost for good.
  [[nodiscard]] std::uint64_t measured_lost() const { return measured_lost_; }
  // Flits of the packets lost and not sent again so far, of a terminal.
  [[nodiscard]] std::uint64_t lost_flits(std::uint32_t terminal) const { return lost_flits_[terminal] - again_.again_flits()[terminal]; }
  template <typename Archive>
  void io(Archive& archive) {
    auto& [changes, next_one, retransmission, flits, measured] = *this;
    static_cast<void>(changes);
    archive(next_one, retransmission, flits, measured);
  }

 private:
  void give_up(const Packet& packet) { measured_lost_ += packet.order.measured ? 1U : 0U; }

  const std::vector<NetworkChange>& changes_;
  std::size_t next_change_ = 0;
  Retransmission again_;
  std::vector<std::uint64_t> lost_flits_;  // per terminal: of packets lost, for good or not
  std::uint64_t measured_lost_ = 0;
};

}  // namespace dateline

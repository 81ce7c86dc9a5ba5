// Packets that faults took, or that arrived with errors, in the course of a run: how their sources learn of it
// (loss_notices.hpp), when they are sent again (retransmission.hpp), and which are lost for good.
#pragma once

#include <algorithm>
#include <vector>

#include "sim/measure/protocol/message_source.hpp"
#include "sim/measure/protocol/run_config.hpp"
#include "sim/measure/run/loss_notices.hpp"

namespace dateline {

class Losses {
 public:
  Losses(const RunConfig& config, std::uint32_t terminals);

  // A fault took the packet out of the network, or it `arrived` with errors; whether it is to be sent again. That of a
  // notice is no packet of its source.
  bool lost(const Packet& packet, Cycle now, bool arrived);
  // It was handed over; whether it is a notice.
  bool delivered(const Delivery& delivery);
  [[nodiscard]] bool is_notice(const Packet& packet) const { return notices_.carries(packet); }
  // Behind a change of the network: sources learn what it took out, once some router knows of it. `before`: what had
  // failed until then; null: nothing.
  void report(const NetworkChange& change, const FaultMap* before, Cycle now, CompiledNetwork& network);
  // Before a change in that cycle: sources learn what arrived with errors. `failed`: what has failed; null: nothing.
  void report_errors(const FaultMap* failed, Cycle now, CompiledNetwork& network) { notices_.report_errors(failed, now, network, again_); }
  // Sends again what is due. `failed`: what has failed; null: nothing.
  void send_due(Cycle now, CompiledNetwork& network, const FaultMap* failed, PacketSource& source);
  // The cycle before which something is due; PacketSource::kNever if nothing is.
  [[nodiscard]] Cycle next() const { return std::min(again_.next().value_or(PacketSource::kNever), notices_.next().value_or(PacketSource::kNever)); }

  [[nodiscard]] const Retransmission& again() const { return again_; }
  [[nodiscard]] const NoticeCounts& notices() const { return notices_.counts(); }
  // Packets that were taken out and wait to be sent again.
  [[nodiscard]] std::uint64_t pending() const { return again_.pending() + notices_.unknown(); }
  // Packets marked as measured that are lost for good.
  [[nodiscard]] std::uint64_t measured() const { return measured_; }
  // Flits of the packets lost and not sent again so far, of a terminal.
  [[nodiscard]] std::uint64_t flits(std::uint32_t terminal) const { return flits_[terminal] - again_.again_flits()[terminal]; }
  template <typename Archive>
  void io(Archive& archive) {
    auto& [retransmission, notices_of, flits_of, measured_ones] = *this;
    archive(retransmission, flits_of, measured_ones);
    if (notices_of.used()) archive(notices_of);
  }

 private:
  Retransmission again_;
  LossNotices notices_;
  std::vector<std::uint64_t> flits_;  // per terminal: of packets lost, for good or not
  std::uint64_t measured_ = 0;
};

}  // namespace dateline

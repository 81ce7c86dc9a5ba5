#include "sim/measure/run/losses.hpp"

namespace dateline {

Losses::Losses(const RunConfig& config, std::uint32_t terminals)
    : again_(config.retransmit, terminals),
      notices_(config.retransmit && config.retransmit->notice == LossNotice::packets ? std::optional<Cycle>(config.retransmit->delay) : std::nullopt,
               terminals),
      flits_(terminals, 0) {}

bool Losses::lost(const Packet& packet, Cycle now, bool arrived) {
  if (!is_notice(packet)) flits_[packet.source.value()] += packet.order.length;
  if (notices_.used()) {
    notices_.take_out(packet, arrived ? std::optional(now) : std::nullopt);
    return true;
  }
  const bool again = again_.lost(packet, now);
  if (!again) measured_ += packet.order.measured ? 1U : 0U;
  return again;
}

bool Losses::delivered(const Delivery& delivery) {
  if (is_notice(delivery.packet)) {
    notices_.delivered(delivery, again_);
    return true;
  }
  again_.delivered(delivery.packet);
  return false;
}

void Losses::report(const NetworkChange& change, const FaultMap* before, Cycle now, CompiledNetwork& network) {
  if (notices_.unknown() > 0) notices_.report(reporter_of(change, before), change.faults(), now, network, again_);
}

void Losses::send_due(Cycle now, CompiledNetwork& network, const FaultMap* failed, PacketSource& source) {
  const auto gone = [&](const Packet& packet) {
    measured_ += packet.order.measured ? 1U : 0U;
    source.given_up(packet);
  };
  notices_.send_due(now, network, failed, [&](const Packet& packet) {
    again_.abandon(packet);
    gone(packet);
  });
  again_.send_due(now, network, failed, gone);
}

}  // namespace dateline

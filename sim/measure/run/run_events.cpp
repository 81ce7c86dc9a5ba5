#include "sim/measure/run/run_events.hpp"

#include <algorithm>

namespace dateline {

RunEvents::RunEvents(const RunConfig& config, std::uint32_t terminals)
    : changes_(config.changes), again_(config.retransmit, terminals), lost_flits_(terminals, 0) {}

Cycle RunEvents::next() const {
  const Cycle again = again_.next().value_or(PacketSource::kNever);
  return next_change_ < changes_.size() ? std::min(again, changes_[next_change_].at) : again;
}

void RunEvents::take(CompiledNetwork& network, Cycle now, PacketSource& source, VerdictWatch& watch) {
  if (next_change_ < changes_.size() && changes_[next_change_].at == now) {
    const NetworkChange& change = changes_[next_change_++];
    network.change(*change.relation, now);
    source.change(*change.pattern);
    watch.change(network, now, *change.pattern, change.theory);
  }
  again_.send_due(now, network, [&](const Packet& packet) {
    give_up(packet);
    source.given_up(packet);
  });
}

bool RunEvents::lost(const Packet& packet, Cycle now) {
  lost_flits_[packet.source.value()] += packet.order.length;
  const bool again = again_.lost(packet, now);
  if (!again) give_up(packet);
  return again;
}

}  // namespace dateline

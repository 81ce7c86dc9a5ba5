#include <algorithm>

#include "sim/core/injection/injection_queues.hpp"
#include "sim/core/reconfiguration/reconfiguration.hpp"
#include "sim/core/tiles/standstill.hpp"
#include "sim/core/tiles/tiled_network.hpp"

namespace dateline {

namespace {

// What waits for the injection channels of a terminal; returns how many packets.
std::size_t hand_over(SplitQueues& from, TerminalId terminal, SplitQueues& to) {
  const auto any = [](std::size_t /*queue*/, const PacketRequest& /*order*/) { return true; };
  std::size_t packets = 0;
  for (; const SplitQueues::Queued* const oldest = from.first(terminal, false, any); ++packets) {
    const std::uint8_t queue = oldest->order.nic_port;
    to.push(terminal, queue, from.take(terminal, queue));
  }
  return packets;
}

}  // namespace

void TiledNetwork::begin_change(Tile& whole, ChannelCounters* counters) {
  const bool split = whole.split_queues.count() > 1;
  if (split) {
    for (const std::unique_ptr<Member>& member : members_) sort_by_nic_port(member->tile);
  }
  standstill_ = standstill(whole);
  if (counters != nullptr) gather(*counters, whole);
  if (!split) whole.sources.forget_queued();  // else those that wait for injection channels stay counted in both
  for (std::uint32_t t = 0; t < tile_of_terminal_.size(); ++t) {
    Tile& tile = members_[tile_of_terminal_[t]]->tile;
    tile.sources.move_source(TerminalId(t), whole.sources);
    if (split) hand_over(tile.split_queues, TerminalId(t), whole.split_queues);
  }
}

void TiledNetwork::end_change(Tile& whole, const ChannelCounters* counters, const RoutingRelation& relation) {
  standstill_->scatter();
  standstill_.reset();
  const bool split = whole.split_queues.count() > 1;
  std::vector<std::size_t> waiting(members_.size(), 0);  // for injection channels, by tile
  for (std::uint32_t t = 0; t < tile_of_terminal_.size(); ++t) {
    Tile& tile = members_[tile_of_terminal_[t]]->tile;
    whole.sources.move_source(TerminalId(t), tile.sources);
    if (split) waiting[tile_of_terminal_[t]] += hand_over(whole.split_queues, TerminalId(t), tile.split_queues);
    tile.sources.wake(TerminalId(t));
  }
  for (std::size_t m = 0; split && m < members_.size(); ++m) {
    SourceQueues& sources = members_[m]->tile.sources;
    while (sources.queued() > waiting[m]) sources.leave_queue();  // what the change has taken out
  }
  for (const std::unique_ptr<Member>& member : members_) {
    member->tile.sources.take_sending(whole.sources);
    if (counters != nullptr) member->counters->take_from(*counters, WholeNumbers(member->tile.numbering, whole.numbering), member == members_.front());
  }
  set_relation(relation);
}

void TiledNetwork::set_relation(const RoutingRelation& relation) {
  for (const std::unique_ptr<Member>& member : members_) {
    auto changed = std::make_unique<TileRelation>(relation, member->range.wiring.part.numbers, member->range.local);
    member->tile.routing.set_relation(*changed);
    member->relations.front() = std::move(changed);
  }
}

void TiledNetwork::renew_links(const FaultMap& faults, Cycle now) {
  for (const std::unique_ptr<Member>& member : members_) dateline::renew_links(member->tile, faults, now);
}

void TiledNetwork::silence(const std::vector<std::uint8_t>& silent) {
  for (const std::unique_ptr<Member>& member : members_) silence_links(member->tile, silent);
}

void TiledNetwork::hold_sources() {
  for (const std::unique_ptr<Member>& member : members_) member->tile.sources.take_waking([](TerminalId, const SourceQueues::Source&) {});
}

bool TiledNetwork::empty() {
  const auto quiet = [&] {
    return std::all_of(members_.begin(), members_.end(), [](const std::unique_ptr<Member>& member) { return member->tile.packets.in_use() == 0; });
  };
  if (!quiet()) return false;
  take_mail();
  return quiet();
}

}  // namespace dateline

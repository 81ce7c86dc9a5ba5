#include <algorithm>

#include "sim/core/tiles/standstill.hpp"
#include "sim/core/tiles/tiled_network.hpp"

namespace dateline {

void TiledNetwork::begin_change(Tile& whole, ChannelCounters* counters) {
  standstill_ = standstill(whole);
  if (counters != nullptr) gather(*counters, whole);
  whole.sources.forget_queued();
  for (std::uint32_t t = 0; t < tile_of_terminal_.size(); ++t) members_[tile_of_terminal_[t]]->tile.sources.move_source(TerminalId(t), whole.sources);
}

void TiledNetwork::end_change(Tile& whole, const ChannelCounters* counters, const RoutingRelation& relation) {
  standstill_->scatter();
  standstill_.reset();
  for (std::uint32_t t = 0; t < tile_of_terminal_.size(); ++t) {
    SourceQueues& sources = members_[tile_of_terminal_[t]]->tile.sources;
    whole.sources.move_source(TerminalId(t), sources);
    sources.wake(TerminalId(t));
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

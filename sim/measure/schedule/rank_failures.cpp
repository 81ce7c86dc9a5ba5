#include "sim/measure/schedule/rank_failures.hpp"

namespace dateline {

std::vector<std::uint32_t> RankFailures::take() {
  const FailedTerminals& change = changes_[next_++];
  now_ = change.failed;
  std::vector<std::uint32_t> dying;
  for (std::uint32_t rank = 0; rank < places_.size(); ++rank) {
    if (dead_[rank] == 0 && gone(rank)) {
      dead_[rank] = 1;
      dying.push_back(rank);
    }
    if (dead_[rank] != 0 && (!gone(rank) || change.knows(places_[rank]))) known_dead_[rank] = 1;
  }
  return dying;
}

bool RankFailures::drop(const Packet& packet) {
  const auto found = counted_.find({packet.source.value(), packet.order.tag});
  if (found == counted_.end()) return false;
  if (--found->second == 0) counted_.erase(found);
  return true;
}

bool RankFailures::crosses(const Packet& packet) {
  crossed_.insert(key(packet));
  return !drop(packet);
}

bool RankFailures::takes(const Packet& packet, bool again) {
  const bool counts = crossed_.erase(key(packet)) == 0 && !drop(packet);
  if (again) ++counted_[{packet.source.value(), packet.order.tag}];
  return counts;
}

}  // namespace dateline

// What a cycle of several tiles reports: flits, packets that have been sent, packets that are delivered, in the order
// of one tile.
#include <algorithm>

#include "sim/core/tiles/standstill.hpp"
#include "sim/core/tiles/tiled_network.hpp"

namespace dateline {

void TiledNetwork::watch(FlitListener& listener) {
  listener_ = &listener;
  see_each_cycle();
  for (const std::unique_ptr<Member>& member : members_) {
    member->counters.reset();
    member->watcher.emplace(member->tile, nullptr);
    member->engine = make_engine(member->tile, *member->watcher);
  }
}

void TiledNetwork::report_flits() {
  std::vector<FlitWatcher::Flit> all;
  for (const std::unique_ptr<Member>& member : members_) {
    const WholeNumbers numbers(member->tile.numbering, whole_);
    for (FlitWatcher::Flit& flit : member->watcher->collected()) {
      all.push_back(flit);
      all.back().vc = numbers.vc(flit.vc);
    }
    member->watcher->collected().clear();
  }
  std::sort(all.begin(), all.end(), [](const FlitWatcher::Flit& a, const FlitWatcher::Flit& b) { return a.vc < b.vc; });
  for (const FlitWatcher::Flit& flit : all) listener_->flit_sent(now_, flit.vc, flit.packet, flit.tail);
}

void TiledNetwork::report_sent(DeliveryObserver& observer, Cycle now) {
  for (const std::unique_ptr<Member>& member : members_) {
    std::vector<const Packet*>& own = member->tile.sent.list();
    sent_.insert(sent_.end(), own.begin(), own.end());
    own.clear();
  }
  if (sent_.empty()) return;
  if (!in_order_) std::stable_sort(sent_.begin(), sent_.end(), [](const Packet* a, const Packet* b) { return a->source < b->source; });
  observer.sent(sent_, now);
  sent_.clear();
}

void TiledNetwork::deliver(Cycle now, DeliveryObserver& observer) {
  struct Done {
    Tile* tile;
    Member::Complete packet;
  };
  const auto hand_over = [&](const Done& done) {
    DeliveryQueue::report(done.tile->packets.delivery(done.packet.id), done.packet.discarded, observer);
    done.tile->packets.give_back(done.packet.id);
  };
  const auto number = static_cast<std::size_t>(now - first_);
  std::vector<Done> all;
  for (const std::unique_ptr<Member>& member : members_) {
    for (std::size_t i = number == 0 ? 0 : member->ends[number - 1]; i < member->ends[number]; ++i) {
      const Done done{&member->tile, member->complete[i]};
      in_order_ ? hand_over(done) : all.push_back(done);
    }
  }
  const auto destination = [](const Done& done) { return done.tile->packets[done.packet.id].order.destination; };
  std::stable_sort(all.begin(), all.end(), [&](const auto& a, const auto& b) { return destination(a) < destination(b); });
  for (const Done& done : all) hand_over(done);
}

}  // namespace dateline

// What a cycle of several tiles reports: flits, packets that have been sent, packets that are delivered, in the order
// of one tile.
#include <algorithm>

#include "sim/core/tiles/standstill.hpp"
#include "sim/core/tiles/tiled_network.hpp"

namespace dateline {

void TiledNetwork::watch(FlitListener& listener) {
  listener_ = &listener;
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

void TiledNetwork::deliver(DeliveryObserver& observer) {
  if (in_order_) {
    for (const std::unique_ptr<Member>& member : members_) {
      if (!member->tile.delivery_queue.empty()) member->tile.delivery_queue.run(member->tile.packets, observer);
    }
    return;
  }
  struct Done {
    Tile* tile;
    PacketId id;
    bool discarded;
  };
  std::vector<Done> all;
  for (const std::unique_ptr<Member>& member : members_) {
    member->tile.delivery_queue.take([&](PacketId id, bool discarded) { all.push_back({&member->tile, id, discarded}); });
  }
  const auto destination = [](const Done& done) { return done.tile->packets[done.id].order.destination; };
  std::stable_sort(all.begin(), all.end(), [&](const auto& a, const auto& b) { return destination(a) < destination(b); });
  for (const Done& done : all) {
    DeliveryQueue::report(done.tile->packets.delivery(done.id), done.discarded, observer);
    done.tile->packets.give_back(done.id);
  }
}

}  // namespace dateline

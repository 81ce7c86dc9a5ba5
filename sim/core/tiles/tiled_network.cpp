#include "sim/core/tiles/tiled_network.hpp"

#include <algorithm>

#include "models/base/error.hpp"
#include "sim/core/tiles/standstill.hpp"

namespace dateline {
namespace {

// What the tile is made with: its relations stand in for the network's.
RouterConfig with_relations(RouterConfig config, const std::vector<std::unique_ptr<const TileRelation>>& relations) {
  for (std::size_t i = 0; i < config.vc_sets.size(); ++i) config.vc_sets[i].relation = relations[i].get();
  return config;
}

std::vector<std::unique_ptr<const TileRelation>> tile_relations(const RouterConfig& config, const Partition::Range& range,
                                                                const RoutingRelation& relation) {
  std::vector<std::unique_ptr<const TileRelation>> relations;
  for (const VcSet& set : config.vc_sets) relations.push_back(std::make_unique<TileRelation>(*set.relation, range.wiring.part.numbers, range.local));
  if (relations.empty()) relations.push_back(std::make_unique<TileRelation>(relation, range.wiring.part.numbers, range.local));
  return relations;
}

}  // namespace

TiledNetwork::Member::Member(const RouterConfig& config, const Partition::Range& of, const RoutingRelation& relation)
    : range(of), relations(tile_relations(config, of, relation)), tile(with_relations(config, relations), of.wiring, *relations.front()) {
  if (config.execution.count_channels) {
    counters.emplace(tile, of.wiring.nodes);
    engine = make_engine(tile, *counters);
  } else {
    engine = make_engine(tile, nobody);
  }
}

TiledNetwork::TiledNetwork(const RouterConfig& config, const Wiring& wiring, const RoutingRelation& relation, const VcNumbering& whole)
    : wiring_(wiring), whole_(whole), partition_(wiring, config, static_cast<std::uint32_t>(config.execution.tiles)) {
  if (!wiring.external.empty())
    throw ConfigError(kMachine, "tiles", std::to_string(config.execution.tiles), "cannot be with external routers; allowed: 1");
  for (const Partition::Range& range : partition_.ranges()) members_.push_back(std::make_unique<Member>(config, range, relation));
  for (const NodeId router : wiring.router_of) tile_of_terminal_.push_back(partition_.tile_of(router));
  in_order_ = std::is_sorted(tile_of_terminal_.begin(), tile_of_terminal_.end());
  join_borders();
  const unsigned threads = std::clamp(static_cast<unsigned>(config.execution.threads), 1U, static_cast<unsigned>(members_.size()));
  pool_ = std::make_unique<WorkerPool>(threads, members_.size(), [this](std::size_t tile) { execute(*members_[tile], now_); });
}

TiledNetwork::~TiledNetwork() = default;

void TiledNetwork::execute(Member& member, Cycle now) {
  const auto begin = std::chrono::steady_clock::now();
  try {
    Tile& tile = member.tile;
    tile.now = now;
    member.engine->execute(tile);
    if (!tile.absorption.completed().empty()) tile.absorption.queue_completed(tile.packets, tile.routing.router_of, tile.routing.vc_sets, now);
  } catch (...) {
    member.failure = std::current_exception();
  }
  member.worked += std::chrono::steady_clock::now() - begin;
}

void TiledNetwork::step(Cycle now, DeliveryObserver& observer) {
  now_ = now;
  mail_taken_ = false;
  const auto begin = std::chrono::steady_clock::now();
  pool_->run();
  passed_ += std::chrono::steady_clock::now() - begin;
  for (const std::unique_ptr<Member>& member : members_) {
    if (member->failure) std::rethrow_exception(member->failure);
  }
  if (members_.front()->tile.absorption.used()) {
    std::uint64_t held = 0;
    for (const std::unique_ptr<Member>& member : members_) held += member->tile.absorption.take_most_held();
    most_absorbed_ = std::max(most_absorbed_, held);
  }
  if (listener_ != nullptr) report_flits();
  report_sent(observer, now);
  deliver(observer);
}

<<<<<<< HEAD
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
=======
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
  std::vector<std::pair<Tile*, PacketId>> all;
  for (const std::unique_ptr<Member>& member : members_) {
    member->tile.delivery_queue.take([&](PacketId id) { all.emplace_back(&member->tile, id); });
  }
  const auto destination = [](const std::pair<Tile*, PacketId>& of) { return of.first->packets[of.second].order.destination; };
  std::stable_sort(all.begin(), all.end(), [&](const auto& a, const auto& b) { return destination(a) < destination(b); });
  for (const auto& [tile, id] : all) {
    observer.delivered(tile->packets.delivery(id));
    tile->packets.give_back(id);
  }
>>>>>>> d446ed418e7af45478d91f4fd76da98dc88a2f5a
}

void TiledNetwork::take_mail() {
  if (mail_taken_) return;
  for (const std::unique_ptr<Member>& member : members_) member->engine->take_mail(member->tile);
  mail_taken_ = true;
}

bool TiledNetwork::idle() {
  const auto quiet = [&] {
    return std::all_of(members_.begin(), members_.end(), [](const std::unique_ptr<Member>& member) {
      const Tile& tile = member->tile;
      return tile.packets.in_use() == 0 && tile.sources.queued() == 0 && tile.events.empty();
    });
  };
  if (!quiet()) return false;
  take_mail();
  return quiet();
}

std::unique_ptr<Standstill> TiledNetwork::standstill(Tile& whole) {
  take_mail();
  auto standstill = std::make_unique<Standstill>(whole, wiring_);
  for (const std::unique_ptr<Member>& member : members_) standstill->add(member->tile, member->range.first, member->range.end);
  standstill->gather();
  whole.absorption.counts().peak = most_absorbed_;
  return standstill;
}

void TiledNetwork::gather(Tile& whole) { (void)standstill(whole); }

<<<<<<< HEAD
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

=======
>>>>>>> d446ed418e7af45478d91f4fd76da98dc88a2f5a
void TiledNetwork::gather_granted_flits(Tile& whole) const {
  for (const std::unique_ptr<Member>& member : members_) dateline::gather_granted_flits(member->tile, whole);
}

void TiledNetwork::gather(ChannelCounters& counters, const Tile& whole) const {
  counters.forget();
  for (const std::unique_ptr<Member>& member : members_) counters.add(*member->counters, WholeNumbers(member->tile.numbering, whole.numbering));
}

}  // namespace dateline

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
  stretch_ = longest_stretch(config);
  const unsigned threads = std::clamp(static_cast<unsigned>(config.execution.threads), 1U, static_cast<unsigned>(members_.size()));
  pool_ = std::make_unique<WorkerPool>(threads, members_.size(), [this](std::size_t tile) { execute(*members_[tile]); });
}

TiledNetwork::~TiledNetwork() = default;

void TiledNetwork::execute(Member& member) const {
  const auto begin = std::chrono::steady_clock::now();
  Tile& tile = member.tile;
  tile.border->begin_stretch(first_);
  member.complete.clear();
  member.ends.clear();
  auto next = member.coming.begin();
  try {
    for (tile.now = first_;; ++tile.now) {
      for (; next != member.coming.end() && next->at == tile.now; ++next) tile.sources.send(next->source, next->order);
      member.engine->execute(tile);
      if (!tile.absorption.completed().empty()) tile.absorption.queue_completed(tile.packets, tile.routing.router_of, tile.routing.vc_sets, tile.now);
      if (!tile.delivery_queue.empty()) tile.delivery_queue.take([&](PacketId id, bool discarded) { member.complete.push_back({id, discarded}); });
      member.ends.push_back(member.complete.size());
      if (tile.now == now_) break;
    }
  } catch (...) {
    member.failure = std::current_exception();
  }
  member.coming.clear();
  member.worked += std::chrono::steady_clock::now() - begin;
}

void TiledNetwork::execute_all() {
  mail_taken_ = false;
  ++stretches_.count;
  stretches_.cycles += now_ - first_ + 1;
  const auto begin = std::chrono::steady_clock::now();
  pool_->run();
  passed_ += std::chrono::steady_clock::now() - begin;
}

void TiledNetwork::step(Cycle now, DeliveryObserver& observer) {
  first_ = now_ = now;
  execute_all();
  report(now, observer);
}

void TiledNetwork::step(Cycle first, Cycle cycles, const std::function<void(Cycle)>& generate, DeliveryObserver& observer) {
  first_ = first;
  now_ = first + cycles - 1;
  for (ahead_ = first; *ahead_ <= now_; ++*ahead_) generate(*ahead_);
  ahead_.reset();
  execute_all();
  for (Cycle now = first; now <= now_; ++now) report(now, observer);
}

void TiledNetwork::report(Cycle now, DeliveryObserver& observer) {
  for (const std::unique_ptr<Member>& member : members_) {
    if (member->failure && member->tile.now == now) std::rethrow_exception(member->failure);
  }
  if (members_.front()->tile.absorption.used()) {
    std::uint64_t held = 0;
    for (const std::unique_ptr<Member>& member : members_) held += member->tile.absorption.take_most_held();
    most_absorbed_ = std::max(most_absorbed_, held);
  }
  if (listener_ != nullptr) report_flits();
  report_sent(observer, now);
  deliver(now, observer);
}

void TiledNetwork::take_mail() {
  if (mail_taken_) return;
  for (const std::unique_ptr<Member>& member : members_) member->engine->take_mail(member->tile);
  mail_taken_ = true;
}

bool TiledNetwork::still() {
  take_mail();
  return std::all_of(members_.begin(), members_.end(),
                     [](const std::unique_ptr<Member>& member) { return member->tile.packets.in_use() == 0 && member->tile.events.empty(); });
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

void TiledNetwork::gather_granted_flits(Tile& whole) const {
  for (const std::unique_ptr<Member>& member : members_) dateline::gather_granted_flits(member->tile, whole);
}

void TiledNetwork::gather(ChannelCounters& counters, const Tile& whole) const {
  counters.forget();
  for (const std::unique_ptr<Member>& member : members_) counters.add(*member->counters, WholeNumbers(member->tile.numbering, whole.numbering));
}

}  // namespace dateline

#include "sim/core/compiled_network.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/base/error.hpp"
#include "sim/core/reconfiguration/reconfiguration.hpp"
#include "sim/core/state/external_ports.hpp"

namespace dateline {
namespace {

// Of links that retry: what each remembers of its last flits.
std::uint64_t bytes_of_links(const RouterConfig& config) {
  if (config.link_errors == nullptr || config.link_errors->detection != ErrorDetection::link) return 0;
  constexpr std::uint64_t kLink = 160;
  const LinkErrors& errors = *config.link_errors;
  const int answer = config.credit_latency > 0 ? config.credit_latency : config.channel_latency;
  const auto flits = static_cast<std::uint64_t>(std::max({errors.window, errors.replay, config.channel_latency + answer}));
  const auto links = static_cast<std::uint64_t>(std::count(errors.errs.begin(), errors.errs.end(), 1));
  const std::uint64_t copies = config.execution.tiles > 1 ? 3 : 1;  // of the tiles, of the whole, and where that is made anew
  return copies * links * (kLink + flits * sizeof(Cycle));
}

}  // namespace

CompiledNetwork::CompiledNetwork(const RouterConfig& config, const Wiring& wiring, const RoutingRelation& relation, DeliveryObserver& observer)
    : observer_(observer) {
  if (config.link_errors != nullptr && !wiring.external.empty()) throw InvariantError("channels that err need a network without external routers");
  tile_ = std::make_unique<Tile>(config, wiring, relation);
  if (config.execution.count_channels) {
    counters_ = std::make_unique<ChannelCounters>(*tile_, wiring.nodes);
    engine_ = make_engine(*tile_, *counters_);
  } else {
    engine_ = make_engine(*tile_, nobody_);
  }
  if (config.execution.tiles > 1) tiled_ = std::make_unique<TiledNetwork>(tile_->config, wiring, relation, tile_->numbering);
}

bool CompiledNetwork::external_routers_quiet() const { return tile_->external->quiet(); }

void CompiledNetwork::watch(FlitListener& listener) {
  if (tiled_) {
    counters_.reset();
    return tiled_->watch(listener);
  }
  watcher_ = std::make_unique<FlitWatcher>(*tile_, &listener);
  watch(make_engine(*tile_, *watcher_));
}

void CompiledNetwork::step(Cycle first, Cycle cycles, const std::function<void(Cycle)>& generate) {
  if (cycles == 0 || cycles > stretch()) throw InvariantError(fmt::format("{} cycles at once, not in 1..{}", cycles, stretch()));
  if (!tiled_) {
    generate(first);
    return step(first);
  }
  if (first != tiled_->now() + 1) check_cycle(first);
  tiled_->step(first, cycles, generate, observer_);
}

void CompiledNetwork::see_each_cycle() {
  if (tiled_) tiled_->see_each_cycle();
}

std::vector<std::uint64_t> CompiledNetwork::wasted_flits_by_source() const {
  const auto& wasted = tile().delivery_queue.counts().wasted_flits;
  return {wasted.begin(), wasted.end()};
}

std::vector<ChannelCounters::Counts> CompiledNetwork::crossings() const {
  if (tiled_ && counters_) gather_counters();
  return counters_ ? counters_->counts() : std::vector<ChannelCounters::Counts>{};
}

Activity CompiledNetwork::activity() const {
  if (tiled_ && counters_) gather_counters();
  return counters_ ? counters_->activity() : Activity{};
}

void CompiledNetwork::gather_counters() const {
  gather();
  tiled_->gather(*counters_, *tile_);
}

void CompiledNetwork::refuse(TerminalId source, const PacketRequest& order) const {
  throw InvariantError(fmt::format("a packet from terminal {} to {} of {} flits; there are {} terminals, and a packet has 1..{} flits",
                                   source.value(), order.destination.value(), order.length, tile().routing.router_of.size(), kMaxPacketLength));
}

void CompiledNetwork::check_cycle(Cycle now) const {
  const bool still = tiled_ ? tiled_->still() : tile_->packets.in_use() == 0 && tile_->events.empty();
  const Cycle last = tiled_ ? tiled_->now() : tile_->now;
  if (still && (now > last || last == 0)) return;
  throw InvariantError(fmt::format("cycle {} is executed after cycle {}, {}", now, last, now > last ? "but the network is not idle" : "not before"));
}

void CompiledNetwork::change(const RoutingRelation& relation, Cycle now) {
  reconfigure(relation, relation.faults(), Removal::known, now);
}

void CompiledNetwork::flush(const RoutingRelation& relation, const FaultMap& failed, Cycle now) {
  reconfigure(relation, &failed, Removal::all, now);
}

void CompiledNetwork::fail_unseen(const FaultMap& failing, Cycle now) {
  reconfigure(*tile_->routing.relation, &failing, Removal::unseen, now);
}

void CompiledNetwork::drain(const RoutingRelation& same, const FaultMap& failed, Cycle now) {
  if (tile_->absorption.used()) throw InvariantError("a network whose routing absorbs packets is not drained");
  reconfigure(same, &failed, Removal::draining, now);
}

void CompiledNetwork::silence(const std::vector<ChannelId>& channels) {
  if (!tile_->rates.retry().used()) return;
  std::vector<std::uint8_t> silent(tile_->numbering.network_channels(), 0);
  for (const ChannelId channel : channels) silent[channel.value()] = 1;
  tiled_ ? tiled_->silence(silent) : silence_links(*tile_, silent);
}

// None is examined that would be; a change examines all again.
void CompiledNetwork::hold_sources() {
  if (tiled_) return tiled_->hold_sources();
  tile_->sources.take_waking([](TerminalId, const SourceQueues::Source&) {});
}

std::uint64_t CompiledNetwork::flits_on(const std::vector<ChannelId>& channels) const {
  const Tile& whole = tile();
  std::uint64_t flits = 0;
  for (const ChannelId channel : channels) {
    for (std::uint32_t i = 0; i < whole.numbering.vcs(channel); ++i) {
      const VcId vc = whole.numbering.vc(channel, i);
      flits += whole.store.record(vc).receiver.present + whole.events.flits_under_way(vc) + whole.errors.late.of(vc);
    }
  }
  return flits;
}

void CompiledNetwork::reconfigure(const RoutingRelation& relation, const FaultMap* faults, Removal removal, Cycle now) {
  Tile& tile = *tile_;
  const RoutingRelation& before = *tile.routing.relation;
  if (relation.classes() != before.classes() || relation.absorbs() != before.absorbs() || relation.weighs_hops() != before.weighs_hops()) {
    throw InvariantError("the routing relation after a fault has other VC classes than before, or absorbs or weighs hops where it did not");
  }
  if (tile.routing.vc_sets.several()) throw InvariantError("a network with several VC sets cannot change");
  if (tiled_) tiled_->begin_change(tile, counters_.get());
  tile.now = now;
  tile.routing.set_relation(relation);
  if (counters_) counters_->before_change(now);
  const std::vector<Packet> lost = Reconfiguration(tile).run(faults, removal);
  if (counters_) counters_->changed();
  if (faults != nullptr) tiled_ ? tiled_->renew_links(*faults, now) : renew_links(tile, *faults, now);
  if (tiled_) tiled_->end_change(tile, counters_.get(), relation);
  tile.now = now - 1;  // the last cycle that was executed
  for (const Packet& packet : lost) observer_.lost(packet, now);
}

std::uint64_t CompiledNetwork::estimated_bytes(std::uint64_t terminals, std::uint64_t channels, const RouterConfig& config) {
  const std::uint64_t nics = terminals * static_cast<std::uint64_t>(config.nic_ports);
  const std::uint64_t all = channels + nics * (config.ejection == Ejection::channel ? 2 : 1);
  return VcStore::estimated_bytes(all, config) + bytes_of_links(config) + all * 8 + terminals * (sizeof(SourceQueues::Source) + 64) +
         channels * sizeof(Wiring::Wire);
}

}  // namespace dateline

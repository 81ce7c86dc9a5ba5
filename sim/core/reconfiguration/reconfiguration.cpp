#include "sim/core/reconfiguration/reconfiguration.hpp"

#include <algorithm>
#include <tuple>

#include "sim/core/injection/injection_queues.hpp"
#include "sim/core/inspect/counts.hpp"
#include "sim/core/reconfiguration/external_reconfiguration.hpp"
#include "sim/core/reconfiguration/lost_packets.hpp"
#include "sim/core/reconfiguration/route_anew.hpp"
#include "sim/core/reconfiguration/vc_purge.hpp"

namespace dateline {
namespace {

// What crossed channels and was handed over before a purge.
class CountsBefore {
 public:
  explicit CountsBefore(const Tile& tile) : totals_(count_totals(tile)), ejected_(count_ejected_flits(tile)), hops_(count_flit_hops(tile)) {}
  // After it, of `lost` packets: the counts of what was delivered keep what is counted no more.
  void keep(const Tile& tile, std::size_t lost, DeliveryQueue& counts) const {
    counts.keep(ejected_, count_ejected_flits(tile), hops_ - count_flit_hops(tile));
    // Where destinations find errors nothing counts as ejected before it is complete.
    if (tile.errors.packets.used()) counts.counts().discarded_flits += totals_.ejected_flits - count_totals(tile).ejected_flits;
    counts.lose(lost, totals_.injected_flits - count_totals(tile).injected_flits);
  }

 private:
  Totals totals_;
  std::vector<std::uint64_t> ejected_;
  std::uint64_t hops_;
};

}  // namespace

void renew_links(Tile& tile, const FaultMap& faults, Cycle now) {
  if (!tile.rates.retry().used()) return;
  for (std::uint32_t c = 0; c < tile.numbering.channels(); ++c) {
    const ChannelId channel(c);
    if (tile.rates.retry().errs(channel) && faults.failed(tile.numbering.in_network(channel))) tile.rates.renew(channel, now);
  }
}

void silence_links(Tile& tile, const std::vector<std::uint8_t>& silent) {
  for (std::uint32_t c = 0; c < tile.numbering.channels(); ++c) {
    const ChannelId channel(c);
    if (tile.rates.retry().errs(channel)) tile.rates.retry().set_answered(channel, silent[tile.numbering.in_network(channel).value()] == 0);
  }
}

std::vector<Packet> Reconfiguration::run(const FaultMap* faults, Removal removal) {
  std::vector<Packet> lost;
  Purged purged;
  let_cross(p_.heads, p_.store);
  if (faults != nullptr) {
    const CountsBefore before(p_);
    purged = VcPurge(p_, *faults, removal).run();
    retire_packets(p_.packets, p_.absorption, p_.errors.packets, purged.lost, lost);
    if (p_.split_queues.count() > 1) {
      sort_by_nic_port(p_);
      drop_split_requests(p_.split_queues, p_.sources, p_.routing, *faults, removal, p_.now, lost);
    } else {
      drop_requests(p_.sources, p_.routing, *faults, removal, p_.now, lost);
    }
    before.keep(p_, lost.size(), p_.delivery_queue);
  }
  route_heads_anew(p_.heads, p_.numbering, p_.store, p_.absorption);
  wake_sources(p_.sources, p_.numbering, p_.store);
  if (p_.external) notify_external_routers(*p_.external, p_.numbering, purged, p_.now);
  std::sort(lost.begin(), lost.end(),
            [](const Packet& a, const Packet& b) { return std::tuple(a.source, a.sequence) < std::tuple(b.source, b.sequence); });
  return lost;
}

}  // namespace dateline

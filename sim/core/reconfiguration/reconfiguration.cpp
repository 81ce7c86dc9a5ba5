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
  explicit CountsBefore(const Tile& tile)
      : injected_flits_(count_totals(tile).injected_flits), ejected_(count_ejected_flits(tile)), hops_(count_flit_hops(tile)) {}
  // After it, of `lost` packets: the counts of what was delivered keep what is counted no more.
  void keep(const Tile& tile, std::size_t lost, DeliveryQueue& counts) const {
    counts.keep(ejected_, count_ejected_flits(tile), hops_ - count_flit_hops(tile));
    counts.lose(lost, injected_flits_ - count_totals(tile).injected_flits);
  }

 private:
  std::uint64_t injected_flits_;
  std::vector<std::uint64_t> ejected_;
  std::uint64_t hops_;
};

}  // namespace

std::vector<Packet> Reconfiguration::run(const FaultMap* faults, Removal removal) {
  std::vector<Packet> lost;
  Purged purged;
  let_cross(p_.heads, p_.store);
  if (faults != nullptr) {
    const CountsBefore before(p_);
    purged = VcPurge(p_, *faults, removal).run();
    retire_packets(p_.packets, p_.absorption, purged.lost, lost);
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

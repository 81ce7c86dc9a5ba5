// What a change of the network between two cycles takes out of it (dynamic faults; docs/reference/router-cycle.md,
// section 9): packets in a failing channel or node, whole; all packets sent to, kept at or queued in a failed node. The
// VCs they hold and their slots are free at once; a channel that fails is as new when it is repaired. What of the lost
// crossed a channel or was handed over stays counted. All head flits that wait are routed anew. Cost: O(VCs + packets +
// events under way).
#pragma once

#include <map>
#include <set>
#include <vector>

#include "models/network/faults/fault_map.hpp"
#include "sim/core/state/tile.hpp"

namespace dateline {

class Reconfiguration {
 public:
  // Before cycle `parts.now`, of which nothing has been executed yet.
  explicit Reconfiguration(Tile& tile) : p_(tile) {}
  // Takes out what `faults` make impossible (null: nothing). Returns the packets lost, in the order of (source,
  // sequence).
  [[nodiscard]] std::vector<Packet> run(const FaultMap* faults);

 private:
  void mark(const FaultMap& faults);
  void mark(PacketId id) { marks_[id.value()] = 1; }
  [[nodiscard]] bool marked(PacketId id) const { return marks_[id.value()] != 0; }
  [[nodiscard]] bool fails(ChannelId channel, const FaultMap& faults) const;
  void clear_vcs(const FaultMap& faults);
  void reset(VcId vc);
  void clean_shared(VcId vc, const std::vector<PacketId>& packets);
  void take_out_flits();
  void retire_packets();
  void drop_requests(const FaultMap& faults);
  void route_anew();
  void notify_external_routers();

  Tile& p_;
  std::vector<std::uint8_t> marks_;  // by packet
  std::vector<Packet> lost_;
  std::map<VcId, std::vector<bool>> under_way_;  // of VCs that lost a packet: of their flits under way, in order, which are taken out
  std::map<VcId, std::uint32_t> slots_;          // at-tail: slots that lost flits gave back
  std::set<VcId> as_new_;                        // those whose credits under way are gone
};

}  // namespace dateline

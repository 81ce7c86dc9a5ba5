// Faults take packets out of the VCs: which are lost, what becomes of the VCs that they hold, and which flits and
// credits under way are gone. Nothing moves meanwhile, so this alone sees and writes both halves of a VC; where slots
// are free again it is by the event that says so in a cycle, too (router_events.hpp).
#pragma once

#include <map>
#include <set>
#include <vector>

#include "models/network/faults/fault_map.hpp"
#include "sim/core/reconfiguration/purge_view.hpp"

namespace dateline {

// What was taken out of the VCs.
struct Purged {
  std::vector<std::uint8_t> lost;       // by packet
  std::map<VcId, std::uint32_t> slots;  // shared buffers: slots that lost flits gave back
  std::set<VcId> as_new;                // those whose credits under way are gone
  [[nodiscard]] bool took(PacketId id) const { return lost[id.value()] != 0; }
};

// Which packets a change takes out.
enum class Removal : std::uint8_t {
  known,     // with flits in what fails, and all to and at failed nodes
  unseen,    // with flits in what fails, and at failed nodes: no other knows of it yet
  draining,  // as known, and those that the routing, which stays, may lead over what has failed
  all
};

class VcPurge {
 public:
  VcPurge(PurgeView tile, const FaultMap& faults, Removal removal) : p_(tile), faults_(faults), removal_(removal) {}
  [[nodiscard]] Purged run();

 private:
  void mark();
  void mark(PacketId id) { purged_.lost[id.value()] = 1; }
  [[nodiscard]] bool fails(ChannelId channel) const;
  void clear_vcs();
  void count_injected(VcId vc, PacketId last);
  void reset(VcId vc);
  void clean_shared(VcId vc, const std::vector<PacketId>& packets);
  void clean_front(VcView& view, VcId vc);
  void take_out_flits();

  PurgeView p_;
  const FaultMap& faults_;
  Removal removal_;
  Purged purged_;
  std::map<VcId, std::vector<bool>> under_way_;  // of VCs that lost a packet: of their flits under way, in order, which are taken out
};

}  // namespace dateline

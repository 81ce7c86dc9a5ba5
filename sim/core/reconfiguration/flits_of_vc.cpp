#include "sim/core/reconfiguration/flits_of_vc.hpp"

#include <algorithm>

namespace dateline {

bool sends_over(const Tile& p, VcId vc, PacketId packet) { return p.store.record(vc).sender.to_send > 0 && p.store.packets(vc).holder == packet; }

std::vector<PacketId> packets_of(const Tile& p, VcId vc) {
  std::vector<PacketId> packets;
  const VcState& record = p.store.record(vc);
  const PacketId holder = p.store.packets(vc).holder;
  const auto add = [&](PacketId id) {
    if (std::find(packets.begin(), packets.end(), id) == packets.end()) packets.push_back(id);
  };
  if (!p.numbering.is_ejection(vc)) {
    if (record.receiver.front != VcGlobalState::idle) add(p.store.packets(vc).front);
    if (p.store.queues().used()) {
      for (std::uint32_t i = 0; i < p.store.queues().count(vc); ++i) add(p.store.queues().at(vc, i).packet);
    }
    if (p.store.announced().covers(vc)) {
      for (std::uint32_t i = 0; i < p.store.announced().count(vc); ++i) add(p.store.announced().at(vc, i));
    }
    if (packets.empty() && p.events.flits_under_way(vc) > 0) add(holder);
  }
  if (record.sender.to_send > 0) add(holder);
  return packets;
}

std::uint32_t flits_under_way(const Tile& p, VcId vc, PacketId packet) {
  const std::uint32_t unsent = sends_over(p, vc, packet) ? p.store.record(vc).sender.to_send : 0;
  const InputVcState& half = p.store.record(vc).receiver;
  if (half.front != VcGlobalState::idle && p.store.packets(vc).front == packet) return half.to_come - unsent;
  const SharedBuffers& queues = p.store.queues();
  for (std::uint32_t i = 0; i < queues.count(vc); ++i) {
    if (queues.at(vc, i).packet == packet) return queues.at(vc, i).to_come - unsent;
  }
  return p.packets[packet].order.length - unsent;
}

}  // namespace dateline

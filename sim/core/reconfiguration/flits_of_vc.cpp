#include "sim/core/reconfiguration/flits_of_vc.hpp"

#include <algorithm>

namespace dateline {

bool sends_over(const VcStore& store, VcId vc, PacketId packet) { return store.record(vc).sender.to_send > 0 && store.packets(vc).holder == packet; }

std::vector<PacketId> packets_of(PurgeView tile, VcId vc) {
  const VcStore& store = tile.store();
  std::vector<PacketId> packets;
  const VcState& record = store.record(vc);
  const PacketId holder = store.packets(vc).holder;
  const auto add = [&](PacketId id) {
    if (std::find(packets.begin(), packets.end(), id) == packets.end()) packets.push_back(id);
  };
  if (!tile.numbering().is_ejection(vc)) {
    if (record.receiver.front != VcGlobalState::idle) add(store.packets(vc).front);
    store.queues().for_each(vc, [&](const QueuedPacket& queued) { add(queued.packet); });
    store.announced().for_each(vc, add);
    if (packets.empty() && tile.flits_under_way(vc) > 0) add(holder);
  }
  if (record.sender.to_send > 0) add(holder);
  return packets;
}

std::uint32_t flits_under_way(const VcStore& store, const PacketPool& packets, VcId vc, PacketId packet) {
  const std::uint32_t unsent = sends_over(store, vc, packet) ? store.record(vc).sender.to_send : 0;
  const InputVcState& half = store.record(vc).receiver;
  if (half.front != VcGlobalState::idle && store.packets(vc).front == packet) return half.to_come - unsent;
  std::uint32_t to_come = packets[packet].order.length;
  store.queues().for_each(vc, [&](const QueuedPacket& queued) { to_come = queued.packet == packet ? queued.to_come : to_come; });
  return to_come - unsent;
}

}  // namespace dateline

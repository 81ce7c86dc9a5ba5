#include "sim/core/reconfiguration/flits_of_vc.hpp"

#include <algorithm>

namespace dateline {

bool sends_over(const VcStore& store, VcId vc, PacketId packet) { return store.record(vc).sender.to_send > 0 && store.packets(vc).holder == packet; }

std::vector<PacketId> packets_of(const VcNumbering& numbering, const VcStore& store, const EventWheel& events, VcId vc) {
  std::vector<PacketId> packets;
  const VcState& record = store.record(vc);
  const PacketId holder = store.packets(vc).holder;
  const auto add = [&](PacketId id) {
    if (std::find(packets.begin(), packets.end(), id) == packets.end()) packets.push_back(id);
  };
  if (!numbering.is_ejection(vc)) {
    if (record.receiver.front != VcGlobalState::idle) add(store.packets(vc).front);
    if (store.queues().used()) {
      for (std::uint32_t i = 0; i < store.queues().count(vc); ++i) add(store.queues().at(vc, i).packet);
    }
    if (store.announced().covers(vc)) {
      for (std::uint32_t i = 0; i < store.announced().count(vc); ++i) add(store.announced().at(vc, i));
    }
    if (packets.empty() && events.flits_under_way(vc) > 0) add(holder);
  }
  if (record.sender.to_send > 0) add(holder);
  return packets;
}

std::uint32_t flits_under_way(const VcStore& store, const PacketPool& packets, VcId vc, PacketId packet) {
  const std::uint32_t unsent = sends_over(store, vc, packet) ? store.record(vc).sender.to_send : 0;
  const InputVcState& half = store.record(vc).receiver;
  if (half.front != VcGlobalState::idle && store.packets(vc).front == packet) return half.to_come - unsent;
  const SharedBuffers& queues = store.queues();
  for (std::uint32_t i = 0; i < queues.count(vc); ++i) {
    if (queues.at(vc, i).packet == packet) return queues.at(vc, i).to_come - unsent;
  }
  return packets[packet].order.length - unsent;
}

}  // namespace dateline

#include "sim/core/reconfiguration/flits_of_vc.hpp"

#include <algorithm>

namespace dateline {

bool sends_over(const MachineParts& p, VcId vc, MessageId worm) { return p.store.record(vc).sender.to_send > 0 && p.store.worms(vc).holder == worm; }

std::vector<MessageId> worms_of(const MachineParts& p, VcId vc) {
  std::vector<MessageId> worms;
  const VcRecord& record = p.store.record(vc);
  const MessageId holder = p.store.worms(vc).holder;
  const auto add = [&](MessageId id) {
    if (std::find(worms.begin(), worms.end(), id) == worms.end()) worms.push_back(id);
  };
  if (!p.numbering.is_ejection(vc)) {
    if (record.receiver.front != Front::idle) add(p.store.worms(vc).front);
    if (p.store.queues().used()) {
      for (std::uint32_t i = 0; i < p.store.queues().count(vc); ++i) add(p.store.queues().at(vc, i).message);
    }
    if (p.store.announced().covers(vc)) {
      for (std::uint32_t i = 0; i < p.store.announced().count(vc); ++i) add(p.store.announced().at(vc, i));
    }
    if (worms.empty() && p.timeline.flits_under_way(vc) > 0) add(holder);
  }
  if (record.sender.to_send > 0) add(holder);
  return worms;
}

std::uint32_t flits_under_way(const MachineParts& p, VcId vc, MessageId worm) {
  const std::uint32_t unsent = sends_over(p, vc, worm) ? p.store.record(vc).sender.to_send : 0;
  const ReceiverHalf& half = p.store.record(vc).receiver;
  if (half.front != Front::idle && p.store.worms(vc).front == worm) return half.to_come - unsent;
  const WormQueues& queues = p.store.queues();
  for (std::uint32_t i = 0; i < queues.count(vc); ++i) {
    if (queues.at(vc, i).message == worm) return queues.at(vc, i).to_come - unsent;
  }
  return p.messages[worm].order.length - unsent;
}

}  // namespace dateline

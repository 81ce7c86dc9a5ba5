#include "sim/core/state/absorption.hpp"

#include <algorithm>

namespace dateline {

using At = AbsorptionRecord::At;

// Its head flit may be in another tile than its tail, which leaves a memory.
void AbsorptionRecord::merge(const AbsorptionRecord& tile) {
  if (tile.at != At::network || tile.times > times) {
    header = tile.header;
    node = tile.node;
    ready = tile.ready;
  }
  if (tile.at != At::network) at = tile.at;
  times = std::max(times, tile.times);
  if (tile.leaving) left_node = tile.left_node;
  leaving = leaving || tile.leaving;
}

void AbsorptionRecord::keep(const AbsorptionRecord& whole) {
  if (!whole.known()) *this = {};  // it was taken out
  if (whole.at == At::network) at = At::network;
}

void AbsorptionRecords::send(PacketId id, std::uint32_t& times, SoftwareHeader& header) const {
  if (!has(id)) return;
  times = records_[id.value()].times;
  header = records_[id.value()].header;
}

void AbsorptionRecords::receive(PacketId id, std::uint32_t times, const SoftwareHeader& header) {
  if (times == 0) return;
  AbsorptionRecord& record = add(id);
  record.times = times;
  record.header = header;
}

std::vector<PacketId> AbsorptionRecords::held_at(NodeId node) const {
  std::vector<PacketId> held;
  for (std::uint32_t i = 0; i < records_.size(); ++i) {
    const AbsorptionRecord& record = records_[i];
    if ((record.at != At::network && record.node == node) || (record.leaving && record.left_node == node)) held.emplace_back(i);
  }
  return held;
}

Absorption::Absorption(const RoutingRelation& relation, const Wiring& wiring, std::uint64_t delay, std::uint64_t limit)
    : delay_(delay), memories_(wiring, relation.absorbs(), limit) {}

void Absorption::enter(PacketId id, NodeId node) {
  AbsorptionRecord& record = records_.add(id);
  record.node = node;
  record.at = At::entering;
  counts_.peak_node = std::max(counts_.peak_node, memories_.take_slot(node));
  counts_.peak = std::max(counts_.peak, memories_.held());
}

// In the order of (node, source, sequence): the order in which channels are visited must not matter.
void Absorption::queue_completed(PacketPool& packets, const std::vector<NodeId>& router_of, const VcSets& sets, Cycle now) {
  std::sort(completed_.begin(), completed_.end(), [&](PacketId a, PacketId b) {
    const Packet& x = packets[a];
    const Packet& y = packets[b];
    const NodeId at = records_[a].node, there = records_[b].node;
    if (at != there) return at < there;
    return x.source != y.source ? x.source < y.source : x.sequence < y.sequence;
  });
  for (const PacketId id : completed_) {
    AbsorptionRecord& record = records_[id];
    Packet& packet = packets[id];
    const RoutingRelation& relation = sets.relation(sets.several() ? packet.order.vc_set : 0);
    Resumption resumption = relation.resume(record.node, router_of[packet.order.destination.value()], record.header);
    ++counts_.by_rule[static_cast<std::size_t>(resumption.rule)];
    packet.state = resumption.state;
    record.header = std::move(resumption.header);
    record.ready = now + 1 + delay_;
    record.at = At::queued;
    ++record.times;
    memories_.queue_of(record.node).push_back(id);
    due_.emplace_back(record.ready, memories_.terminal_at(record.node));
  }
  completed_.clear();
}

bool Absorption::first_queued(TerminalId terminal, Cycle now, PacketId& id) const {
  const PacketId* const first = memories_.first_queued(terminal);
  if (first == nullptr) return false;
  id = *first;
  return records_[id].ready <= now;
}

void Absorption::begin_leaving(PacketId id) {
  AbsorptionRecord& record = records_[id];
  record.at = At::network;
  record.leaving = true;
  record.left_node = record.node;
  memories_.queue_of(record.node).pop_front();
}

bool Absorption::left(PacketId id, NodeId& node) {
  if (!records_.has(id) || !records_[id].leaving) return false;
  AbsorptionRecord& record = records_[id];
  record.leaving = false;
  node = record.left_node;
  memories_.free_slot(node);
  ++left_;
  return true;
}

void Absorption::drop(PacketId id) {
  if (!records_.has(id)) return;
  AbsorptionRecord& record = records_[id];
  if (record.at != At::network) memories_.free_slot(record.node);
  if (record.leaving) memories_.free_slot(record.left_node);
  if (record.at == At::queued) {
    auto& queue = memories_.queue_of(record.node);
    queue.erase(std::find(queue.begin(), queue.end(), id));
  }
  record = {};
}

void Absorption::leave_again(PacketId id) {
  if (!records_.takes(id)) return;
  AbsorptionRecord& record = records_[id];
  record.at = At::network;
  memories_.free_slot(record.node);
}

}  // namespace dateline

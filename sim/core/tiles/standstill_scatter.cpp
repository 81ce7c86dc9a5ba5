#include <algorithm>

#include "sim/core/tiles/standstill.hpp"

namespace dateline {
namespace {

// Of VCs of the whole network those that a tile has: the tile's number, or none.
class OwnVcs {
 public:
  explicit OwnVcs(std::uint32_t vcs) : own_(vcs, kNone) {}
  void add(VcId own, VcId whole) { own_[whole] = own.value(); }
  [[nodiscard]] bool has(VcId whole) const { return own_[whole] != kNone; }
  [[nodiscard]] VcId operator[](VcId whole) const { return VcId(own_[whole]); }

 private:
  static constexpr std::uint32_t kNone = 0xffffffffU;
  IdVector<VcId, std::uint32_t> own_;
};

}  // namespace

void Standstill::scatter() {
  std::size_t packets = 1;
  for (const Part& part : parts_) {
    for (const PacketId id : part.packets) packets = std::max<std::size_t>(packets, id.value() + 1);
  }
  lives_.assign(packets, false);
  whole_.packets.for_each([&](PacketId id, const Packet&) { lives_[id.value()] = true; });
  for (const Part& part : parts_) {
    scatter_senders(part);
    scatter_receivers(part);
    scatter_events(part);
    scatter_packets(part);
    part.tile.now = whole_.now;
    part.tile.delivery_queue.counts().forget();
  }
  parts_.front().tile.delivery_queue.counts().add(whole_.delivery_queue.counts());
}

void Standstill::scatter_packets(const Part& part) {
  std::vector<PacketId> lost;
  part.tile.packets.for_each([&](PacketId own, const Packet&) {
    if (!lives(part, own)) lost.push_back(own);
  });
  if (whole_.absorption.used()) {
    part.tile.absorption.take_from(
        whole_.absorption, part.first, part.end, [&](PacketId own) { return part.packet(own); }, [&](PacketId own) { return !lives(part, own); });
  }
  for (const PacketId own : lost) {
    part.tile.errors.packets.take(own);
    part.tile.packets.give_back(own);
  }
}

void Standstill::scatter_senders(const Part& part) {
  Tile& tile = part.tile;
  VcView to = tile.store.view();
  part.for_senders([&](VcId own, VcId vc) {
    const OutputVcState& from = whole_.store.record(vc).sender;
    OutputVcState& sender = to.records[own.value()].sender;
    sender.to_send = from.to_send;
    sender.credits = from.credits;
    sender.takes = from.takes;
    VcWord& word = to.words[own.value() / 64];
    const auto set = [&](std::uint64_t VcWord::*bits) {
      const std::uint64_t bit = (whole_.store.word(vc).*bits) >> (vc.value() & 63U) & 1U;
      word.*bits = (word.*bits & ~vc_bit(own.value())) | bit << (own.value() & 63U);
    };
    set(&VcWord::avail);
    set(&VcWord::space);
    set(&VcWord::busy);
    to.channel(own).wanted = whole_.store.channel(whole_.numbering.channel_of(vc)).wanted;
  });
}

void Standstill::scatter_receivers(const Part& part) {
  Tile& tile = part.tile;
  VcView to = tile.store.view();
  part.for_receivers([&](VcId own, VcId vc) {
    const InputVcState& from = whole_.store.record(vc).receiver;
    const std::uint16_t to_send = whole_.store.record(vc).sender.to_send;
    const bool head_unsent = to_send > 0 && to_send == whole_.packets[whole_.store.packets(vc).holder].order.length;
    InputVcState& receiver = to.records[own.value()].receiver;
    const bool had_front = receiver.front != VcGlobalState::idle;
    receiver.to_come = from.to_come;
    receiver.present = from.present;
    receiver.front = from.front;
    if (own.value() < tile.numbering.incoming()) to.records[own.value()].sender.to_send = head_unsent ? std::uint16_t{0} : to_send;
    if (tile.store.queues().used()) scatter_queues(part, own, vc, had_front);
    if (tile.store.announced().covers(own)) scatter_announced(part, own);
  });
}

// What was in the buffer and lives is there still, in its order; the first of that is at the front.
void Standstill::scatter_queues(const Part& part, VcId own, VcId vc, bool had_front) {
  SharedBuffers& queues = part.tile.store.queues();
  std::vector<PacketId> left;
  const PacketId front = part.tile.store.packets(own).front;
  if (had_front && lives(part, front)) left.push_back(front);
  while (!queues.empty(own)) {
    const PacketId packet = queues.pop(own).packet;
    if (lives(part, packet)) left.push_back(packet);
  }
  auto next = left.begin();
  if (whole_.store.record(vc).receiver.front != VcGlobalState::idle) part.tile.store.packets(own).front = *next++;
  whole_.store.queues().for_each(vc, [&](QueuedPacket packet) {
    packet.packet = *next++;
    queues.push(own, packet);
  });
}

void Standstill::scatter_announced(const Part& part, VcId own) {
  part.tile.store.announced().remove_if(own, [&](PacketId packet) { return !lives(part, packet); });
}

void Standstill::scatter_events(const Part& part) {
  Tile& tile = part.tile;
  OwnVcs senders(whole_.numbering.vcs()), receivers(whole_.numbering.vcs());
  part.for_senders([&](VcId own, VcId vc) { senders.add(own, vc); });
  part.for_receivers([&](VcId own, VcId vc) { receivers.add(own, vc); });
  tile.errors.late.remove(
      tile.events, whole_.now, [](VcId) { return true; }, [](MarkedVc) { return true; });
  for (std::size_t slot = 0; slot < whole_.events.slots().size(); ++slot) {
    const EventWheel::Slot& from = whole_.events.slots()[slot];
    EventWheel::Slot& to = tile.events.due_at(slot);
    for (const VcId vc : from.arrivals) {
      if (receivers.has(vc)) to.arrivals.push(receivers[vc]);
    }
    for (const MarkedVc credit : from.credits) {
      if (senders.has(credit.vc())) to.credits.push(MarkedVc(senders[credit.vc()], credit.marked()));
    }
    tile.events.expect(to.arrivals.size() + to.credits.size());
  }
  const LateFlits& late = whole_.errors.late;
  for (std::size_t i = 0; i < late.all().size(); ++i) {
    if (!receivers.has(late.all()[i])) continue;
    tile.errors.late.hold(late.due()[i], receivers[late.all()[i]]);
    tile.events.expect(1);
  }
  part.for_receivers([&](VcId own, VcId vc) {
    if (Cycle* const due = tile.events.last_due(own)) *due = *whole_.events.last_due(vc);
  });
  tile.ejection.forget_if([](VcId) { return true; });
  for (const VcId vc : whole_.ejection.draining()) {
    if (receivers.has(vc)) tile.ejection.draining().push_back(receivers[vc]);
  }
  for (const VcId vc : whole_.ejection.tails_due()) {
    if (receivers.has(vc)) tile.ejection.tails_due().push(receivers[vc]);
  }
  tile.heads.forget();
  for (const VcId vc : whole_.heads.arrived()) {
    if (receivers.has(vc)) tile.heads.arrived().push(receivers[vc]);
  }
}

}  // namespace dateline

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
  for (Part& part : parts_) {
    scatter_packets(part);
    scatter_senders(part);
    scatter_receivers(part);
    scatter_events(part);
    part.tile.now = whole_.now;
    part.tile.delivery_queue.forget_counts();
  }
  parts_.front().tile.delivery_queue.add_counts(whole_.delivery_queue);
}

void Standstill::scatter_packets(Part& part) {
  std::vector<bool> lives;
  whole_.packets.for_each([&](PacketId id, const Packet&) {
    if (lives.size() <= id.value()) lives.resize(id.value() + 1, false);
    lives[id.value()] = true;
  });
  part.own_packets.assign(lives.size(), PacketId());
  std::vector<PacketId> lost;
  part.tile.packets.for_each([&](PacketId own, const Packet&) {
    const PacketId id = part.packet(own);
    if (id.value() < lives.size() && lives[id.value()]) {
      part.own_packets[id.value()] = own;
    } else {
      lost.push_back(own);
    }
  });
  if (whole_.absorption.used()) {
    part.tile.absorption.take_from(
        whole_.absorption, part.first, part.end, [&](PacketId own) { return part.packet(own); }, [&](PacketId id) { return part.own_packets[id.value()]; });
  }
  for (const PacketId own : lost) part.tile.packets.give_back(own);
}

void Standstill::scatter_senders(const Part& part) {
  Tile& tile = part.tile;
  VcView to = tile.store.view();
  for_senders(part, [&](VcId own, VcId vc) {
    const OutputVcState& from = whole_.store.record(vc).sender;
    OutputVcState& sender = to.records[own.value()].sender;
    sender.to_send = from.to_send;
    sender.used = from.used;
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
  for_receivers(part, [&](VcId own, VcId vc) {
    const InputVcState& from = whole_.store.record(vc).receiver;
    const std::uint16_t to_send = whole_.store.record(vc).sender.to_send;
    const bool head_unsent = to_send > 0 && to_send == whole_.packets[whole_.store.packets(vc).holder].order.length;
    InputVcState& receiver = to.records[own.value()].receiver;
    receiver.to_come = from.to_come;
    receiver.present = from.present;
    receiver.front = from.front;
    if (from.front != VcGlobalState::idle) to.packets[own.value()].front = part.own_packets[whole_.store.packets(vc).front.value()];
    const bool incoming = own.value() < tile.numbering.incoming();
    if (incoming) to.records[own.value()].sender.to_send = head_unsent ? std::uint16_t{0} : to_send;
    if (tile.store.queues().used()) {
      SharedBuffers& queues = tile.store.queues();
      while (queues.count(own) > 0) (void)queues.pop(own);
      for (std::uint32_t i = 0; i < whole_.store.queues().count(vc); ++i) {
        QueuedPacket packet = whole_.store.queues().at(vc, i);
        packet.packet = part.own_packets[packet.packet.value()];
        queues.push(own, packet);
      }
    }
    if (!tile.store.announced().covers(own)) return;
    AnnouncedPackets& announced = tile.store.announced();
    while (announced.count(own) > 0) (void)announced.receive(own);
    const std::uint32_t count = whole_.store.announced().count(vc) - (incoming && head_unsent ? 1U : 0U);
    for (std::uint32_t i = 0; i < count; ++i) announced.send(own, part.own_packets[whole_.store.announced().at(vc, i).value()]);
  });
}

void Standstill::scatter_events(const Part& part) {
  Tile& tile = part.tile;
  OwnVcs senders(whole_.numbering.vcs()), receivers(whole_.numbering.vcs());
  for_senders(part, [&](VcId own, VcId vc) { senders.add(own, vc); });
  for_receivers(part, [&](VcId own, VcId vc) { receivers.add(own, vc); });
  tile.events.remove(
      whole_.now, [](VcId) { return true; }, [](MarkedVc) { return true; });
  for (std::size_t slot = 0; slot < whole_.events.horizon(); ++slot) {
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
  for_receivers(part, [&](VcId own, VcId vc) {
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

#include "sim/core/tiles/standstill.hpp"

#include <algorithm>

namespace dateline {

void Standstill::gather() {
  empty_whole();
  gather_packets();
  for (const Part& part : parts_) gather_senders(part);
  for (const Part& part : parts_) gather_receivers(part);
  if (whole_.store.announced().used()) gather_announced();
  for (const Part& part : parts_) {
    gather_events(part);
    gather_heads(part);
    gather_counts(part);
  }
  std::vector<std::uint32_t> granted;
  for (const Part& part : parts_) {
    for (const std::uint32_t* vc = part.tile.switches.granted_vcs(); *vc != SwitchState::kEnd; ++vc) {
      granted.push_back(part.numbers.vc(VcId(*vc)).value());
    }
  }
  std::sort(granted.begin(), granted.end());
  granted.push_back(SwitchState::kEnd);
  std::copy(granted.begin(), granted.end(), whole_.switches.granted_vcs());
}

// As it was made, but for what no standstill reads.
void Standstill::empty_whole() {
  Tile fresh(whole_.config, wiring_, *whole_.routing.relation);
  whole_.store = std::move(fresh.store);
  whole_.events = std::move(fresh.events);
  whole_.errors.late = std::move(fresh.errors.late);
  whole_.heads = std::move(fresh.heads);
  whole_.ejection = std::move(fresh.ejection);
  whole_.packets = std::move(fresh.packets);
  whole_.delivery_queue = std::move(fresh.delivery_queue);
  whole_.sources = std::move(fresh.sources);
  whole_.absorption = std::move(fresh.absorption);
  for (const Part& part : parts_) whole_.now = part.tile.now;
}

// The entry of the tile where its head flit is has crossed the most channels.
void Standstill::gather_packets() {
  std::map<std::pair<TerminalId, std::uint64_t>, PacketId> known;
  for (Part& part : parts_) {
    part.tile.packets.for_each([&](PacketId id, const Packet& packet) {
      if (part.packets.size() <= id.value()) part.packets.resize(id.value() + 1);
      const auto [place, added] = known.try_emplace({packet.source, packet.sequence}, PacketId());
      if (added) place->second = whole_.packets.take();
      part.packets[id.value()] = place->second;
      if (added || packet.hops > whole_.packets[place->second].hops) whole_.packets[place->second] = packet;
    });
  }
}

void Standstill::gather_senders(const Part& part) {
  Tile& tile = part.tile;
  VcView to = whole_.store.view();
  part.for_senders([&](VcId own, VcId vc) {
    const OutputVcState& from = tile.store.record(own).sender;
    OutputVcState& sender = to.records[vc.value()].sender;
    sender = from;
    sender.feed = part.numbers.vc(from.feed);
    if (from.to_send > 0) to.packets[vc.value()].holder = part.packet(tile.store.packets(own).holder);
    const VcWord& of = tile.store.word(own);
    VcWord& word = to.words[vc.value() / 64];
    const auto set = [&](std::uint64_t VcWord::*bits) {
      const std::uint64_t bit = (of.*bits) >> (own.value() & 63U) & 1U;
      word.*bits = (word.*bits & ~vc_bit(vc.value())) | bit << (vc.value() & 63U);
    };
    set(&VcWord::avail);
    set(&VcWord::space);
    set(&VcWord::busy);
    set(&VcWord::at_or_after);
    if ((word.busy & vc_bit(vc.value())) != 0) to.live[vc.value() >> VcView::kBlockBits] = 1;
    if (whole_.store.delays().pipeline > 0 && !tile.numbering.is_ejection(own)) whole_.store.set_delivers(vc, tile.store.delivers(own));
    ChannelState& channel = to.channel(vc);
    channel.wanted = tile.store.channel(tile.numbering.channel_of(own)).wanted;
    channel.selection_pointer = tile.store.channel(tile.numbering.channel_of(own)).selection_pointer;
  });
  gather_granted_flits(tile, whole_);
}

void Standstill::gather_receivers(const Part& part) {
  Tile& tile = part.tile;
  VcView to = whole_.store.view();
  part.for_receivers([&](VcId own, VcId vc) {
    const InputVcState& from = tile.store.record(own).receiver;
    InputVcState& receiver = to.records[vc.value()].receiver;
    receiver = from;
    receiver.onward = part.numbers.vc(from.onward);
    if (from.front != VcGlobalState::idle) to.packets[vc.value()].front = part.packet(tile.store.packets(own).front);
    if (to.records[vc.value()].sender.to_send == 0) to.packets[vc.value()].holder = part.packet(tile.store.packets(own).holder);
    if (!tile.store.queues().used()) return;
    tile.store.queues().for_each(own, [&](QueuedPacket packet) {
      packet.packet = part.packet(packet.packet);
      whole_.store.queues().push(vc, packet);
    });
  });
}

// Head flits under way, as their receiver knows, and those that are still to be sent to another tile.
void Standstill::gather_announced() {
  AnnouncedPackets& to = whole_.store.announced();
  for (const Part& part : parts_) {
    const AnnouncedPackets& from = part.tile.store.announced();
    part.for_receivers([&](VcId own, VcId vc) { from.for_each(own, [&](PacketId packet) { to.push(vc, part.packet(packet)); }); });
  }
  for (const Part& part : parts_) {
    const Tile& tile = part.tile;
    for (std::uint32_t v = tile.numbering.first_outgoing(); v < tile.numbering.first_injection(); ++v) {
      const std::uint16_t to_send = tile.store.record(VcId(v)).sender.to_send;
      const PacketId packet = tile.store.packets(VcId(v)).holder;
      if (to_send > 0 && to_send == tile.packets[packet].order.length) to.push(part.numbers.vc(VcId(v)), part.packet(packet));
    }
  }
}

void Standstill::gather_events(const Part& part) {
  Tile& tile = part.tile;
  for (std::size_t slot = 0; slot < tile.events.slots().size(); ++slot) {
    const EventWheel::Slot& from = tile.events.slots()[slot];
    EventWheel::Slot& to = whole_.events.due_at(slot);
    for (const VcId vc : from.arrivals) to.arrivals.push(part.numbers.vc(vc));
    for (const MarkedVc credit : from.credits) to.credits.push(MarkedVc(part.numbers.vc(credit.vc()), credit.marked()));
    for (const NodeId node : from.ready) to.ready.push(node);
    whole_.events.expect(from.arrivals.size() + from.credits.size() + from.ready.size());
  }
  const LateFlits& late = tile.errors.late;
  for (std::size_t i = 0; i < late.all().size(); ++i) whole_.errors.late.hold(late.due()[i], part.numbers.vc(late.all()[i]));
  whole_.events.expect(late.all().size());
  part.for_receivers([&](VcId own, VcId vc) {
    if (const Cycle* const due = tile.events.last_due(own)) *whole_.events.last_due(vc) = *due;
  });
}

void Standstill::gather_heads(const Part& part) {
  Tile& tile = part.tile;
  for (std::uint32_t v = part.first; v < part.end; ++v) {
    const NodeId node(v);
    for (std::uint32_t i = tile.heads.first(node); i != WaitingHeads::kNone; i = tile.heads.head(i).after) {
      WaitingHead head = tile.heads.head(i);
      head.at = part.numbers.vc(head.at);
      if (head.simple) head.channel = part.numbers.channel(head.channel);
      whole_.heads.insert(head, node);
    }
  }
  for (const VcId vc : tile.heads.held_back()) whole_.heads.held_back().push(part.numbers.vc(vc));
  for (const VcId vc : tile.ejection.draining()) whole_.ejection.draining().push_back(part.numbers.vc(vc));
  for (const VcId vc : tile.ejection.tails_due()) whole_.ejection.tails_due().push(part.numbers.vc(vc));
}

void Standstill::gather_counts(const Part& part) {
  whole_.delivery_queue.counts().add(part.tile.delivery_queue.counts());
  if (whole_.absorption.used()) {
    whole_.absorption.add(part.tile.absorption, part.first, part.end, [&](PacketId own) { return part.packet(own); });
  }
  whole_.sources.add_counts(part.tile.sources);
}

void gather_granted_flits(const Tile& tile, Tile& whole) {
  const auto& from = tile.store.granted_flits();
  const WholeNumbers numbers(tile.numbering, whole.numbering);
  for (std::uint32_t c = tile.numbering.channel_of(VcId(tile.numbering.incoming())).value(); c < from.size(); ++c) {
    whole.store.granted_flits()[numbers.channel(ChannelId(c))] = from[ChannelId(c)];
  }
}

}  // namespace dateline

#include "sim/embed/messages.hpp"

#include <algorithm>

namespace dateline {

void Messages::offer_parts(const Order& order, std::uint64_t payload) {
  const std::uint64_t packets = sizes_.packets(order.bytes);
  PacketRequest request = request_of(order, packets);
  request.length = sizes_.packet_length;
  outboxes_.add(order.from, request, packets - 1, *machine_);
  request.length = static_cast<std::uint32_t>(payload - (packets - 1) * sizes_.room()) + sizes_.header_flits;
  outboxes_.add(order.from, request, 1, *machine_);
}

void Messages::lose(const Order& order, std::vector<Event>& events) const {
  Event event;
  event.kind = Event::lost;
  event.user = order.user;
  event.bytes = order.bytes;
  event.at = event.offered = order.at;
  event.source = order.from;
  event.destination = order.to;
  event.packets = sizes_.packets(order.bytes);
  events.push_back(event);
}

void Messages::take_lost(std::vector<Event>& events) {
  events.insert(events.end(), lost_.begin(), lost_.end());
  lost_.clear();
}

[[gnu::always_inline]] inline Event Messages::event_of(Event::Kind kind, TerminalId from, const PacketRequest& order, Cycle at) const {
  const OnItsWay& message = on_their_way_[order.tag];
  return {kind, message.hops, message.user, message.bytes, at, order.generated, message.injected, from, order.destination, message.packets};
}

void Messages::delivered(const Delivery& delivery) {
  const Packet& packet = delivery.packet;
  OnItsWay& message = on_their_way_[packet.order.tag];
  message.hops = std::max(message.hops, packet.hops);
  if (--message.to_come != 0) return;
  if (!message.lost) moved_.push_back(event_of(Event::arrived, packet.source, packet.order, delivery.ejected + 1));
  on_their_way_.give_back(packet.order.tag);
}

void Messages::sent(const std::vector<const Packet*>& packets, Cycle now) {
  for (const Packet* const packet : packets) {
    OnItsWay& message = on_their_way_[packet->order.tag];
    message.injected = std::min(message.injected, packet->injected);
    if (--message.to_send == 0 && message.report_sent && !message.lost) {
      moved_.push_back(event_of(Event::sent, packet->source, packet->order, now + 1));
    }
    outboxes_.gone(packet->source, *machine_);
  }
}

void Messages::lost(const Packet& packet, Cycle now) {
  lose_packets(packet.source, packet.order, 1, now);
  outboxes_.gone(packet.source, *machine_);
}

// The packets that are not lost arrive all the same.
void Messages::lose_packets(TerminalId from, const PacketRequest& order, std::uint64_t count, Cycle now) {
  OnItsWay& message = on_their_way_[order.tag];
  if (!message.lost) lost_.push_back(event_of(Event::lost, from, order, now));
  message.lost = true;
  message.to_come -= count;
  if (message.to_come == 0) on_their_way_.give_back(order.tag);
}

}  // namespace dateline

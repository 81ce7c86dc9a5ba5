#include "sim/measure/sources/trace_source.hpp"

#include <algorithm>

namespace dateline {

TraceSource::TraceSource(std::unique_ptr<TraceReader> reader, TracePlaces places, std::uint64_t packets)
    : reader_(std::move(reader)), places_(std::move(places)), packets_(packets), depends_(reader_->has_dependencies()), more_(reader_->next(next_)) {}

TraceSource::TracedPacket TraceSource::take() {
  TracedPacket packet{taken_++, {}, {}, next_.flits, next_.traffic_class, {}};
  packet.source = places_.of(next_.source, next_.cycle, *reader_);
  packet.destination = places_.of(next_.destination, next_.cycle, *reader_);
  packet.waiting.swap(next_.waiting);
  return packet;
}

void TraceSource::generate(Cycle now, bool measured, CompiledNetwork& network) {
  if (!released_.empty()) {
    std::sort(released_.begin(), released_.end(), [](const TracedPacket& a, const TracedPacket& b) { return a.position < b.position; });
    for (TracedPacket& packet : released_) send(packet, now, measured, network);
    released_.clear();
  }
  for (; more_ && next_.cycle <= now; more_ = reader_->next(next_)) {
    const std::uint32_t id = next_.id;
    TracedPacket packet = take();
    for (const std::uint32_t waiting : packet.waiting) ++open_[waiting];
    if (depends_ && open_.count(id) != 0) {
      held_.emplace(id, std::move(packet));
    } else {
      send(packet, now, measured, network);
    }
  }
}

void TraceSource::send(TracedPacket& packet, Cycle now, bool measured, CompiledNetwork& network) {
  network.send(packet.source, {now, packet.destination, packet.flits, tag(packet), measured});
  ++offered_;
}

// What delivered() and class_of() find a packet by.
std::uint32_t TraceSource::tag(TracedPacket& packet) {
  if (!depends_) return packet.traffic_class;
  const std::uint32_t tag = travelling_.take();
  travelling_[tag].traffic_class = packet.traffic_class;
  travelling_[tag].waiting.swap(packet.waiting);
  return tag;
}

std::uint8_t TraceSource::class_of(const PacketRequest& order) const {
  return depends_ ? travelling_[order.tag].traffic_class : static_cast<std::uint8_t>(order.tag);
}

void TraceSource::delivered(const Delivery& delivery) {
  ++delivered_;
  completion_ = std::max(completion_, delivery.ejected + 1);
  if (!depends_) return;
  const std::uint32_t tag = delivery.packet.order.tag;
  for (const std::uint32_t id : travelling_[tag].waiting) {
    const auto open = open_.find(id);
    if (--open->second != 0) continue;
    open_.erase(open);
    const auto held = held_.find(id);
    if (held == held_.end()) continue;  // it has not been read
    released_.push_back(std::move(held->second));
    held_.erase(held);
  }
  travelling_[tag].waiting.clear();
  travelling_.give_back(tag);
}

Cycle TraceSource::next_cycle(Cycle from) const {
  if (!released_.empty()) return from;
  return more_ ? std::max(from, next_.cycle) : kNever;
}

std::optional<double> TraceSource::progress() const { return packets_ == 0 ? 1.0 : static_cast<double>(delivered_) / static_cast<double>(packets_); }

}  // namespace dateline

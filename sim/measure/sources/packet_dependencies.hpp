// Packets of a trace that wait for the delivery of others. Those others name them by their ids, perhaps before they are
// read themselves; on their way they are known by their tags. Cost: O(1) a packet and a name; memory: what waits, and
// what is on its way.
#pragma once

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "models/base/ids.hpp"
#include "sim/measure/sources/tag_pool.hpp"

namespace dateline {

struct TracedPacket {
  std::uint64_t position = 0;  // in the trace
  TerminalId source, destination;
  std::uint32_t flits = 0;
  std::uint8_t traffic_class = 0;
  std::vector<std::uint32_t> waiting;  // ids of those that wait for its delivery
  template <typename Archive>
  void io(Archive& archive) {
    auto& [at, from, to, length, kind, others] = *this;
    archive(at, from, to, length, kind, others);
  }
};

class PacketDependencies {
 public:
  // A packet has been read that these wait for.
  void add(const std::vector<std::uint32_t>& waiting) {
    for (const std::uint32_t id : waiting) ++open_[id];
  }
  // Whether the packet of that id waits for others; then hold() keeps it until the last of them is delivered.
  [[nodiscard]] bool waits(std::uint32_t id) const { return open_.count(id) != 0; }
  void hold(std::uint32_t id, TracedPacket packet) { held_.emplace(id, std::move(packet)); }

  // The tag of a packet that is sent now.
  [[nodiscard]] std::uint32_t depart(TracedPacket& packet) {
    const std::uint32_t tag = travelling_.take();
    travelling_[tag].traffic_class = packet.traffic_class;
    travelling_[tag].waiting.swap(packet.waiting);
    return tag;
  }
  [[nodiscard]] std::uint8_t class_of(std::uint32_t tag) const { return travelling_[tag].traffic_class; }
  void delivered(std::uint32_t tag) {
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

  // A fault has taken the packet for good, or it is not sent: what waits for it is held for ever.
  void lost(std::uint32_t tag) {
    travelling_[tag].waiting.clear();
    travelling_.give_back(tag);
  }
  // How many wait for others.
  [[nodiscard]] std::size_t held() const { return held_.size(); }

  // None is held, or to be sent.
  [[nodiscard]] bool empty() const { return held_.empty() && released_.empty(); }
  // Some that were held have nothing more to wait for, and are to be sent in the next cycle.
  [[nodiscard]] bool any_released() const { return !released_.empty(); }
  // send(packet) of each that was released, in the order of the trace.
  template <typename Send>
  void send_released(Send send) {
    std::sort(released_.begin(), released_.end(), [](const TracedPacket& a, const TracedPacket& b) { return a.position < b.position; });
    for (TracedPacket& packet : released_) send(packet);
    released_.clear();
  }
  template <typename Archive>
  void io(Archive& archive) {
    auto& [open, held, released, travelling] = *this;
    archive(open, held, released, travelling);
  }

 private:
  struct Travelling {
    std::uint8_t traffic_class = 0;
    std::vector<std::uint32_t> waiting;
    template <typename Archive>
    void io(Archive& archive) {
      auto& [kind, others] = *this;
      archive(kind, others);
    }
  };

  std::unordered_map<std::uint32_t, std::uint32_t> open_;  // by id: packets read and not delivered that name it
  std::unordered_map<std::uint32_t, TracedPacket> held_;   // by id: read, and waits
  std::vector<TracedPacket> released_;                     // for the next cycle
  TagPool<Travelling> travelling_;
};

}  // namespace dateline

// Packets that wait outside the machine, in front of its source queues, which are kept short: equal packets of a
// message are one entry here, however many they are. The machine is given so many of a terminal's packets that its
// injection channels never miss one, and the next whenever one has been sent: results are those of a queue that holds
// them all. Cost: O(1) a packet; 32 bytes an entry.
#pragma once

#include <vector>

#include "sim/core/compiled_network.hpp"

namespace dateline {

class Outboxes {
 public:
  // Packets of a terminal that the machine has before they are sent: all its injection VCs may send, and be given
  // others in the same cycle.
  Outboxes(std::uint32_t terminals, const RouterConfig& config)
      : boxes_(terminals), most_(2 * static_cast<std::uint64_t>(config.injection_vcs) * static_cast<std::uint64_t>(config.nic_ports)) {}

  // `count` equal packets, at least one, behind those of before.
  void add(TerminalId from, const PacketRequest& order, std::uint64_t count, CompiledNetwork& machine) {
    Box& box = boxes_[from.value()];
    for (; box.waiting == 0 && box.in_machine < most_ && count > 0; --count) give(from, box, order, machine);
    if (count == 0) return;
    box.entries.push_back({order, count});
    box.waiting += count;
  }
  [[gnu::always_inline]] void add_one(TerminalId from, const PacketRequest& order, CompiledNetwork& machine) {
    Box& box = boxes_[from.value()];
    if (box.waiting != 0 || box.in_machine >= most_) return add(from, order, 1, machine);
    give(from, box, order, machine);
  }
  // A packet that the machine had has been sent, or is lost.
  void gone(TerminalId from, CompiledNetwork& machine) {
    Box& box = boxes_[from.value()];
    if (box.in_machine > 0) --box.in_machine;  // 0: it had been sent when it was lost
    if (box.waiting > 0 && box.in_machine < most_) give_next(from, box, machine);
  }
  [[nodiscard]] std::uint64_t waiting(TerminalId from) const { return boxes_[from.value()].waiting; }
  // Takes out the entries for which gone(from, order, count).
  template <typename Gone>
  void remove(Gone gone) {
    for (std::uint32_t t = 0; t < boxes_.size(); ++t) {
      Box& box = boxes_[t];
      std::vector<Entry> staying;
      for (std::size_t i = box.first; i < box.entries.size(); ++i) {
        const Entry& entry = box.entries[i];
        if (gone(TerminalId(t), entry.order, entry.count)) {
          box.waiting -= entry.count;
        } else {
          staying.push_back(entry);
        }
      }
      box.entries.swap(staying);
      box.first = 0;
    }
  }
  template <typename Archive>
  void io(Archive& archive) {
    auto& [boxes, most] = *this;
    static_cast<void>(most);
    archive(boxes);
  }

 private:
  struct Entry {
    PacketRequest order;
    std::uint64_t count;
  };
  static_assert(sizeof(Entry) == 32, "two a cache line");
  struct Box {
    std::vector<Entry> entries;
    std::size_t first = 0;      // that has not been given away
    std::uint64_t waiting = 0;  // packets
    std::uint64_t in_machine = 0;
    template <typename Archive>
    void io(Archive& archive) {
      auto& [orders, next, packets, given] = *this;
      archive(orders, next, packets, given);
    }
  };
  static void give(TerminalId from, Box& box, const PacketRequest& order, CompiledNetwork& machine) {
    machine.send(from, order);
    ++box.in_machine;
  }
  static void give_next(TerminalId from, Box& box, CompiledNetwork& machine) {
    Entry& entry = box.entries[box.first];
    give(from, box, entry.order, machine);
    --box.waiting;
    if (--entry.count > 0) return;
    if (++box.first < box.entries.size() / 2) return;
    box.entries.erase(box.entries.begin(), box.entries.begin() + static_cast<std::ptrdiff_t>(box.first));
    box.first = 0;
  }

  std::vector<Box> boxes_;
  std::uint64_t most_;
};

}  // namespace dateline

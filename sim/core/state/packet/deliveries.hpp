// The end of a cycle: packets whose tail left the network in it are handed to the observer of deliveries, in the order
// of (destination, source, sequence), and their slots are free again. Counts what was handed over.
// The order comes without sorting: a bit per destination, in two levels, and behind it a chain of the few packets that
// end there in this cycle.
#pragma once

#include <vector>

#include "sim/core/state/packet/packet_pool.hpp"

namespace dateline {

// Of what was handed over; of what was lost, and of what arrived with errors, or in part, and was thrown away.
struct DeliveryCounts {
  IdVector<TerminalId, std::uint64_t> ejected_flits;  // by source
  IdVector<TerminalId, std::uint64_t> wasted_flits;   // of these: of packets that faults took before they were complete
  std::uint64_t delivered = 0;                        // packets
  std::uint64_t flit_hops = 0;                        // network-channel crossings
  std::uint64_t lost = 0, lost_flits = 0;             // packets; flits that were injected, and are in the network no more
  // Packets, and their flits; and, where errors are found so, those that packets had handed over which faults took.
  std::uint64_t discarded = 0, discarded_flits = 0;
  // What another has counted of its own.
  void add(const DeliveryCounts& other) {
    for (std::uint32_t t = 0; t < ejected_flits.size(); ++t) {
      ejected_flits[TerminalId(t)] += other.ejected_flits[TerminalId(t)];
      wasted_flits[TerminalId(t)] += other.wasted_flits[TerminalId(t)];
    }
    delivered += other.delivered;
    flit_hops += other.flit_hops;
    lost += other.lost;
    lost_flits += other.lost_flits;
    discarded += other.discarded;
    discarded_flits += other.discarded_flits;
  }
  void forget() {
    ejected_flits.assign(ejected_flits.size(), 0);
    wasted_flits.assign(wasted_flits.size(), 0);
    delivered = flit_hops = lost = lost_flits = discarded = discarded_flits = 0;
  }
  template <typename Archive>
  void io(Archive& archive) {
    auto& [flits, wasted, packets, hops, lost_packets, flits_lost, thrown_away, flits_thrown_away] = *this;
    archive(flits, wasted, packets, hops, lost_packets, flits_lost, thrown_away, flits_thrown_away);
  }
};

class DeliveryQueue {
 public:
  explicit DeliveryQueue(std::uint32_t terminals)
      : words_(terminals / 64 + 1),
        summary_(terminals / 4096 + 1),
        first_(terminals),
        counts_{IdVector<TerminalId, std::uint64_t>(terminals), IdVector<TerminalId, std::uint64_t>(terminals)} {}

  // The packet is complete in cycle `now`.
  void add(PacketId id, PacketPool& pool, Cycle now) {
    const Packet& m = pool[id];
    counts_.ejected_flits[m.source] += m.order.length;
    ++counts_.delivered;
    queue(id, pool, now, false);
  }
  // Likewise, but it has errors: it is thrown away, and its source knows of the loss before the next cycle.
  void discard(PacketId id, PacketPool& pool, Cycle now) {
    ++counts_.discarded;
    counts_.discarded_flits += pool[id].order.length;
    queue(id, pool, now, true);
  }
  void run(PacketPool& pool, DeliveryObserver& observer) {
    take([&](PacketId id, bool discarded) {
      report(pool.delivery(id), discarded, observer);
      pool.give_back(id);
    });
  }
  static void report(const Delivery& done, bool discarded, DeliveryObserver& observer) {
    discarded ? observer.lost(done.packet, done.ejected + 1) : observer.delivered(done);
  }
  // The same, each to visit(id, whether it is thrown away).
  template <typename Visit>
  void take(Visit visit) {
    for (std::size_t s = 0; s < summary_.size(); ++s) {
      for (; summary_[s] != 0; summary_[s] &= summary_[s] - 1) {
        const std::size_t w = s * 64 + static_cast<std::size_t>(__builtin_ctzll(summary_[s]));
        for (; words_[w] != 0; words_[w] &= words_[w] - 1) {
          const TerminalId to(static_cast<std::uint32_t>(w * 64 + static_cast<std::size_t>(__builtin_ctzll(words_[w]))));
          for (std::uint32_t i = first_[to]; i != kNone; i = entries_[i].next) visit(entries_[i].id, entries_[i].discarded);
        }
      }
    }
    entries_.clear();
  }
  // Of packets that are taken out of the network: what was handed over of them, by source, and what crossed channels
  // stays counted.
  void keep(const std::vector<std::uint64_t>& before, const std::vector<std::uint64_t>& after, std::uint64_t flit_hops) {
    for (std::uint32_t t = 0; t < before.size(); ++t) {
      counts_.ejected_flits[TerminalId(t)] += before[t] - after[t];
      counts_.wasted_flits[TerminalId(t)] += before[t] - after[t];
    }
    counts_.flit_hops += flit_hops;
  }
  void lose(std::uint64_t packets, std::uint64_t flits) {
    counts_.lost += packets;
    counts_.lost_flits += flits;
  }
  [[nodiscard]] bool empty() const { return entries_.empty(); }
  [[nodiscard]] const DeliveryCounts& counts() const { return counts_; }
  [[nodiscard]] DeliveryCounts& counts() { return counts_; }

  // Between two cycles nothing is to be handed over.
  template <typename Archive>
  void io(Archive& archive) {
    auto& [entries, words, summary, first, counted] = *this;
    static_cast<void>(entries);
    static_cast<void>(words);
    static_cast<void>(summary);
    static_cast<void>(first);
    archive(counted);
  }

 private:
  static constexpr std::uint32_t kNone = 0xffffffffU;
  struct Entry {
    PacketId id;
    std::uint32_t next;  // of the same destination
    bool discarded;
  };
  void queue(PacketId id, PacketPool& pool, Cycle now, bool discarded) {
    Delivery& done = pool.delivery(id);
    const Packet& m = done.packet;
    done.ejected = now;
    counts_.flit_hops += std::uint64_t{m.hops} * m.order.length;
    const auto slot = static_cast<std::uint32_t>(entries_.size());
    const TerminalId to = m.order.destination;
    const std::uint64_t bit = std::uint64_t{1} << (to.value() % 64);
    std::uint64_t& word = words_[to.value() / 64];
    if ((word & bit) != 0) return join(id, to, discarded, pool);
    word |= bit;
    summary_[to.value() / 4096] |= std::uint64_t{1} << (to.value() / 64 % 64);
    first_[to] = slot;
    entries_.push({id, kNone, discarded});
  }
  // Another packet for a destination that has one already in this cycle.
  void join(PacketId id, TerminalId to, bool discarded, const PacketPool& pool) {
    const auto before = [&](PacketId a, PacketId b) {
      const Packet& x = pool[a];
      const Packet& y = pool[b];
      return x.source != y.source ? x.source < y.source : x.sequence < y.sequence;
    };
    const auto slot = static_cast<std::uint32_t>(entries_.size());
    std::uint32_t* link = &first_[to];
    while (*link != kNone && before(entries_[*link].id, id)) link = &entries_.begin()[*link].next;
    const Entry entry{id, *link, discarded};
    *link = slot;
    entries_.push(entry);
  }

  AppendList<Entry> entries_;  // of this cycle
  std::vector<std::uint64_t> words_, summary_;
  IdVector<TerminalId, std::uint32_t> first_;
  DeliveryCounts counts_;
};

}  // namespace dateline

// What the core offers to external nodes: routers outside the core (SystemC modules; docs/extend/router-systemc.md)
// that receive, buffer and send flits cycle by cycle, while the core compiles the rest of the network.
//
// The contract of a link of latency l (injection channels: 1): what is sent in cycle t, flit or credit, is seen from
// cycle t + l on, and a reader in cycle t takes only what is due by then; so no order of modules can matter. In
// cycle t a module takes what is due, decides, sends at most one flit a link on a VC it holds with a slot free, gives
// one credit for each flit that left a buffer, and hands over what is at its destination. The core applies these calls
// in its step of cycle t, beside its own movements, to the same records: so counts, audit, watchdog and purges see
// external nodes like any other, and every call is checked (external_ports.hpp). Release has no wire: a VC is free when
// its tail was sent and all its credits are back (atomic reuse), or from the cycle after the tail was sent, and then to
// packets that its free places are enough for (reuse whole, place, tail: vc_reuse.hpp).
#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "models/network/relation/relation.hpp"
#include "sim/core/state/layout/id_vector.hpp"
#include "sim/core/state/layout/ring.hpp"
#include "sim/core/state/layout/vc_numbering.hpp"

namespace dateline {

// A module at an external node broke the contract.
class ExternalRouterError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct ExternalFlit {
  PacketId packet;             // a number, not a reference: the pool of packets grows
  std::uint16_t sequence = 0;  // its place among the flits of its packet, from 0
  std::uint8_t vc = 0;
  bool head = false, tail = false;
  bool deflected = false;  // of a head that is sent: over a hop that the relation does not offer; its header begins anew behind it
  std::uint32_t hops = 0;  // of a head: network channels crossed, this one included
  HeaderState state;       // of a head: after this hop
};

// Things under way over a link, each with the cycle from which it is seen; taken in the order of that cycle.
template <typename T>
class DueQueue {
 public:
  void push(Cycle due, const T& what) {
    entries_.push_back({due, what});
    for (std::size_t i = entries_.size() - 1; i > 0 && entries_[i - 1].due > due; --i) std::swap(entries_[i - 1], entries_[i]);
    first_due_ = entries_.front().due;
  }
  [[nodiscard]] bool take(Cycle now, T& what) {
    if (!has(now)) return false;
    what = entries_.front().what;
    entries_.pop_front();
    set_first_due();
    return true;
  }
  // Something is due.
  [[nodiscard]] bool has(Cycle now) const { return first_due_ <= now; }
  // Places for things under way that there are.
  [[nodiscard]] std::size_t slots() const { return entries_.places(); }
  // When the last one is due for which matches(what); 0 if there is none.
  template <typename Matches>
  [[nodiscard]] Cycle last_due(Matches matches) const {
    for (std::size_t i = entries_.size(); i > 0; --i) {
      if (matches(entries_[i - 1].what)) return entries_[i - 1].due;
    }
    return 0;
  }
  // Of those due by `now`.
  template <typename Matches>
  [[nodiscard]] std::uint32_t count(Cycle now, Matches matches) const {
    std::uint32_t found = 0;
    for (std::size_t i = 0; i < entries_.size(); ++i) found += entries_[i].due <= now && matches(entries_[i].what) ? 1 : 0;
    return found;
  }
  template <typename Gone>
  void remove_if(Gone gone) {
    entries_.remove_if([&](const Entry& e) { return gone(e.what); });
    set_first_due();
  }

 private:
  struct Entry {
    Cycle due;
    T what;
  };
  static constexpr Cycle kNever = ~Cycle{0};
  void set_first_due() { first_due_ = entries_.empty() ? kNever : entries_.front().due; }

  Ring<Entry> entries_;
  Cycle first_due_ = kNever;
};

// One direction of a wire of which at least one end is external: flits to a receiving module, credits to a sending one.
struct ExternalLink {
  ChannelId channel;
  DueQueue<ExternalFlit> flits;
  DueQueue<std::uint8_t> credits;  // VC numbers
  Cycle emptied = 0;               // the cycle, and one, in which flits were last handed over from its buffers
  std::uint32_t vcs_emptied = 0;   // those VCs

  // A buffer hands over one flit a cycle. False at the second.
  [[nodiscard]] bool first_handed_over(Cycle now, std::uint32_t vc_index) {
    if (emptied != now + 1) vcs_emptied = 0;
    emptied = now + 1;
    const bool first = (vcs_emptied >> vc_index & 1U) == 0;
    vcs_emptied |= 1U << vc_index;
    return first;
  }

  // Flits of a VC that are due by `cycle` and have not been taken.
  [[nodiscard]] std::uint32_t under_way(Cycle cycle, std::uint32_t vc_index) const {
    return flits.count(cycle, [&](const ExternalFlit& f) { return f.vc == vc_index; });
  }
};

// Why head flits of a router cannot move, for the watchdog.
class ExternalWaits {
 public:
  // The head flit in the buffer of `at` waits for any of `vcs` of a channel; several calls: for any of them, as
  // offered.
  virtual void for_channel(VcId at, ChannelId channel, std::uint32_t vcs) = 0;
  // It waits for a slot in the memory of its node, too.
  virtual void for_memory(VcId at) = 0;

 protected:
  ~ExternalWaits() = default;
};

// What a purge (docs/reference/router-cycle.md, section 9) took out of the network.
struct ExternalLosses {
  std::vector<std::uint8_t> lost;       // by packet
  IdVector<VcId, std::uint8_t> as_new;  // VCs of failed channels and, atomic reuse, of lost packets: no packet holds them, all credits are back
  IdVector<VcId, std::uint16_t> slots;  // shared buffers: credits that came back at once with the lost flits
  [[nodiscard]] bool took(PacketId id) const { return id.value() < lost.size() && lost[id.value()] != 0; }
};

// What the core asks of an external router between two cycles.
class ExternalReports {
 public:
  // A router that reports nothing counts as able to move.
  virtual void report_waits(ExternalWaits& /*waits*/) const {}
  // Flits in the buffer of `vc`; -1: it does not tell.
  [[nodiscard]] virtual int held(VcId /*vc*/) const { return -1; }
  // Whether it understands purge(): faults that come and go need it.
  [[nodiscard]] virtual bool purges() const { return false; }
  // Drops the flits of lost packets, takes back their places and VCs, and routes all head flits that wait anew.
  virtual void purge(const ExternalLosses& /*losses*/) {}

 protected:
  ~ExternalReports() = default;
};

}  // namespace dateline

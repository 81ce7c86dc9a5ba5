// The core's side of external nodes (external_router.hpp): their links, and what their modules called in the cycle that
// is about to be executed. Calls are kept as they come, at any time and in any order of modules; the engine applies
// them in its step (external_steps.hpp), where it checks each against the records: no slot downstream, a head flit on a
// held VC or over a channel that the relation does not offer, a flit of a packet that does not hold the VC, a second
// flit on a link, a credit for no flit. A broken rule throws InvariantError with cycle, node, port and VC.
#pragma once

#include <vector>

#include "sim/core/state/external_router.hpp"
#include "sim/core/state/external_watch.hpp"
#include "sim/core/state/layout/wiring.hpp"
#include "sim/core/state/owed_credits.hpp"
#include "sim/core/state/vc_store.hpp"

namespace dateline {

struct ExternalCalls {
  struct Grant {
    VcId at, vc;
    HeaderState next;
    bool deflected = false;  // the relation need not offer the hop
  };
  struct Send {
    VcId vc;
    ExternalFlit flit;
  };
  struct Eject {
    VcId vc;
    PacketId packet;
    std::uint16_t sequence;
    bool head, tail;
  };
  struct Absorb {
    VcId at;
    bool waited;  // for channels, before it was absorbed
  };
  struct Blocked {
    VcId at;
    std::vector<ChannelId> channels;
  };
  std::vector<Grant> grants;    // a head flit at the front of `at` holds `vc` from now on
  std::vector<Absorb> absorbs;  // the head flit leaves the network at this node
  std::vector<Blocked> blocked;
  std::vector<Send> sends;
  std::vector<Eject> ejects;               // a flit at the front of `vc` is handed over (ideal ejection)
  std::vector<VcId> credits;               // a flit has left the buffer of `vc`
  std::vector<std::uint32_t> granted_vcs;  // those of `sends`, ended as the core's picks are
  void clear() {
    grants.clear();
    absorbs.clear();
    blocked.clear();
    sends.clear();
    ejects.clear();
    credits.clear();
  }
};

class ExternalRouters {
 public:
  ExternalRouters(const Wiring& wiring, const VcNumbering& numbering, const VcStore& store);

  [[nodiscard]] std::uint32_t nodes() const { return static_cast<std::uint32_t>(nodes_.size()); }
  [[nodiscard]] bool is_external(NodeId node) const { return nodes_[node] != 0; }
  [[nodiscard]] std::uint32_t count() const { return count_; }
  // Null where neither end is external.
  [[nodiscard]] ExternalLink* link(ChannelId channel) { return link_of_[channel] == kNone ? nullptr : &links_[link_of_[channel]]; }
  static constexpr std::uint8_t kSends = 1, kReceives = 2;
  [[nodiscard]] bool sends(ChannelId channel) const { return (roles_[channel] & kSends) != 0; }
  [[nodiscard]] bool receives(ChannelId channel) const { return (roles_[channel] & kReceives) != 0; }
  // The VCs of a word of VC numbers that external nodes allocate.
  [[nodiscard]] std::uint64_t own_vcs(std::size_t word) const { return own_vcs_[word]; }
  // Those of the core over which a flit comes to an external node, or may come from the buffer of one that sends to
  // there.
  [[nodiscard]] std::uint64_t near_vcs(std::size_t word) const { return near_vcs_[word]; }

  [[nodiscard]] ExternalCalls& calls() { return calls_; }
  [[nodiscard]] bool quiet() const { return credits_.none(); }
  [[nodiscard]] OwedCredits& credits() { return credits_; }
  [[nodiscard]] const OwedCredits& credits() const { return credits_; }
  [[nodiscard]] ExternalWatch& watch() { return watch_; }
  [[nodiscard]] const ExternalWatch& watch() const { return watch_; }

  // What the core asks about a node; null: nothing.
  [[nodiscard]] ExternalReports* router(NodeId node) const { return routers_[node]; }
  void set_router(NodeId node, ExternalReports& router) { routers_[node] = &router; }

  [[nodiscard]] bool watched() const { return watched_; }  // an observer asks for head flits that wait
  void set_watched() { watched_ = true; }
  [[nodiscard]] std::uint64_t forwarded() const { return forwarded_; }  // flits that external nodes sent over network channels
  void count_forwarded(std::uint64_t flits) { forwarded_ += flits; }
  [[nodiscard]] std::uint64_t deflections() const { return deflections_; }
  void count_deflection() { ++deflections_; }
  // Flits of a channel are sent one a cycle. False at the second.
  [[nodiscard]] bool first_in(Cycle now, ChannelId channel) {
    const bool first = last_sent_[channel] != now + 1;
    last_sent_[channel] = now + 1;
    return first;
  }
  // The cycle after the one in which a module sent the last; 0: none.
  [[nodiscard]] Cycle last_sent(ChannelId channel) const { return last_sent_[channel]; }
  // Those of interfaces, too.
  [[nodiscard]] const std::vector<ChannelId>& channels_to(NodeId node) const { return channels_to_[node]; }
  [[nodiscard]] Port from_port(ChannelId channel) const { return from_port_[channel]; }

 private:
  static constexpr std::uint32_t kNone = 0xffffffffU;
  IdVector<NodeId, std::uint8_t> nodes_;
  IdVector<ChannelId, std::uint8_t> roles_;
  IdVector<ChannelId, std::uint32_t> link_of_;
  std::vector<ExternalLink> links_;
  std::vector<std::uint64_t> own_vcs_, near_vcs_;
  ExternalCalls calls_;
  OwedCredits credits_;
  ExternalWatch watch_;
  std::uint64_t forwarded_ = 0, deflections_ = 0;
  IdVector<ChannelId, Cycle> last_sent_;
  IdVector<ChannelId, Port> from_port_;
  IdVector<NodeId, std::vector<ChannelId>> channels_to_;  // of external nodes
  IdVector<NodeId, ExternalReports*> routers_;
  std::uint32_t count_ = 0;
  bool watched_ = false;
};

}  // namespace dateline

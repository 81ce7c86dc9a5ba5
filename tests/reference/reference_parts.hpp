// What the phases of the reference machine work on: its channels, routers and worms; how a worm takes one of the free
// VCs that would do (docs/reference/router-cycle.md, section 5); and the invariants that hold between cycles.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "reference_network.hpp"

namespace dateline::reference {

class Parts {
 protected:
  using C = ReferenceConfig;
  using Kind = ReferenceEvent::Kind;

  // Throws std::invalid_argument.
  Parts(const ReferenceConfig& config, const ReferenceRelation* relation, const std::vector<ReferencePacket>& packets, ReferenceLog& log);

  // The VCs of a set on a channel of `vcs`: its own numbers where there are as many as network VCs, else an equal
  // share.
  [[nodiscard]] std::vector<int> vcs_of_set(int set, int vcs) const;
  [[nodiscard]] int first_vc(int set) const;

  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  Channel& channel(int id) { return channels_[at(id)]; }
  [[nodiscard]] const Channel& channel(int id) const { return channels_[at(id)]; }
  VirtualChannel& vc(const Place& p) { return channels_[at(p.channel)].vcs[at(p.vc)]; }
  [[nodiscard]] const VirtualChannel& vc(const Place& p) const { return channels_[at(p.channel)].vcs[at(p.vc)]; }
  Worm& packet(int id) { return packets_[at(id)]; }
  [[nodiscard]] const Worm& packet(int id) const { return packets_[at(id)]; }

  [[nodiscard]] ReferenceVc name(const Place& p) const;
  void note(Cycle t, ReferenceEvent::Kind kind, ReferenceVc vc, ReferenceVc other, int w, bool tail = false);

  // What the relation offers the header of a worm that came over a channel in `state`, over so many hops.
  [[nodiscard]] std::vector<ReferenceExit> exits_after(const Channel& came, int w, std::uint64_t state, int hops) const;
  // Whether it is delivered there.
  [[nodiscard]] bool delivered_after(const Channel& came, int w, std::uint64_t state, int hops) const;

  // Leaves one route of those that a header at `node` may take: hops times the flits for which there is no place behind
  // its channel, and the bias of a detour; of equals the first. What was chosen stands while the header waits there.
  void keep_cheapest(int node, int w, std::vector<ReferenceExit>& exits);
  // Gives the worm a free VC of the lowest rank that has one; false if there is none.
  bool take_vc(int w, const Request& request, const Place& feeder, Cycle t);
  void give_vc(int w, const Place& chosen, std::uint64_t next, const Place& feeder, Cycle t);
  using FreeVcs = std::vector<std::pair<Place, std::uint64_t>>;  // with the state after it, by channel and VC
  [[nodiscard]] FreeVcs free_vcs(const std::vector<Option>& rank, int length, Cycle t) const;

  // A cycle begins, or ends, for links that retry: flits that they take in are in their buffers, or a pipeline later.
  void begin_links(Cycle t);
  void end_links(Cycle t);
  void return_places(Cycle t);
  // Whether that flit of the channel errs, and the destination finds it.
  [[nodiscard]] bool errs(const Channel& c, long long flit) const {
    return config_.errors_at_destination && c.kind == ChannelKind::network && config_.errs(c.begin.node, c.begin.port, flit, 0);
  }

  // Throws std::logic_error unless it `holds`.
  static void check(bool holds, const std::string& what, Cycle t, int channel, int vc);
  void check_places(Cycle t) const;

  ReferenceConfig config_;
  const ReferenceRelation* relation_;  // null: dimension order
  ReferenceRouting routing_;
  std::vector<ReferenceRouting> routing_of_set_;
  int nodes_ = 0;
  ReferenceLog& log_;
  std::vector<Channel> channels_;
  std::vector<Router> routers_;
  std::vector<Worm> packets_;

 private:
  void accept_packets(const std::vector<ReferencePacket>& packets);
  [[nodiscard]] bool has_room(const VirtualChannel& v, int length) const;
  std::size_t select(int w, const FreeVcs& free);
};

}  // namespace dateline::reference

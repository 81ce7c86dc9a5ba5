// A network of several tiles at a standstill, as one: between two cycles, when all mail is taken, the state of the
// tiles is written into a tile of the whole network, which counts, the watchdog and audits then read. Packets are in
// every tile that their flits are in; of the whole network each is one. Cost: O(VCs + packets + events under way).
#pragma once

#include <map>
#include <vector>

#include "sim/core/state/tile.hpp"

namespace dateline {

// Numbers of a tile's channels and VCs in the whole network.
class WholeNumbers {
 public:
  WholeNumbers(const VcNumbering& tile, const VcNumbering& whole) : tile_(tile), whole_(whole) {}
  // kNoChannel: no flit crosses it here.
  [[nodiscard]] ChannelId channel(ChannelId own) const {
    if (tile_.is_network(own)) return tile_.in_network(own);
    if (tile_.is_elsewhere(own)) return kNoChannel;
    const bool ejection = tile_.is_ejection(tile_.vc(own, 0));
    return ChannelId(whole_.network_channels() + (ejection ? whole_.injection_channels() : 0) + tile_.nic_number(own));
  }
  [[nodiscard]] VcId vc(VcId own) const {
    const ChannelId of = channel(tile_.channel_of(own));
    return of == kNoChannel ? VcId() : whole_.vc(of, tile_.vc_index(own));
  }

 private:
  const VcNumbering& tile_;
  const VcNumbering& whole_;
};

// The store's counts of granted flits alone.
void gather_granted_flits(const Tile& tile, Tile& whole);

class Standstill {
 public:
  // `wiring`: of the whole network, that `whole` was made of.
  Standstill(Tile& whole, const Wiring& wiring) : whole_(whole), wiring_(wiring) {}

  // A tile of the network, of the routers from `first` up to `end`.
  void add(Tile& tile, std::uint32_t first, std::uint32_t end) { parts_.push_back({tile, first, end, WholeNumbers(tile.numbering, whole_.numbering), {}}); }
  void gather();
  // Writes back what a change of the network (reconfiguration/reconfiguration.hpp) has changed in the whole; after
  // gather(), with nothing executed in between.
  void scatter();

 private:
  struct Part {
    Tile& tile;
    std::uint32_t first, end;
    WholeNumbers numbers;
    std::vector<PacketId> packets;  // of each of its packets the number in the whole network
    // Of one that was in use before, any.
    [[nodiscard]] PacketId packet(PacketId own) const { return own.value() < packets.size() ? packets[own.value()] : PacketId(); }
    // visit(own VC, VC in the whole network) for those whose sender, or receiver, is in the tile.
    template <typename Visit>
    void for_senders(Visit visit) const {
      const VcNumbering& numbering = tile.numbering;
      for (std::uint32_t v = numbering.incoming(); v < numbering.vcs(); ++v) {
        if (numbers.channel(numbering.channel_of(VcId(v))) != kNoChannel) visit(VcId(v), numbers.vc(VcId(v)));
      }
    }
    template <typename Visit>
    void for_receivers(Visit visit) const {
      const VcNumbering& numbering = tile.numbering;
      for (std::uint32_t v = 0; v < numbering.vcs(); ++v) {
        const bool leads_out = v >= numbering.first_outgoing() && v < numbering.first_injection();
        if (!leads_out && numbers.channel(numbering.channel_of(VcId(v))) != kNoChannel) visit(VcId(v), numbers.vc(VcId(v)));
      }
    }
  };
  void empty_whole();
  void gather_packets();
  void gather_senders(const Part& part);
  void gather_receivers(const Part& part);
  void gather_announced();
  void gather_events(const Part& part);
  void gather_heads(const Part& part);
  void gather_counts(const Part& part);
  void scatter_packets(const Part& part);
  // `had_front`: a packet was at the front of the buffer before the change.
  void scatter_queues(const Part& part, VcId own, VcId vc, bool had_front);
  void scatter_announced(const Part& part, VcId own);
  // In scatter(): a tile's packet is in the network still.
  [[nodiscard]] bool lives(const Part& part, PacketId own) const { return lives_[part.packet(own).value()]; }
  void scatter_senders(const Part& part);
  void scatter_receivers(const Part& part);
  void scatter_events(const Part& part);

  Tile& whole_;
  const Wiring& wiring_;
  std::vector<Part> parts_;
  std::vector<bool> lives_;  // per packet of the whole network, in scatter()
};

}  // namespace dateline

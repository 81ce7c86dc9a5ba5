// Where a tile meets others: the four events that cross between routers (router_events.hpp), as mail. What a cycle has
// to say to another tile is put into the mailbox between the two when the cycle ends. It is taken before the next
// begins, or, where a stretch of several cycles is executed at once (tiles/tiled_network.hpp), before the next stretch;
// a mailbox has two places, by parity of the stretch, so that nothing is written where something is read.
// A VC whose channel comes from another tile has its receiver's half here, and of the sender's half a copy: how many
// flits are still to come (`to_send`), whose they are (`holder`). What is written into its word is mail: a credit sets
// its `space` bit, a release clears its `busy` bit (put_events). A VC whose channel leads to another tile has its
// sender's half here.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sim/core/state/layout/marked_vc.hpp"
#include "sim/core/state/packet/packet.hpp"

namespace dateline {

// VCs by their numbers in the tile that takes the mail.
struct Mail {
  // One that crosses a channel.
  struct Flit {
    VcId vc;
    bool head, tail;
    bool marked;         // a tail whose packet has erred (packet_errors.hpp)
    std::uint8_t cycle;  // of the stretch, from 0
  };
  struct Credit {
    MarkedVc vc;  // marked: the VC is released with it
    std::uint8_t cycle;
  };
  // Of a head flit, in their order; what the memories of nodes know of its packet comes with it.
  struct Head {
    Packet packet;
    bool delivered;        // with a router pipeline: it is delivered at the router where the channel ends
    std::uint32_t absorbed;  // times
    SoftwareHeader software;
  };
  Cycle first = 0;  // of the stretch in which it was put
  std::vector<Flit> flits;
  std::vector<Cycle> late;  // of each flit, how much later it arrives; empty where no channel errs
  std::vector<Head> heads;
  std::vector<Credit> credits;
  std::vector<VcId> released;
  std::vector<VcId> ejected;  // packets that are being ejected: their slots never run out

  [[nodiscard]] bool empty() const { return flits.empty() && credits.empty() && released.empty() && ejected.empty(); }
  void clear() {
    flits.clear();
    late.clear();
    heads.clear();
    credits.clear();
    released.clear();
    ejected.clear();
  }
};

// From one tile to another.
struct Mailbox {
  std::array<Mail, 2> places;
};

class Border {
 public:
  // The other side of a channel: where mail for it goes, and its first VC there.
  struct Side {
    Mailbox* to;
    VcId first;
  };

  // `incoming`, `outgoing`: of the tile's channels from other tiles and to other tiles, in the order of their numbers;
  // a side without mailbox is of a channel that no flit crosses. `from`: the mailboxes to be taken, in order.
  Border(std::vector<Side> incoming, std::vector<Side> outgoing, std::vector<Mailbox*> from, const VcNumbering& numbering)
      : incoming_(std::move(incoming)), outgoing_(std::move(outgoing)), from_(std::move(from)), numbering_(&numbering) {}

  // A stretch of cycles begins with cycle `first`, which is executed next: what is put from now on is of it.
  void begin_stretch(Cycle first) {
    turn_ ^= 1U;
    first_ = first;
  }
  // A cycle begins; whether it is the first of its stretch.
  [[nodiscard]] bool begin(Cycle now) {
    cycle_ = static_cast<std::uint8_t>(now - first_);
    return cycle_ == 0;
  }
  // The number of a VC of the border on its other side, and the mail for that.
  [[nodiscard]] VcId across(VcId vc) const { return VcId(side_of(vc).first.value() + numbering_->vc_index(vc)); }
  [[nodiscard]] Mail& mail_for(VcId vc) {
    Mail& mail = side_of(vc).to->places[turn_];
    mail.first = first_;
    return mail;
  }
  // The cycle that is executed, counted from the first of its stretch.
  [[nodiscard]] std::uint8_t cycle() const { return cycle_; }
  // What was put before the stretch began, or, between two stretches, in the last.
  template <typename Take>
  void take(bool between_stretches, Take take) {
    for (Mailbox* const box : from_) {
      Mail& mail = box->places[between_stretches ? turn_ : turn_ ^ 1U];
      if (mail.empty()) continue;
      take(mail);
      mail.clear();
    }
  }
  [[nodiscard]] bool all_taken() const {
    for (const Mailbox* const box : from_) {
      if (!box->places[0].empty() || !box->places[1].empty()) return false;
    }
    return true;
  }
  // VCs that come from other tiles.
  [[nodiscard]] std::uint32_t incoming() const { return numbering_->incoming(); }
  [[nodiscard]] std::size_t outgoing_channels() const { return outgoing_.size(); }

 private:
  [[nodiscard]] const Side& side_of(VcId vc) const {
    const std::uint32_t channel = numbering_->channel_of(vc).value();
    return vc.value() < numbering_->incoming() ? incoming_[channel] : outgoing_[channel - numbering_->channel_of(VcId(numbering_->first_outgoing())).value()];
  }
  std::vector<Side> incoming_, outgoing_;
  std::vector<Mailbox*> from_;
  const VcNumbering* numbering_;
  unsigned turn_ = 0;
  Cycle first_ = 0;
  std::uint8_t cycle_ = 0;
};

}  // namespace dateline

// The state of all virtual channels: records, bit words, which blocks of words are live, the packets behind others
// (reuse other than atomic), channel state.
// Ownership: see vc_state.hpp. Bits and `wanted` belong to the sender's node; a word may hold VCs of several nodes,
// each with one writer.
// Cost: a scan looks only at blocks of 256 VC numbers in which some VC is allocated.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/core/state/layout/channel_delays.hpp"
#include "sim/core/state/layout/vc_bits.hpp"
#include "sim/core/state/ownership.hpp"
#include "sim/core/state/shared_buffers.hpp"
#include "sim/core/state/vc_state.hpp"

namespace dateline {

// What the inner loops hold in registers; a copy writes the same state. The events that cross from one node to another
// are those of router_events.hpp.
struct VcView {
  VcState* records;
  VcWord* words;
  VcPackets* packets;
  ChannelState* channels;
  std::uint8_t* live;
  unsigned shift;
  std::uint8_t depth;  // slots of a buffer
  Ownership ownership;

  static constexpr unsigned kBlockBits = 8;  // a block of the scan: 256 VC numbers

  [[nodiscard]] ChannelState& channel(VcId vc) const { return channels[vc.value() >> shift]; }

  [[nodiscard]] OutputVcState& sender(VcId vc) const {
    ownership.check_sender(vc);
    return records[vc.value()].sender;
  }
  [[nodiscard]] InputVcState& receiver(VcId vc) const {
    ownership.check_receiver(vc);
    return records[vc.value()].receiver;
  }
  [[nodiscard]] VcWord& word(VcId vc) const {
    ownership.check_sender(vc);
    return words[vc.value() >> 6U];
  }
  // VCs within `mask` that no packet holds, of the channel whose first VC is `first`.
  [[nodiscard]] std::uint32_t free_vcs(VcId first, std::uint32_t mask) const {
    return vc_field(~words[first.value() >> 6U].busy, first.value(), mask);
  }
  // The packet `packet` of `length` flits, whose head flit is at the front of `feed` (on an injection channel: in the
  // interface), holds `vc` from now on.
  void allocate(VcId vc, VcId feed, PacketId packet, std::uint32_t length) {
    const std::uint64_t bit = vc_bit(vc.value());
    VcWord& own = word(vc);
    own.busy |= bit;
    own.avail |= bit;
    OutputVcState& half = sender(vc);
    half.feed = feed;
    half.to_send = static_cast<std::uint16_t>(length);
    half.takes = 1;
    packets[vc.value()].holder = packet;
    live[vc.value() >> kBlockBits] = 1;
  }
};

class VcStore {
 public:
  VcStore(const RouterConfig& config, const Wiring& wiring, const VcNumbering& numbering);

  [[nodiscard]] VcView view() {
    return {records_.data(),
            words_.data(),
            packets_.data(),
            channels_.data(),
            live_.data(),
            shift_,
            static_cast<std::uint8_t>(buffer_depth_),
            Ownership(channels_.data(), shift_)};
  }
  [[nodiscard]] const VcState& record(VcId vc) const { return records_[vc]; }
  [[nodiscard]] const VcWord& word(VcId vc) const { return words_[vc.value() >> 6U]; }
  [[nodiscard]] std::vector<VcWord>& words() { return words_; }
  [[nodiscard]] ChannelState& channel(ChannelId c) { return channels_[c]; }
  [[nodiscard]] const ChannelState& channel(ChannelId c) const { return channels_[c]; }
  [[nodiscard]] ChannelState* channels() { return channels_.data(); }
  [[nodiscard]] VcPackets& packets(VcId vc) { return packets_[vc]; }
  [[nodiscard]] const VcPackets& packets(VcId vc) const { return packets_[vc]; }
  [[nodiscard]] AnnouncedPackets& announced() { return announced_; }
  [[nodiscard]] const AnnouncedPackets& announced() const { return announced_; }
  [[nodiscard]] SharedBuffers& queues() { return queues_; }
  [[nodiscard]] const SharedBuffers& queues() const { return queues_; }

  // One more than the highest number of an input port at any router.
  [[nodiscard]] std::uint32_t input_ports() const;
  [[nodiscard]] const Delays& delays() const { return delays_; }
  [[nodiscard]] const ChannelDelay& delay_of(ChannelId channel) const { return delays_.different()[channels_[channel].delay]; }
  [[nodiscard]] int buffer_depth() const { return buffer_depth_; }
  // Slots downstream, as the sender knows.
  [[nodiscard]] std::uint32_t slots_taken(VcId vc) const { return static_cast<std::uint32_t>(buffer_depth_) - record(vc).sender.credits; }
  // Per network channel, flits of the packets that were given a VC of it; empty unless config.execution.count_granted.
  [[nodiscard]] IdVector<ChannelId, std::uint64_t>& granted_flits() { return granted_flits_; }
  [[nodiscard]] const IdVector<ChannelId, std::uint64_t>& granted_flits() const { return granted_flits_; }
  // With a router pipeline: whether the packet that holds `vc` is delivered at the router where it ends.
  [[nodiscard]] bool delivers(VcId vc) const { return delays_.pipeline > 0 && delivers_[vc] != 0; }
  void set_delivers(VcId vc, bool delivers) { delivers_[vc] = delivers ? 1 : 0; }
  // VCs of `channel` within `mask` that no packet holds.
  [[nodiscard]] std::uint32_t free_vcs(ChannelId channel, std::uint32_t mask) const {
    const std::uint32_t first = channel.value() << shift_;
    return vc_field(~words_[first >> 6U].busy, first, mask);
  }
  // Whether such a VC may be given only where it has room for the packet (reuse whole and place).
  [[nodiscard]] bool needs_room() const { return counts_places(reuse_); }
  // Of such `vcs` of a channel, those with room for a packet of `length` flits.
  [[nodiscard]] std::uint32_t with_room(ChannelId channel, std::uint32_t vcs, std::uint32_t length) const;
  [[nodiscard]] bool is_free(VcId vc) const { return (word(vc).busy & vc_bit(vc.value())) == 0; }
  // Calls visit(word number) for all words of live blocks, ascending; forgets blocks in which no VC is allocated any
  // more.
  template <typename Visit>
  void for_each_live_word(Visit visit) {
    constexpr std::uint32_t kWordsPerBlock = 1U << (VcView::kBlockBits - 6U);
    for (std::size_t i = 0; i < live_.size(); i += 8) {
      std::uint64_t blocks = 0;
      for (unsigned k = 0; k < 8; ++k) blocks |= std::uint64_t{live_[i + k]} << (8 * k);
      for (; blocks != 0; blocks &= blocks - 1) {
        const std::size_t block = i + static_cast<std::size_t>(__builtin_ctzll(blocks)) / 8;
        const auto first = static_cast<std::uint32_t>(block) * kWordsPerBlock;
        std::uint64_t busy = 0;
        for (std::uint32_t w = first; w < first + kWordsPerBlock; ++w) {
          busy |= words_[w].busy;
          visit(w);
        }
        if (busy == 0) live_[block] = 0;
      }
    }
  }

  template <typename Archive>
  void io(Archive& archive) {
    auto& [shift, depth, reuse, delays_of, records, words_of, packets_of, channels_of, shared, announced_ones, delivers_of, granted, live] = *this;
    static_cast<void>(shift);
    static_cast<void>(depth);
    static_cast<void>(reuse);
    static_cast<void>(delays_of);
    archive(records, words_of, packets_of, channels_of, shared, announced_ones, delivers_of, granted, live);
  }

  [[nodiscard]] static std::uint64_t estimated_bytes(std::uint64_t channels, const RouterConfig& config);

 private:
  unsigned shift_;
  int buffer_depth_;
  VcReuse reuse_;
  Delays delays_;
  IdVector<VcId, VcState> records_;
  std::vector<VcWord> words_;  // whole blocks
  IdVector<VcId, VcPackets> packets_;
  IdVector<ChannelId, ChannelState> channels_;
  SharedBuffers queues_;                   // of shared buffers only
  AnnouncedPackets announced_;             // of shared buffers over longer channels only
  IdVector<VcId, std::uint8_t> delivers_;  // with a router pipeline only; written by the sender at the allocation
  IdVector<ChannelId, std::uint64_t> granted_flits_;
  std::vector<std::uint8_t> live_;  // per block: 1 if some VC may be allocated; their number is a multiple of 8
};

}  // namespace dateline

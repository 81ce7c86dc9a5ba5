// Places of headers bound for one destination and the hops between them, as the proof keeps them (header_graph.hpp),
// and the table that finds a place by the channel a header came over, its state and its software header. A place comes
// over a channel, or is where an absorbed message is injected again; sources' own places are not kept.
// Clearing costs nothing: what a slot holds counts only if that place exists and belongs there. Cost of a search: O(1)
// on average.
#pragma once

#include <cstdint>
#include <vector>

#include "models/network/relation/relation.hpp"

namespace dateline {

// What follows from the hops after a place.
struct Onward {
  std::uint32_t hops = 0;   // expected to the destination, or the index of a fraction (arrivals.hpp)
  bool fractional = false;  // which of them
  bool arrives = true;      // whatever the choices
};

// One way on: over a channel; out of the network; or, absorbed, to the place where the message is injected again.
struct PlaceHop {
  static constexpr std::uint32_t kDelivered = 0xffffffffU;
  static constexpr std::uint32_t kAbsorbed = 0xfffffffeU;  // for good: the relation does not say how it goes on

  std::uint64_t weight = 0;       // of its route; 1 if unweighted
  std::uint32_t to = kDelivered;  // a place, kDelivered or kAbsorbed
  ChannelId channel = kNoChannel;
  std::uint16_t classes = 0;
  Port port;                                           // that the channel leaves its node by
  bool counts = false;                                 // the first of its route; if unweighted, the first to its channel, of the lowest rank
  std::uint8_t length = 1;                             // 1 over a channel, else 0
  AbsorptionRule rule = AbsorptionRule::intermediate;  // if it is absorbed and goes on
  std::uint8_t rank = 0;                               // tried only if nothing of a lower rank is to be had
  bool free = false;                                   // the choice among the hops of its place is left to what is free

  [[nodiscard]] bool is_absorption() const { return channel == kNoChannel && to < kAbsorbed; }
};

struct HeaderPlaceRecord {
  enum class Progress : std::uint16_t { fresh, open, done };  // of the walk

  HeaderState state;
  ChannelId in;
  std::uint32_t next_in_slot;  // of the table that places are found by
  std::uint32_t first_hop, hops;
  Onward onward;
  std::uint16_t held;  // classes of `in` that a header here may hold; 0: injected again here, it holds none
  Progress progress;
  std::uint32_t header;  // its number among the software headers
};

class PlaceTable {
 public:
  PlaceTable() : newest_(1024, 0) {}

  void clear() { places_.clear(); }
  // The place's index; `held` is added to the classes it may hold. Where a message is injected again, `in` is a number
  // above those of all channels, one for each node. Without absorptions every header is number 0.
  template <bool kAbsorbs>
  [[nodiscard]] std::uint32_t find_or_add(ChannelId in, HeaderState state, std::uint32_t header, std::uint16_t held) {
    const std::uint32_t newest = newest_[slot_of<kAbsorbs>(in, state, header)];
    if (newest < places_.size()) {
      HeaderPlaceRecord& place = places_[newest];
      if (place.in == in && place.state == state && (!kAbsorbs || place.header == header)) {
        place.held |= held;
        return newest;
      }
    }
    return search_or_add<kAbsorbs>(in, state, header, held);
  }
  [[nodiscard]] const std::vector<HeaderPlaceRecord>& all() const { return places_; }
  [[nodiscard]] std::size_t size() const { return places_.size(); }
  [[nodiscard]] HeaderPlaceRecord& operator[](std::uint32_t index) { return places_[index]; }

 private:
  // States are spread, neighbouring channels stay close together.
  template <bool kAbsorbs>
  [[nodiscard]] std::size_t slot_of(ChannelId in, HeaderState state, std::uint32_t header) const {
    constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15ULL;
    return (in.value() + (state.word * kGolden >> 40U) + (kAbsorbs ? std::size_t{header} * 0x9e3779b9U : 0)) & (newest_.size() - 1);
  }
  template <bool kAbsorbs>
  [[nodiscard]] std::uint32_t search_or_add(ChannelId in, HeaderState state, std::uint32_t header, std::uint16_t held);
  template <bool kAbsorbs>
  [[nodiscard]] std::uint32_t newest_of(std::size_t slot, std::size_t places) const;
  template <bool kAbsorbs>
  void grow();

  std::vector<HeaderPlaceRecord> places_;
  std::vector<std::uint32_t> newest_;  // per slot, a power of two of them: the place added last
};

}  // namespace dateline

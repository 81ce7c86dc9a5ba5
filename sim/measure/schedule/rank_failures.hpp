// Ranks of a schedule whose nodes fail in the course of a run, and what sends must know of packets that faults took. A
// rank that has died stays dead, also where its node is repaired. A packet's send has ended with it when its tail has
// crossed the injection channel or a fault took it before: what is sent again does not end it twice.
// Cost: O(log n) a packet under way; only runs with fault events have one.
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "sim/core/state/packet/packet.hpp"

namespace dateline {

// From cycle `from` on these terminals are at nodes that have failed; the other terminals know of those in `known`
// (none given: of all), and send to the rest as before.
struct FailedTerminals {
  Cycle from = 0;
  std::vector<std::uint8_t> failed;
  std::vector<std::uint8_t> known = {};
  [[nodiscard]] bool knows(TerminalId terminal) const { return (known.empty() ? failed : known)[terminal.value()] != 0; }
};

class RankFailures {
 public:
  // Ascending; the first one's are those of the start. `places`: per rank.
  RankFailures(std::vector<FailedTerminals> changes, std::vector<TerminalId> places)
      : changes_(std::move(changes)), places_(std::move(places)), dead_(places_.size(), 0), known_dead_(places_.size(), 0) {}

  [[nodiscard]] bool due(Cycle now) const { return next_ < changes_.size() && now >= changes_[next_].from; }
  // Those that die now.
  [[nodiscard]] std::vector<std::uint32_t> take();
  [[nodiscard]] bool dead(std::uint32_t rank) const { return dead_[rank] != 0; }
  // Whether the others know that it has died: its node is known to have failed, or works again.
  [[nodiscard]] bool known_dead(std::uint32_t rank) const { return known_dead_[rank] != 0; }

  // The packet's tail has crossed the injection channel; whether that counts for its send.
  [[nodiscard]] bool crosses(const Packet& packet);
  void arrives(const Packet& packet) { crossed_.erase(key(packet)); }
  // A fault took the packet; whether that counts for its send. `again`: it is sent again.
  [[nodiscard]] bool takes(const Packet& packet, bool again);
  // It was to be sent again, and is not.
  void gives_up(const Packet& packet) { drop(packet); }
  template <typename Archive>
  void io(Archive& archive) {
    auto& [changes, places, dead_ranks, known_ranks, failed_now, next_one, crossed, counted] = *this;
    static_cast<void>(changes);
    static_cast<void>(places);
    archive(dead_ranks, failed_now, next_one, crossed, counted);
    if constexpr (Archive::kReads) {
      const std::size_t taken = std::exchange(next_one, 0);
      for (std::vector<std::uint8_t>* ranks : {&dead_ranks, &known_ranks}) std::fill(ranks->begin(), ranks->end(), std::uint8_t{0});
      while (next_one < taken) (void)take();  // what is known follows from the changes
    }
  }

 private:
  // Whether its node has failed now.
  [[nodiscard]] bool gone(std::uint32_t rank) const { return now_[places_[rank].value()] != 0; }
  using Key = std::pair<std::uint32_t, std::uint64_t>;
  [[nodiscard]] static Key key(const Packet& packet) { return {packet.source.value(), packet.sequence}; }
  // One fewer of those that do not count; whether there was one.
  bool drop(const Packet& packet);

  std::vector<FailedTerminals> changes_;
  std::vector<TerminalId> places_;
  std::vector<std::uint8_t> dead_, known_dead_;  // per rank
  std::vector<std::uint8_t> now_;                // per terminal
  std::size_t next_ = 0;
  std::set<Key> crossed_;                 // packets under way whose tails have crossed
  std::map<Key, std::uint32_t> counted_;  // source and tag -> packets sent again, or to be, whose sends have ended with them
};

}  // namespace dateline

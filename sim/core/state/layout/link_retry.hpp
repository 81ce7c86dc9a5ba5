// Network channels that err, and the retry of their links (go-back-N; docs/reference/router-cycle.md, section 10).
// A flit that crosses the switch goes into the replay buffer of its link. The link sends one flit per 1 / bandwidth, in
// order, at most `window` of them unacknowledged. The receiver sees that a flit has erred when it arrives, throws it
// away with all that follow, and says so; answers come back with the credits. A round trip R after it was sent - the
// channel's delay and that of its credits - the link sends it again, and all that follow. So flit i is sent to effect
// in cycle
//   S_i = max(h_i, S_{i-1} + 1 / bandwidth, S_{i-window} + R) + R e_i
// h_i being the cycle in which it crosses the switch and e_i how often it errs, and it arrives as late as S_i is after
// h_i; it leaves the replay buffer in S_i + R, and the next flit can cross the switch while there is room. With windows
// of R or more flits a busy link of bandwidth b passes (1 - P) / ((1 - P) / b + P R) flits/cycle.
// Try k of flit i errs where mix(mix(key + i) + k) is below P 2^64, key = mix(mix(seed xor K) + channel), numbered in
// the network, K = 0x510e527fade682d1 (random.hpp): of nothing else, so order and tiles decide nothing. Answers do not
// err. A link that fails forgets what it holds, and is as new when it is repaired; its flits are numbered on. One that
// has failed and is not known to have gets no answer: it takes as many flits as its replay buffer holds, and no more.
// Source: L. Peterson, B. Davie, Computer Networks, section 2.5 (sliding windows); PCI Express and CXL links retry so.
// Costs nothing where no channel errs. Written by the sender's router.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "sim/core/state/layout/link_errors.hpp"
#include "sim/core/state/layout/resent_flits.hpp"
#include "sim/core/state/layout/router_config.hpp"
#include "sim/core/state/layout/vc_numbering.hpp"

namespace dateline {

class LinkRetry {
 public:
  LinkRetry(const RouterConfig& config, const VcNumbering& numbering, const Wiring& wiring);

  [[nodiscard]] bool used() const { return !links_.empty(); }
  [[nodiscard]] bool errs(ChannelId channel) const { return used() && link_of_[channel.value()] != kNone; }
  static constexpr Cycle kNever = std::numeric_limits<Cycle>::max();
  // A flit crosses the switch to `channel` in cycle `now`; the first cycle in which the next may, kNever if none may
  // before it is as new.
  Cycle take(ChannelId channel, Cycle now);
  // How much later it arrives than it would without errors; 0 of a channel that does not err.
  [[nodiscard]] Cycle late(ChannelId channel) const { return errs(channel) ? links_[link_of_[channel.value()]].late : 0; }
  // Before cycle `now`: what the link holds is gone, with the tries to come.
  void renew(ChannelId channel, Cycle now);
  // Whether its flits are answered from now on; of a link that holds none.
  void set_answered(ChannelId channel, bool answered) { links_[link_of_[channel.value()]].answers = answered; }
  // Of tries in cycles before `end`, none of which is yet to come for a flit that crosses the switch.
  [[nodiscard]] ErrorCounts counts(Cycle end) const;
  // Flits that a link sent in cycles before `end` besides every one once (resent_flits.hpp); 0 of a channel that does
  // not err, and unless channels are counted.
  [[nodiscard]] std::uint64_t resent(ChannelId channel, Cycle end) const {
    return errs(channel) && !resent_.empty() ? resent_[link_of_[channel.value()]].before(end) : 0;
  }

  template <typename Archive>
  void io(Archive& archive) {
    auto& [link_of, links, again, window, replay, seed, counts] = *this;
    static_cast<void>(link_of);
    static_cast<void>(window);
    static_cast<void>(replay);
    static_cast<void>(seed);
    archive(links, again, counts);
  }

 private:
  static constexpr std::uint32_t kNone = 0xffffffffU;

  struct Link {
    std::uint64_t below = 0, key = 0;
    Cycle round_trip = 0;
    std::int64_t p = 1, q = 1;  // bandwidth
    std::int64_t next = 0;      // in 1/p cycles from `last_start` on: before that none is sent
    Cycle last_start = 0;       // S of the last flit
    std::uint64_t sent = 0;     // flits
    std::uint64_t renewed = 0;  // of these, before it was as new
    bool answers = true;        // its far end does
    Cycle late = 0;             // of the last
    std::uint64_t window = 0, replay = 0;
    std::vector<Cycle> starts = {};  // S of the last flits, flit i at i modulo the size
    template <typename Archive>
    void io(Archive& archive) {
      auto& [under, own_key, trip, top, bottom, free, from, flits, gone, alive, behind, open, room, last] = *this;
      // The key is the run's own: that of a branch may be drawn by another seed.
      static_cast<void>(under), static_cast<void>(own_key), static_cast<void>(trip), static_cast<void>(top), static_cast<void>(bottom);
      static_cast<void>(open), static_cast<void>(room);
      archive(free, from, flits, gone, alive, behind, last);
    }
    // What a flit that is first tried in `cycle` leaves the wire to do, in 1/p cycles from then on.
    [[nodiscard]] std::int64_t busy_from(Cycle cycle) const;
    // In which flit `i` before the next one was sent to effect, and a round trip more; 0: there is none.
    [[nodiscard]] Cycle answered(std::uint64_t i) const { return i > sent - renewed ? 0 : starts[(sent - i) % starts.size()] + round_trip; }
    // Tries that err in `end` or later: those of the flits that are sent to effect then, which are in the replay
    // buffer.
    [[nodiscard]] std::uint64_t errors_from(Cycle end) const;
  };

  std::vector<std::uint32_t> link_of_;  // per channel, a number
  std::vector<Link> links_;
  std::vector<ResentFlits> resent_;  // of each, where channels are counted
  int window_, replay_;
  std::uint64_t seed_;
  ErrorCounts counts_;  // of all tries of the flits that have crossed the switch, those to come among them
};

}  // namespace dateline

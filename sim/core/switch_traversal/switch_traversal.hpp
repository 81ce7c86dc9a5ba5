// Phase 4: the picked flits move. One loop per kind of channel; none of them branches on what a flit is: tails, and
// flits that need a closer look, are noted and dealt with after the flits of that kind have moved.
#pragma once

#include "sim/core/external/external_steps.hpp"
#include "sim/core/switch_traversal/injection_traversal.hpp"

namespace dateline {

// Whose flits a loop moves: the core's, those of modules at open nodes (who give their credits themselves), or both.
enum class Movers { core, modules, both };

template <typename T, typename Observer>
class Movement {
 public:
  Movement(MachineParts& parts, Observer& observer, std::size_t flits)
      : p_(parts), observer_(observer), out_(parts, flits + parts.switches.draining().size() + open_credits(parts)) {
    p_.switches.tails().reserve_more(flits + 1);
    p_.switches.heads().reserve_more(flits + 1);
    p_.switches.tails_due().reserve_more(flits + 1);
    p_.headers.arrived().reserve_more(2 * flits + parts.switches.draining().size() + open_credits(parts) + 1);
  }

  // `picks` as SwitchStage holds them.
  void run(const std::uint32_t* picks) {
    before();
    picks = network<kMovers>(picks);
    picks = injection(picks);
    if constexpr (T::kEjectionChannels) ejection<kMovers>(picks);
    if constexpr (Observer::kOpen) move_modules();
    out_.close(p_, observer_);
  }
  // The same, last kind first, each from the last pick to the first.
  void run_reversed(const std::uint32_t* picks, std::vector<std::uint32_t>& room);

 private:
  using Picks = const std::uint32_t*;

  // Worms that are being ejected: what was in their buffers at the start of the cycle is handed over.
  void before() {
    if constexpr (T::kLazy) eject_tails();
    if (T::kDrain || (T::kLazy && !p_.switches.draining().empty())) drain_buffers<T>(p_, observer_, out_);
    if constexpr (Observer::kOpen) apply_ejects<T>(p_, observer_);
  }
  void eject_tails();
  // Who watches is told of all flits in one order.
  static constexpr Movers kMovers = Observer::kOpen && Observer::kActive ? Movers::both : Movers::core;
  // What modules at open nodes called: flits that are not among the picks, and credits.
  void move_modules() {
    if constexpr (kMovers == Movers::core) {
      Picks const rest = network<Movers::modules>(p_.open->picks());
      if constexpr (T::kEjectionChannels) ejection<Movers::modules>(rest);
    }
    apply_credits<T>(p_, observer_, out_);
  }
  template <Movers kOf>
  Picks network(Picks pick);
  Picks injection(Picks pick) { return InjectionMovement<T, Observer>(p_, observer_, out_).run(pick); }
  template <Movers kOf>
  void ejection(Picks pick);
  [[nodiscard]] static std::size_t open_credits(const MachineParts& parts) {
    if constexpr (Observer::kOpen) return parts.open->calls().credits.size();
    return 0;
  }
  template <Movers kOf>
  [[nodiscard]] bool leave(VcView& view, Outgoing<T::kLong>& out, SenderHalf& half, VcId vc);
  void note(VcId vc) {
    if constexpr (Observer::kActive) observer_.flit_sent(p_.now, vc, p_.store.worms(vc).holder, p_.store.record(vc).sender.to_send == 1);
  }

  MachineParts& p_;
  Observer& observer_;
  Outgoing<T::kLong> out_;
};

// Worms ejected lazily whose tail crossed in the cycle before (or was in the buffer already): handed over now.
template <typename T, typename Observer>
void Movement<T, Observer>::eject_tails() {
  VcView view = p_.store.view();
  for (const VcId vc : p_.switches.tails_due()) {
    const MessageId message = p_.store.worms(vc).front;
    p_.complete(message, observer_);
    tail_left<T>(p_, observer_, view, vc);
  }
  p_.switches.tails_due().clear();
}

// The flit for `vc` leaves the buffer that feeds it. Returns whether it is the tail.
template <typename T, typename Observer>
template <Movers kOf>
inline bool Movement<T, Observer>::leave(VcView& view, Outgoing<T::kLong>& out, SenderHalf& half, VcId vc) {
  view.ownership.act_as_sender(vc);
  const VcId feed = half.feed;
  ReceiverHalf& from = view.receiver(feed);
  const auto left = static_cast<std::uint8_t>(from.present - 1);
  const auto to_send = static_cast<std::uint16_t>(half.to_send - 1);
  from.present = left;
  half.to_send = to_send;
  view.word(vc).avail ^= vc_toggle(vc.value(), left == 0);
  if constexpr (kOf != Movers::core) {
    if (kOf == Movers::modules || p_.open->receives(p_.numbering.channel_of(feed))) {
      p_.open->owe(feed, p_.now);
      return to_send == 0;
    }
  }
  out.credit(view, feed, to_send == 0 && !T::kAtTail);
  return to_send == 0;
}

template <typename T, typename Observer>
template <Movers kOf>
const std::uint32_t* Movement<T, Observer>::network(Picks pick) {
  VcView view = p_.store.view();
  VcId* const tails = p_.switches.tails().begin();
  VcId* const heads = p_.switches.heads().begin();
  std::size_t tail_count = 0, head_count = 0;
  const std::uint32_t end = p_.numbering.first_injection();
  const int depth = p_.config.buffer_depth;
  Outgoing<T::kLong> out = out_;  // in registers
  for (; *pick < end; ++pick) {
    const VcId vc(*pick);
    SenderHalf& half = view.records[vc.value()].sender;
    note(vc);
    tails[tail_count] = vc;
    tail_count += leave<kOf>(view, out, half, vc) ? 1 : 0;
    take_place<T>(view, half, vc, depth);
    if constexpr (T::kLong) {
      out.arrival(vc);
    } else {
      heads[head_count] = vc;
      head_count += arrive<T>(view, vc) ? 1 : 0;
    }
  }
  out_ = out;
  sent_tails<T, true>(p_, observer_, view, tails, tail_count);
  VcId* arrived = p_.headers.arrived().end();
  const auto message = [&](VcId vc) { return view.worms[vc.value()].holder; };
  for (const VcId* vc = heads; vc != heads + head_count; ++vc) look_closer<T>(p_, view, *vc, message, arrived);
  p_.headers.arrived().end_at(arrived);
  return pick;
}

// From the router into the memory of the terminal, which always has room.
template <typename T, typename Observer>
template <Movers kOf>
void Movement<T, Observer>::ejection(Picks pick) {
  VcView view = p_.store.view();
  VcId* const tails = p_.switches.tails().begin();
  std::size_t tail_count = 0;
  Outgoing<T::kLong> out = out_;
  for (; *pick != SwitchStage::kEnd; ++pick) {
    const VcId vc(*pick);
    view.ownership.act_as_sender(vc);
    note(vc);
    tails[tail_count] = vc;
    tail_count += leave<kOf>(view, out, view.sender(vc), vc) ? 1 : 0;
  }
  out_ = out;
  for (const VcId* vc = tails; vc != tails + tail_count; ++vc) {
    tail_left<T>(p_, observer_, view, view.records[vc->value()].sender.feed);
    const MessageId message = view.worms[vc->value()].holder;
    p_.complete(message, observer_);
    p_.release(view, *vc);
    if constexpr (Observer::kActive) observer_.vc_released(p_.now + 1, *vc);
  }
}

template <typename T, typename Observer>
void Movement<T, Observer>::run_reversed(Picks picks, std::vector<std::uint32_t>& room) {
  before();
  Picks const end = std::find(picks, picks + p_.numbering.channels() + 1, SwitchStage::kEnd);
  Picks const injected = std::lower_bound(picks, end, p_.numbering.first_injection());
  Picks const ejected = std::lower_bound(injected, end, p_.numbering.first_ejection());
  const auto backwards = [&](Picks from, Picks to) {
    room.assign(std::reverse_iterator(to), std::reverse_iterator(from));
    room.push_back(SwitchStage::kEnd);
    return static_cast<Picks>(room.data());
  };
  if constexpr (T::kEjectionChannels) ejection<kMovers>(backwards(ejected, end));
  injection(backwards(injected, ejected));
  network<kMovers>(backwards(picks, injected));
  if constexpr (Observer::kOpen) move_modules();
  out_.close(p_, observer_);
}

}  // namespace dateline

// Phase 4: the picked flits move. One loop per kind of channel; none of them branches on what a flit is: tails, and
// flits that need a closer look, are noted and dealt with after the flits of that kind have moved.
#pragma once

#include "sim/core/external/external_steps.hpp"
#include "sim/core/switch_traversal/injection_traversal.hpp"

namespace dateline {

// Whose flits a loop moves: the core's, those of modules at external nodes (who give their credits themselves), or
// both.
enum class FlitOwner { core, modules, both };

template <typename T, typename Observer>
class SwitchTraversal {
 public:
  SwitchTraversal(TraversalView tile, Observer& observer, std::size_t flits)
      : p_(tile), observer_(observer), out_(tile, flits + tile.ejection().draining().size() + external_credits(tile)) {
    p_.switches().tail_flits().reserve_more(flits + 1);
    p_.switches().head_flits().reserve_more(flits + 1);
    p_.ejection().tails_due().reserve_more(flits + 1);
    p_.heads().arrived().reserve_more(2 * flits + tile.ejection().draining().size() + external_credits(tile) + 1);
  }

  // `picks` as SwitchState holds them.
  void run(const std::uint32_t* granted_vcs) {
    before();
    granted_vcs = network<kMovers>(granted_vcs);
    if (p_.border() != nullptr) granted_vcs = over_border(granted_vcs);
    granted_vcs = injection(granted_vcs);
    if constexpr (T::kEjectionChannels) ejection<kMovers>(granted_vcs);
    if constexpr (Observer::kExternal) move_modules();
    out_.close(p_, observer_);
  }
  // The same, last kind first, each from the last pick to the first.
  void run_reversed(const std::uint32_t* granted_vcs, std::vector<std::uint32_t>& room);

 private:
  using Picks = const std::uint32_t*;

  // Packets that are being ejected: what was in their buffers at the start of the cycle is handed over.
  void before() {
    if constexpr (T::kLazy) finish_ejected();
    if (T::kDrain || (T::kLazy && !p_.ejection().draining().empty())) drain_buffers<T>(p_, observer_, out_);
    if constexpr (Observer::kExternal) apply_ejects<T>(p_, observer_);
  }
  void finish_ejected();
  // An observer is notified of all flits in one order.
  static constexpr FlitOwner kMovers = Observer::kExternal && Observer::kActive ? FlitOwner::both : FlitOwner::core;
  // What modules at external nodes called: flits that are not among the picks, and credits.
  void move_modules() {
    if constexpr (kMovers == FlitOwner::core) {
      Picks const rest = network<FlitOwner::modules>(p_.external()->calls().granted_vcs.data());
      if constexpr (T::kEjectionChannels) ejection<FlitOwner::modules>(rest);
    }
    apply_credits<T>(p_, observer_, out_);
  }
  template <FlitOwner kOf>
  Picks network(Picks pick);
  Picks over_border(Picks pick);
  Picks injection(Picks pick) { return InjectionTraversal<T, Observer>(p_, observer_, out_).run(pick); }
  template <FlitOwner kOf>
  void ejection(Picks pick);
  [[nodiscard]] static std::size_t external_credits(TraversalView tile) {
    if constexpr (Observer::kExternal) return tile.external()->calls().credits.size();
    return 0;
  }
  template <FlitOwner kOf>
  [[nodiscard]] bool leave(VcView& view, CreditReturn<T::kLong>& out, OutputVcState& half, VcId vc);
  void note(VcId vc) {
    if constexpr (Observer::kActive) observer_.flit_sent(p_.now(), vc, p_.store().packets(vc).holder, p_.store().record(vc).sender.to_send == 1);
  }

  const TraversalView p_;
  Observer& observer_;
  CreditReturn<T::kLong> out_;
};

// Packets ejected lazily whose tail crossed in the cycle before (or was in the buffer already): handed over now.
template <typename T, typename Observer>
void SwitchTraversal<T, Observer>::finish_ejected() {
  VcView view = p_.store().view();
  for (const VcId vc : p_.ejection().tails_due()) {
    const PacketId packet = p_.store().packets(vc).front;
    p_.complete(packet, observer_);
    tail_left<T>(p_, observer_, view, vc);
  }
  p_.ejection().tails_due().clear();
}

// The flit for `vc` leaves the buffer that feeds it. Returns whether it is the tail.
template <typename T, typename Observer>
template <FlitOwner kOf>
inline bool SwitchTraversal<T, Observer>::leave(VcView& view, CreditReturn<T::kLong>& out, OutputVcState& half, VcId vc) {
  view.ownership.act_as_sender(vc);
  const VcId feed = half.feed;
  InputVcState& from = view.receiver(feed);
  from.present = static_cast<std::uint8_t>(from.present - 1);
  view.word(vc).avail ^= vc_toggle(vc.value(), from.present == 0);
  half.to_send = static_cast<std::uint16_t>(half.to_send - 1);
  const bool tail = half.to_send == 0;
  if constexpr (kOf != FlitOwner::core) {
    if (kOf == FlitOwner::modules || p_.external()->receives(p_.numbering().channel_of(feed))) {
      p_.external()->credits().flit_left(feed, p_.now());
      return tail;
    }
  }
  out.credit(view, feed, tail && !T::kAtTail);
  return tail;
}

template <typename T, typename Observer>
template <FlitOwner kOf>
const std::uint32_t* SwitchTraversal<T, Observer>::network(Picks pick) {
  VcView view = p_.store().view();
  VcId* const tails = p_.switches().tail_flits().begin();
  VcId* const heads = p_.switches().head_flits().begin();
  std::size_t tail_count = 0, head_count = 0;
  const std::uint32_t end = p_.numbering().first_outgoing();
  CreditReturn<T::kLong> out = out_;  // in registers
  for (; *pick < end; ++pick) {
    const VcId vc(*pick);
    OutputVcState& half = view.records[vc.value()].sender;
    note(vc);
    tails[tail_count] = vc;
    tail_count += leave<kOf>(view, out, half, vc) ? 1 : 0;
    take_credit<T>(view, half, vc);
    if constexpr (T::kLong) {
      out.arrival(vc);
    } else {
      heads[head_count] = vc;
      head_count += RouterEvents::arrive<T>(view, vc) ? 1 : 0;
    }
  }
  out_ = out;
  sent_tails<T, true>(p_, observer_, view, tails, tail_count);
  VcId* arrived = p_.heads().arrived().end();
  const auto packet = [&](VcId vc) { return view.packets[vc.value()].holder; };
  for (const VcId* vc = heads; vc != heads + head_count; ++vc) accept_head_or_queue<T>(p_, view, *vc, packet, arrived);
  p_.heads().arrived().end_at(arrived);
  return pick;
}

// From the router into the memory of the terminal, which always has room.
template <typename T, typename Observer>
template <FlitOwner kOf>
void SwitchTraversal<T, Observer>::ejection(Picks pick) {
  VcView view = p_.store().view();
  VcId* const tails = p_.switches().tail_flits().begin();
  std::size_t tail_count = 0;
  CreditReturn<T::kLong> out = out_;
  for (; *pick != SwitchState::kEnd; ++pick) {
    const VcId vc(*pick);
    view.ownership.act_as_sender(vc);
    note(vc);
    tails[tail_count] = vc;
    tail_count += leave<kOf>(view, out, view.sender(vc), vc) ? 1 : 0;
  }
  out_ = out;
  for (const VcId* vc = tails; vc != tails + tail_count; ++vc) {
    tail_left<T>(p_, observer_, view, view.records[vc->value()].sender.feed);
    const PacketId packet = view.packets[vc->value()].holder;
    p_.complete(packet, observer_);
    p_.crossing().release(view, *vc);
    if constexpr (Observer::kActive) observer_.vc_released(p_.now() + 1, *vc);
  }
}

template <typename T, typename Observer>
void SwitchTraversal<T, Observer>::run_reversed(Picks granted_vcs, std::vector<std::uint32_t>& room) {
  before();
  Picks const end = std::find(granted_vcs, granted_vcs + p_.numbering().channels() + 1, SwitchState::kEnd);
  Picks const injected = std::lower_bound(granted_vcs, end, p_.numbering().first_injection());
  Picks const ejected = std::lower_bound(injected, end, p_.numbering().first_ejection());
  const auto backwards = [&](Picks from, Picks to) {
    room.assign(std::reverse_iterator(to), std::reverse_iterator(from));
    room.push_back(SwitchState::kEnd);
    return static_cast<Picks>(room.data());
  };
  Picks const outgoing = std::lower_bound(granted_vcs, injected, p_.numbering().first_outgoing());
  if constexpr (T::kEjectionChannels) ejection<kMovers>(backwards(ejected, end));
  injection(backwards(injected, ejected));
  if (p_.border() != nullptr) over_border(backwards(outgoing, injected));
  network<kMovers>(backwards(granted_vcs, outgoing));
  if constexpr (Observer::kExternal) move_modules();
  out_.close(p_, observer_);
}

}  // namespace dateline

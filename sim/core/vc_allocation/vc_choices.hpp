// Phase 2: new head flits with a choice among channels of their node (HeaderStep::Kind::choice), in the order of VC
// arbitration, which is that of input port and VC at every node, so one of all; all ways of a head flit at once: the
// VCs of consecutive channels are consecutive bits. First come first served only: those that wait at the node already
// have had their turn.
#pragma once

#include "sim/core/route_computation/selection.hpp"
#include "sim/core/state/layout/bit_choice.hpp"
#include "sim/core/vc_allocation/vc_assignment.hpp"

namespace dateline {

template <typename Observer>
class VcChoices {
 public:
  VcChoices(VcAllocationView tile, VcAssignment<Observer>& assignment)
      : p_(tile),
        assignment_(assignment),
        spread_(ways_spread(tile.numbering().shift())),
        view_(tile.store().view()),
        draws_any_(tile.config().selection == Selection::random && !assignment.needs_room()) {}

  // Calls leave(head) for each that finds nothing free; it asks for its channels then.
  template <typename Leave>
  void run(Leave leave) {
    auto& scratch = p_.heads().scratch();
    const VcId* const at = scratch.at.begin();
    const auto& choices = scratch.of(HeaderStep::Kind::choice);
    const std::uint32_t vc_mask = (1U << view_.shift) - 1;
    const auto order_of = [&](std::uint32_t i) { return std::uint32_t{view_.channel(at[i]).port} << view_.shift | (at[i].value() & vc_mask); };
    const std::uint32_t* const in_order = scratch.choosing.sort(choices.begin(), choices.size(), order_of);
    for (const std::uint32_t* i = in_order; i != in_order + choices.size(); ++i) {
      if (take(*i)) continue;
      WaitingHead waiting = ask(*i);
      leave(waiting);
    }
  }

 private:
  [[nodiscard]] bool take(std::uint32_t i) {
    const auto& scratch = p_.heads().scratch();
    const HeaderStep& step = scratch.steps[i];
    const VcId at = scratch.at[i];
    const PacketId id = view_.packets[at.value()].front;
    Packet& packet = p_.packets()[id];
    VcId vc;
    if (draws_any_ && (step.ways >> spread_.ways) == 0) {
      const std::uint32_t first = step.channel[0].value() << view_.shift;  // one word of VCs
      const std::uint64_t wanted = spread_.bits[step.ways] * p_.numbering().vcs_of_classes(step.classes);
      const std::uint64_t free = wanted & ~busy_from(first, wanted);
      if (free == 0) return take_escape(step, at, id, packet);
      const std::uint64_t upto = bits_up_to(free);
      const std::uint64_t drawn = scale_bits(choice_bits(packet.key, packet.hops, Purpose::vc), upto >> 56U);
      vc = VcId(first + nth_bit64(free, static_cast<std::uint32_t>(drawn), upto));
    } else {
      const FreeWays free = free_ways(step, at);
      if (free.count == 0) return take_escape(step, at, id, packet);
      vc = select(step, free, packet);
    }
    if (view_.channel(vc).from != scratch.queries[i].node) refuse(i);
    const HeaderState next = step.changes ? p_.routing().routing().relation->after(scratch.queries[i], p_.numbering().channel_of(vc)) : step.next[0];
    assignment_.grant(view_, at, vc, next, id, packet);
    return true;
  }

  [[nodiscard, gnu::noinline]] bool take_escape(const HeaderStep& step, VcId at, PacketId id, Packet& packet) {
    const std::uint32_t vcs = step.escape_classes == 0 ? 0 : p_.numbering().vcs_of_classes(step.escape_classes);
    if (vcs == 0) return false;
    std::uint32_t free = p_.store().free_vcs(step.channel[1], vcs);
    if (assignment_.needs_room()) free = assignment_.with_room(at, step.channel[1], free);
    if (free == 0) return false;
    const std::uint32_t vc_index = select_vc(p_.config().selection, p_.store().channel(step.channel[1]), free, packet, Purpose::vc);
    assignment_.grant(view_, at, p_.numbering().vc(step.channel[1], vc_index), step.next[1], id, packet);
    return true;
  }

  // Free VCs of the ways, of 64 / 2^shift channels a word.
  struct FreeWays {
    std::array<std::uint64_t, 4> words = {};
    std::uint32_t count = 0;
  };
  [[nodiscard, gnu::noinline]] FreeWays free_ways(const HeaderStep& step, VcId at) const {
    FreeWays free;
    const std::uint64_t vcs = p_.numbering().vcs_of_classes(step.classes);
    const std::uint32_t first = step.channel[0].value() << view_.shift;
    std::uint32_t ways = step.ways;
    for (std::uint32_t k = 0; ways != 0; ++k, ways >>= spread_.ways) {
      const std::uint64_t wanted = spread_.bits[ways & spread_.mask] * vcs;
      free.words[k] = wanted & ~busy_from(first + (k * spread_.ways << view_.shift), wanted);
      if (assignment_.needs_room()) free.words[k] = with_room(free.words[k], step.channel[0].value() + k * spread_.ways, at);
      free.count += count_bits64(free.words[k]);
    }
    return free;
  }
  // The bits of 64 VC numbers from `first` on; only those of `wanted` count.
  [[nodiscard]] std::uint64_t busy_from(std::uint32_t first, std::uint64_t wanted) const {
    const VcWord* const word = view_.words + first / 64;
    const unsigned shift = first % 64;
    const std::uint64_t low = word->busy >> shift;
    return wanted << shift >> shift == wanted ? low : low | word[1].busy << (64 - shift);
  }
  [[nodiscard, gnu::noinline]] std::uint64_t with_room(std::uint64_t free, std::uint32_t first_channel, VcId at) const {
    std::uint64_t left = 0;
    const std::uint64_t field = (std::uint64_t{1} << (1U << view_.shift)) - 1;
    for (std::uint64_t rest = free; rest != 0;) {
      const std::uint32_t way = lowest_bit(rest) >> view_.shift;
      const unsigned low = way << view_.shift;
      left |= std::uint64_t{assignment_.with_room(at, ChannelId(first_channel + way), static_cast<std::uint32_t>(rest >> low & field))} << low;
      rest &= ~(field << low);
    }
    return left;
  }

  [[nodiscard, gnu::noinline]] VcId select(const HeaderStep& step, const FreeWays& free, const Packet& packet) {
    std::uint32_t k = 0;
    const std::uint32_t first = step.channel[0].value() << view_.shift;
    if (p_.config().selection == Selection::random) {
      auto drawn = static_cast<std::uint32_t>(scale_bits(choice_bits(packet.key, packet.hops, Purpose::vc), free.count));
      for (std::uint32_t here = count_bits64(free.words[0]); drawn >= here; here = count_bits64(free.words[k])) {
        drawn -= here;
        ++k;
      }
      return VcId(first + (k * spread_.ways << view_.shift) + nth_bit64(free.words[k], drawn, bits_up_to(free.words[k])));
    }
    while (free.words[k] == 0) ++k;  // on the lowest channel that has any
    const std::uint32_t way = lowest_bit(free.words[k]) >> view_.shift;
    const ChannelId channel(step.channel[0].value() + k * spread_.ways + way);
    const auto vcs = static_cast<std::uint32_t>(free.words[k] >> (way << view_.shift)) & ((1U << (1U << view_.shift)) - 1);
    return p_.numbering().vc(channel, select_vc(p_.config().selection, p_.store().channel(channel), vcs, packet, Purpose::vc));
  }

  // A head flit that waits asks for its channels, each by its classes.
  [[nodiscard, gnu::noinline]] WaitingHead ask(std::uint32_t i) {
    const HeaderStep& step = p_.heads().scratch().steps[i];
    WaitingHead head;
    head.at = p_.heads().scratch().at[i];
    const bool escapes = step.escape_classes != 0, one_way = (step.ways & (step.ways - 1)) == 0;
    for (std::uint32_t rest = step.ways; rest != 0; rest &= rest - 1) {
      head.channel = ChannelId(step.channel[0].value() + lowest_bit(rest));
      add_request(i, head.channel, step.classes);
    }
    if (escapes) add_request(i, step.channel[1], step.escape_classes);
    if (step.ways == 0 && !escapes) refuse(i);
    head.simple = step.ways == 0 || (one_way && !escapes);
    if (!head.simple) return head;
    if (step.ways == 0) head.channel = step.channel[1];
    head.vcs = p_.numbering().vcs_of_classes(step.ways == 0 ? step.escape_classes : step.classes);
    head.next = step.ways == 0   ? step.next[1]
                : !step.changes ? step.next[0]
                                : p_.routing().routing().relation->after(p_.heads().scratch().queries[i], head.channel);
    return head;
  }
  void add_request(std::uint32_t i, ChannelId channel, std::uint16_t classes) {
    const bool legal = p_.numbering().is_network(channel) && p_.store().channel(channel).from == p_.heads().scratch().queries[i].node;
    if (!legal || p_.numbering().vcs_of_classes(classes) == 0) refuse(i);
    ++p_.store().channel(channel).wanted;
  }
  [[noreturn]] void refuse(std::uint32_t i) const {
    const auto& scratch = p_.heads().scratch();
    refuse_offers(scratch.queries[i], p_.packets()[p_.store().packets(scratch.at[i]).front], p_.routing());
  }

  const VcAllocationView p_;
  VcAssignment<Observer>& assignment_;
  const WaysSpread& spread_;
  VcView view_;
  const bool draws_any_;  // any VC that no packet holds will do, and one is drawn
};

}  // namespace dateline

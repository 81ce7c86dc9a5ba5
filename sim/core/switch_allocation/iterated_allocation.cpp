#include "sim/core/switch_allocation/iterated_allocation.hpp"

#include <algorithm>

#include "sim/core/switch_allocation/arbitration.hpp"

namespace dateline {
namespace {

// One of the VCs (not empty, of one channel or input port) of the word that begins at VC number `first`, by the rule of
// arbitration and, among those alike, in turn from the pointer on, which does not move.
template <typename PacketOf>
[[nodiscard]] std::uint64_t pick_one(SwitchAllocationView p, std::uint64_t vcs, std::uint32_t first, std::uint64_t at_or_after, PacketOf packet_of) {
  const Fields& fields = p.numbering().fields();
  const auto best = [&](auto rule) { return foremost(rule, vcs, first, fields, packet_of, p.packets()); };
  return fields.take_turn(with_rule(p.config().output_arbitration, best), at_or_after).picked;
}
// By output arbitration.
[[nodiscard]] std::uint64_t pick_vc(SwitchAllocationView p, std::uint64_t vcs, std::uint32_t first) {
  return pick_one(p, vcs, first, p.store().word(VcId(first)).at_or_after, [&](VcId vc) { return p.store().packets(vc).holder; });
}
// Of an input port's claims, by its arbitration.
[[nodiscard]] std::uint64_t grant_vc(SwitchAllocationView p, std::uint64_t claims, std::uint32_t first) {
  return pick_one(p, claims, first, p.switches().ports().at_or_after[first / 64], [&](VcId vc) { return p.store().packets(vc).front; });
}

[[nodiscard]] std::uint32_t feed_of(SwitchAllocationView p, std::uint32_t vc) { return p.store().record(VcId(vc)).sender.feed.value(); }

// One more pass for the outputs of `unmatched` (any VC of each). What is granted is appended to `granted`; the others
// stay.
void pass_again(SwitchAllocationView p, std::vector<std::uint32_t>& unmatched, std::vector<std::uint32_t>& granted) {
  auto& ports = p.switches().ports();
  constexpr std::uint32_t kNone = SwitchState::kEnd;
  std::vector<std::uint32_t> granted_vcs;  // of each unmatched output; kNone where it has none
  for (const std::uint32_t output : unmatched) {
    const std::uint32_t first = output & ~63U;
    const VcWord& word = p.store().word(VcId(output));
    std::uint64_t vcs = 0;
    const std::uint64_t resting = p.rates().used() ? p.rates().resting(first / 64) : 0;
    for (std::uint64_t rest = word.avail & word.space & ~resting & p.numbering().field_of(VcId(output)); rest != 0; rest &= rest - 1) {
      const std::uint32_t feed = feed_of(p, first + static_cast<std::uint32_t>(__builtin_ctzll(rest)));
      if ((ports.granted[feed / 64] & p.numbering().field_of(VcId(feed))) == 0) vcs |= rest & ~(rest - 1);
    }
    granted_vcs.push_back(vcs == 0 ? kNone : first + static_cast<std::uint32_t>(__builtin_ctzll(pick_vc(p, vcs, first))));
    if (vcs != 0) ports.claims[feed_of(p, granted_vcs.back()) / 64] |= vc_bit(feed_of(p, granted_vcs.back()));
  }
  std::vector<std::uint32_t> still;
  std::vector<std::uint32_t> feeds;
  for (std::size_t i = 0; i < granted_vcs.size(); ++i) {
    const std::uint32_t feed = granted_vcs[i] == kNone ? 0 : feed_of(p, granted_vcs[i]);
    const bool wins =
        granted_vcs[i] != kNone && grant_vc(p, ports.claims[feed / 64] & p.numbering().field_of(VcId(feed)), feed & ~63U) == vc_bit(feed);
    (wins ? granted : still).push_back(wins ? granted_vcs[i] : unmatched[i]);
    if (wins) feeds.push_back(feed);
  }
  for (const std::uint32_t pick : granted_vcs) {
    if (pick != kNone) ports.claims[feed_of(p, pick) / 64] = 0;
  }
  for (const std::uint32_t feed : feeds) {
    ports.granted[feed / 64] |= vc_bit(feed);
    ports.claimed.push(feed / 64);
  }
  unmatched.swap(still);
}

std::size_t put_picks(SwitchAllocationView p, std::vector<std::uint32_t>& granted) {
  std::sort(granted.begin(), granted.end());
  std::uint32_t* const end = std::copy(granted.begin(), granted.end(), p.switches().granted_vcs());
  *end = SwitchState::kEnd;
  return granted.size();
}

}  // namespace

std::size_t allocate_again(SwitchAllocationView p, std::size_t count, int passes) {
  auto& ports = p.switches().ports();
  std::vector<std::uint32_t> granted(p.switches().granted_vcs(), p.switches().granted_vcs() + count);
  std::vector<std::uint32_t> unmatched(p.switches().losers().begin(), p.switches().losers().end());
  for (int pass = 1; pass < passes && !unmatched.empty(); ++pass) {
    const std::size_t before = granted.size();
    pass_again(p, unmatched, granted);
    if (granted.size() == before) break;
  }
  for (const std::uint32_t w : ports.claimed) ports.granted[w] = 0;  // what is left there is of this cycle only
  return put_picks(p, granted);
}

}  // namespace dateline

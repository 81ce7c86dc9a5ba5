#include "sim/core/switch_allocation/matching_allocators.hpp"

#include <algorithm>
#include <tuple>

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

// One VC that can move over a channel out of the crossbar, and where its flit comes from.
struct Request {
  NodeId node;
  std::uint16_t diagonal, input, output;  // `diagonal`: how many are visited before it
  std::uint32_t vc;
};

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

std::size_t allocate_by_wavefront(SwitchAllocationView p, std::size_t words) {
  const CrossbarPorts& slots = p.crossbar_ports();
  std::vector<Request> requests;
  std::vector<std::uint32_t> granted;
  for (const SwitchState::WordPick* word = p.switches().words(); word != p.switches().words() + words; ++word) {
    for (std::uint64_t vcs = word->vcs; vcs != 0; vcs &= vcs - 1) {
      const std::uint32_t vc = word->first + static_cast<std::uint32_t>(__builtin_ctzll(vcs));
      const ChannelId channel = p.numbering().channel_of(VcId(vc));
      const NodeId node = p.store().channel(channel).from;
      const bool injection = p.numbering().is_injection(VcId(vc));  // fed by no port: it has a crossing of its own
      const std::uint16_t n = slots.size[node];
      const std::uint16_t in = injection ? 0 : slots.input[p.numbering().channel_of(VcId(feed_of(p, vc)))];
      const std::uint16_t out = injection ? 0 : slots.output[channel];
      const auto diagonal = injection ? std::uint16_t{0} : static_cast<std::uint16_t>((in + out + n - static_cast<std::uint16_t>(p.now() % n)) % n);
      requests.push_back({node, diagonal, in, injection ? static_cast<std::uint16_t>(0xffffU) : out, vc});
    }
  }
  // VCs of one cell, or of one injection channel, follow each other.
  const auto cell = [&](const Request& r) { return std::make_tuple(r.node, r.diagonal, r.output, r.vc >> p.numbering().shift()); };
  std::sort(requests.begin(), requests.end(),
            [&](const Request& a, const Request& b) { return std::make_tuple(cell(a), a.vc) < std::make_tuple(cell(b), b.vc); });
  std::vector<bool> input_used, output_used;
  for (std::size_t i = 0; i < requests.size();) {
    const Request& r = requests[i];
    if (i == 0 || requests[i - 1].node != r.node) {
      input_used.assign(slots.size[r.node], false);
      output_used.assign(slots.size[r.node], false);
    }
    std::uint64_t vcs = 0;
    const std::size_t first = i;
    for (; i < requests.size() && cell(requests[i]) == cell(requests[first]); ++i) vcs |= vc_bit(requests[i].vc);
    const bool injection = r.output == 0xffffU;
    if (!injection && (input_used[r.input] || output_used[r.output])) continue;
    if (!injection) input_used[r.input] = output_used[r.output] = true;
    const std::uint32_t word = r.vc & ~63U;
    const std::uint64_t picked = pick_vc(p, vcs, word);
    std::uint64_t& pointers = p.store().words()[word / 64].at_or_after;
    pointers = p.numbering().fields().take_turn(picked, pointers).at_or_after;
    granted.push_back(word + static_cast<std::uint32_t>(__builtin_ctzll(picked)));
  }
  return put_picks(p, granted);
}

}  // namespace dateline

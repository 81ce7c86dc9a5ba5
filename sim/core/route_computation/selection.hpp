// Choices of a head flit: which weighted route, which of the free VCs (docs/reference/router-cycle.md, sections 2 and
// 5). Random choices are counter-based: they depend on (seed, source, sequence number, hop, purpose) alone.
#pragma once

#include <vector>

#include "models/base/numbers/random.hpp"
#include "sim/core/route_computation/routing_view.hpp"
#include "sim/core/state/packet/packet.hpp"
#include "sim/core/state/vc_store.hpp"
#include "sim/core/state/waiting_heads.hpp"

namespace dateline {

// Draws one of the weighted routes; false without weights: then any candidate may be taken.
[[nodiscard]] bool draw_route(const Candidates& candidates, const Packet& packet, std::uint32_t& route);

// Whether its head flit, offered these, is delivered: one that may be is.
[[nodiscard]] bool delivers(const Candidates& candidates, const Packet& packet);

// One of the `free` VCs of a channel (not empty), by `selection`.
[[nodiscard, gnu::always_inline]] inline std::uint32_t select_vc(Selection selection, ChannelState& channel, std::uint32_t free, const Packet& packet,
                                                                 Purpose purpose) {
  if (selection == Selection::random) {
    const std::uint64_t bits = choice_bits(packet.key, packet.hops, purpose);
    if (free < 256) {
      const std::uint32_t entry = kSmallMasks.entries[free];
      return entry >> (3 * static_cast<std::uint32_t>(scale_bits(bits, entry >> 24U))) & 7U;
    }
    return nth_bit(free, static_cast<std::uint32_t>(scale_bits(bits, count_bits(free))));
  }
  const std::uint32_t vc_index = next_bit(free, selection == Selection::round_robin ? channel.selection_pointer : 0U);
  channel.selection_pointer = static_cast<std::uint8_t>(vc_index + 1);
  return vc_index;
}

// Candidates of one head flit.
struct CandidateRange {
  const Candidate* first;
  const Candidate* last;
  [[nodiscard]] const Candidate* begin() const { return first; }
  [[nodiscard]] const Candidate* end() const { return last; }
};
// The candidates that have VCs free now, of the lowest rank that has any; `room_for`: of a packet of so many flits that
// is given a VC only where it has room, else 0.
void collect_options(CandidateRange candidates, const VcNumbering& numbering, const VcStore& store, std::uint32_t room_for,
                     std::vector<VcOption>& options);
// A head flit asks for the candidates' channels, or asks no more: whether any other head flit asks for one of them. To
// be absorbed it asks for the channel that it would leave by, if there is one.
void add_request(CandidateRange candidates, VcStore& store);
bool drop_request(CandidateRange candidates, VcStore& store);
// One VC of the options (not empty), and the state after this hop.
[[nodiscard]] VcId select_option(const std::vector<VcOption>& options, Selection selection, const Packet& packet, const VcNumbering& numbering,
                                 VcStore& store, HeaderState& next);

// The channels of the last rank among all that is offered to a waiting head flit, each once.
[[nodiscard]] std::vector<ChannelId> channels_of_last_rank(const WaitingHead& head, RoutingView tile);

// Throws InvariantError: what the relation offers the head flit at the query's node is no legal way on.
[[noreturn]] void refuse_offers(const HeaderQuery& query, const Packet& packet, RoutingView tile);

}  // namespace dateline

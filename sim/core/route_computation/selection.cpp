#include "sim/core/route_computation/selection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string>

#include "models/base/error.hpp"

namespace dateline {
namespace {

// Whether any head flit asks for one of their channels.
bool wanted(CandidateRange candidates, const VcStore& store) {
  return std::any_of(candidates.begin(), candidates.end(),
                     [&](const Candidate& c) { return c.channel != kNoChannel && store.channel(c.channel).wanted != 0; });
}

}  // namespace

bool draw_route(const Candidates& candidates, const Packet& packet, std::uint32_t& route) {
  constexpr std::uint32_t kNoRoute = std::numeric_limits<std::uint32_t>::max();
  std::uint64_t total = 0;
  std::uint32_t counted_route = kNoRoute;
  for (const Candidate& c : candidates) {
    if (c.route != counted_route) total += c.weight;
    counted_route = c.route;
  }
  if (total == 0) return false;
  std::uint64_t drawn = scale_bits(choice_bits(packet.key, packet.hops, Purpose::route), total);
  counted_route = kNoRoute;
  for (const Candidate& c : candidates) {
    if (c.route == counted_route) continue;
    counted_route = route = c.route;
    if (drawn < c.weight) return true;
    drawn -= c.weight;
  }
  return true;
}

bool delivers(const Candidates& candidates, const Packet& packet) {
  std::uint32_t route = 0;
  const bool drawn = draw_route(candidates, packet, route);
  return std::any_of(candidates.begin(), candidates.end(),
                     [&](const Candidate& c) { return c.exit == Exit::deliver && (!drawn || c.route == route); });
}

void collect_options(CandidateRange candidates, const VcNumbering& numbering, const VcStore& store, std::uint32_t room_for,
                     std::vector<VcOption>& options) {
  options.clear();
  int best_rank = 256;
  for (const Candidate& c : candidates) {
    if (c.exit != Exit::channel) continue;
    std::uint32_t free = store.free_vcs(c.channel, numbering.vcs_of_classes(c.classes));
    if (room_for != 0) free = store.with_room(c.channel, free, room_for);
    if (free == 0 || c.rank > best_rank) continue;
    if (c.rank < best_rank) options.clear();
    best_rank = c.rank;
    options.push_back({c.channel, free, c.next});
  }
}

void add_request(CandidateRange candidates, VcStore& store) {
  for (const Candidate& c : candidates) {
    if (c.channel != kNoChannel) ++store.channel(c.channel).wanted;
  }
}

bool drop_request(CandidateRange candidates, VcStore& store) {
  std::uint32_t left = 0;
  for (const Candidate& c : candidates) {
    if (c.channel != kNoChannel) left |= --store.channel(c.channel).wanted;
  }
  return left != 0 && wanted(candidates, store);
}

VcId select_option(const std::vector<VcOption>& options, Selection selection, const Packet& packet, const VcNumbering& numbering, VcStore& store,
                   HeaderState& next) {
  if (selection == Selection::random) {
    const auto vcs_of = [](const VcOption& o) { return (o.free & (o.free - 1)) == 0 ? 1 : count_bits(o.free); };  // mostly one
    std::uint32_t count = 0;
    for (const VcOption& o : options) count += vcs_of(o);
    auto drawn = static_cast<std::uint32_t>(scale_bits(choice_bits(packet.key, packet.hops, Purpose::vc), count));
    for (const VcOption& o : options) {
      const std::uint32_t here = vcs_of(o);
      if (drawn < here) {
        next = o.next;
        return numbering.vc(o.channel, nth_bit(o.free, drawn));
      }
      drawn -= here;
    }
  }
  ChannelId channel = options.front().channel;
  for (const VcOption& o : options) channel = numbering.in_network(o.channel) < numbering.in_network(channel) ? o.channel : channel;
  std::uint32_t free = 0;
  for (const VcOption& o : options) free |= o.channel == channel ? o.free : 0;
  const std::uint32_t vc_index = select_vc(selection, store.channel(channel), free, packet, Purpose::vc);
  for (const VcOption& o : options) {
    if (o.channel != channel || (o.free >> vc_index & 1U) == 0) continue;
    next = o.next;
    break;
  }
  return numbering.vc(channel, vc_index);
}

std::vector<ChannelId> channels_of_last_rank(const WaitingHead& head, RoutingView tile) {
  Candidates candidates;
  tile.offers_of(head, candidates);
  int last = 0;
  for (const Candidate& c : candidates) last = c.exit == Exit::channel ? std::max(last, static_cast<int>(c.rank)) : last;
  std::vector<ChannelId> channels;
  for (const Candidate& c : candidates) {
    if (c.exit == Exit::channel && c.rank == last && std::find(channels.begin(), channels.end(), c.channel) == channels.end())
      channels.push_back(c.channel);
  }
  return channels;
}

void refuse_offers(const HeaderQuery& query, const Packet& packet, RoutingView tile) {
  Candidates candidates;
  tile.routing().offers(query, packet, candidates);
  std::string offers;
  for (const Candidate& c : candidates) {
    offers += c.exit == Exit::deliver  ? " delivery"
              : c.exit == Exit::absorb ? " absorption"
                                       : fmt::format(" channel {} classes {:#x}", c.channel.value(), c.classes);
  }
  throw InvariantError(fmt::format("cycle {}: at node {} the relation offers packet {}->{} no legal way on, but:{}", tile.now(), query.node.value(),
                                   packet.source.value(), packet.order.destination.value(), offers));
}

}  // namespace dateline

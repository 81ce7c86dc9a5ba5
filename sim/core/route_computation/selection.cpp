#include "sim/core/route_computation/selection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string>

#include "models/base/error.hpp"
#include "sim/core/state/tile.hpp"

namespace dateline {
namespace {

// Whether any header asks for one of their channels.
bool wanted(CandidateRange candidates, const VcStore& store) {
  return std::any_of(candidates.begin(), candidates.end(),
                     [&](const Candidate& c) { return c.channel != kNoChannel && store.channel(c.channel).wanted != 0; });
}

}  // namespace

bool draw_route(const Candidates& candidates, const Message& message, std::uint32_t& route) {
  constexpr std::uint32_t kNoRoute = std::numeric_limits<std::uint32_t>::max();
  std::uint64_t total = 0;
  std::uint32_t counted_route = kNoRoute;
  for (const Candidate& c : candidates) {
    if (c.route != counted_route) total += c.weight;
    counted_route = c.route;
  }
  if (total == 0) return false;
  std::uint64_t drawn = scale_bits(choice_bits(message.key, message.hops, Purpose::route), total);
  counted_route = kNoRoute;
  for (const Candidate& c : candidates) {
    if (c.route == counted_route) continue;
    counted_route = route = c.route;
    if (drawn < c.weight) return true;
    drawn -= c.weight;
  }
  return true;
}

bool delivers(const Candidates& candidates, const Message& message) {
  std::uint32_t route = 0;
  const bool drawn = draw_route(candidates, message, route);
  return std::any_of(candidates.begin(), candidates.end(),
                     [&](const Candidate& c) { return c.exit == Exit::deliver && (!drawn || c.route == route); });
}

void collect_options(CandidateRange candidates, const VcNumbering& numbering, const VcStore& store, std::vector<HeaderOption>& options) {
  options.clear();
  int best_rank = 256;
  for (const Candidate& c : candidates) {
    if (c.exit != Exit::channel) continue;
    const std::uint32_t free = store.free_lanes(c.channel, numbering.lanes_of_classes(c.classes));
    if (free == 0 || c.rank > best_rank) continue;
    if (c.rank < best_rank) options.clear();
    best_rank = c.rank;
    options.push_back({c.channel, free, c.next});
  }
}

void want(CandidateRange candidates, VcStore& store) {
  for (const Candidate& c : candidates) {
    if (c.channel != kNoChannel) ++store.channel(c.channel).wanted;
  }
}

bool want_no_more(CandidateRange candidates, VcStore& store) {
  std::uint32_t left = 0;
  for (const Candidate& c : candidates) {
    if (c.channel != kNoChannel) left |= --store.channel(c.channel).wanted;
  }
  return left != 0 && wanted(candidates, store);
}

VcId select_option(const std::vector<HeaderOption>& options, Selection selection, const Message& message, const VcNumbering& numbering,
                   VcStore& store, HeaderState& next) {
  if (selection == Selection::random) {
    const auto lanes_of = [](const HeaderOption& o) { return (o.free & (o.free - 1)) == 0 ? 1 : count_bits(o.free); };  // mostly one
    std::uint32_t count = 0;
    for (const HeaderOption& o : options) count += lanes_of(o);
    auto drawn = static_cast<std::uint32_t>(scale_bits(choice_bits(message.key, message.hops, Purpose::vc), count));
    for (const HeaderOption& o : options) {
      const std::uint32_t here = lanes_of(o);
      if (drawn < here) {
        next = o.next;
        return numbering.vc(o.channel, nth_bit(o.free, drawn));
      }
      drawn -= here;
    }
  }
  ChannelId channel = options.front().channel;
  for (const HeaderOption& o : options) channel = std::min(channel, o.channel);
  std::uint32_t free = 0;
  for (const HeaderOption& o : options) free |= o.channel == channel ? o.free : 0;
  const std::uint32_t lane = select_lane(selection, store.channel(channel), free, message, Purpose::vc);
  for (const HeaderOption& o : options) {
    if (o.channel != channel || (o.free >> lane & 1U) == 0) continue;
    next = o.next;
    break;
  }
  return numbering.vc(channel, lane);
}

void candidates_of(const WaitingHeader& header, const MachineParts& parts, Candidates& out) {
  const HeaderQuery query = parts.query_of(header.at);
  out.clear();
  parts.ask_next(query, parts.messages[parts.store.worms(header.at).front], out);
  for (Candidate& c : out) {
    if (c.exit == Exit::absorb) c.channel = parts.absorbing_channel(query.node);
  }
  if (!header.drawn) return;
  out.erase(std::remove_if(out.begin(), out.end(), [&](const Candidate& c) { return c.route != header.route; }), out.end());
}

std::vector<ChannelId> channels_of_last_rank(const WaitingHeader& header, const MachineParts& parts) {
  Candidates candidates;
  candidates_of(header, parts, candidates);
  int last = 0;
  for (const Candidate& c : candidates) last = c.exit == Exit::channel ? std::max(last, static_cast<int>(c.rank)) : last;
  std::vector<ChannelId> channels;
  for (const Candidate& c : candidates) {
    if (c.exit == Exit::channel && c.rank == last && std::find(channels.begin(), channels.end(), c.channel) == channels.end())
      channels.push_back(c.channel);
  }
  return channels;
}

void refuse_offers(const HeaderQuery& query, const Message& message, const MachineParts& parts) {
  Candidates candidates;
  parts.ask_next(query, message, candidates);
  std::string offers;
  for (const Candidate& c : candidates) {
    offers += c.exit == Exit::deliver  ? " delivery"
              : c.exit == Exit::absorb ? " absorption"
                                       : fmt::format(" channel {} classes {:#x}", c.channel.value(), c.classes);
  }
  throw InvariantError(fmt::format("cycle {}: at node {} the relation offers message {}->{} no legal way on, but:{}", parts.now, query.node.value(),
                                   message.source.value(), message.order.destination.value(), offers));
}

}  // namespace dateline

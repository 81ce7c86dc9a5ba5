#include "routing/networks/dragonfly/dragonfly_ugal.hpp"

#include <algorithm>

namespace dateline {
namespace {

// Links crossed, in the low bits.
constexpr std::uint64_t kCrossed = 3, kLeaving = 4;
// What a header may do in the source's group: choose, go on to its link to the destination's group, or to that to the
// drawn one.
enum class Source : std::uint8_t { choosing, minimal, detour };
constexpr unsigned kSourceBits = 3, kGroupBits = 8, kMinimalBits = 32, kDetourBits = 48;
constexpr std::uint64_t kLinkMask = 0xffff, kGroupMask = 0xffffff;
// With how many links of the detour a link to the destination's group is drawn.
constexpr std::uint32_t kPartners = 4;

// By links crossed: of the groups that the packet is in.
constexpr DragonflyHops::Stage kUgal[] = {
    {0b001, 0b001, {0}, {0}, {1}}, {0b010, 0b110, {1}, {1 | kLeaving}, {2}}, {0b100, 0, {2}, {2}, {2}}};
constexpr DragonflyHops::Stage kPar[] = {
    {0b0001, 0b0011, {0}, {0}, {1}}, {0b0100, 0b1100, {1}, {1 | kLeaving}, {2}}, {0b1000, 0, {2}, {2}, {2}}};
constexpr std::uint16_t kTurned = 0b0010;  // of par: local channels behind the second choice

bool is_leaving(HeaderState state) { return (state.word & kLeaving) != 0; }

}  // namespace

struct DragonflyUgal::Drawn {
  Source source;
  std::uint32_t group, minimal_link, detour_link;

  static Drawn of(HeaderState state) {
    return {static_cast<Source>(state.word >> kSourceBits & 3U), static_cast<std::uint32_t>(state.word >> kGroupBits & kGroupMask),
            static_cast<std::uint32_t>(state.word >> kMinimalBits & kLinkMask), static_cast<std::uint32_t>(state.word >> kDetourBits & kLinkMask)};
  }
  [[nodiscard]] HeaderState state(bool leaving) const {
    return {static_cast<std::uint64_t>(source) << kSourceBits | std::uint64_t{group} << kGroupBits | std::uint64_t{minimal_link} << kMinimalBits |
            std::uint64_t{detour_link} << kDetourBits | (leaving ? kLeaving : 0)};
  }
};

DragonflyUgal::DragonflyUgal(const DragonflyTopology& topology, Choice choice) : hops_(topology), progressive_(choice == Choice::progressive) {}

const DragonflyHops::Stage& DragonflyUgal::stage_of(HeaderState state) const { return (progressive_ ? kPar : kUgal)[state.word & kCrossed]; }

std::uint64_t DragonflyUgal::start_count(const Ends& ends) const {
  if (hops_.group(ends.from) == hops_.group(ends.to)) return 1;
  return std::uint64_t{hops_.shape().groups - 2} * hops_.links() * std::min(hops_.links(), kPartners);
}

HeaderState DragonflyUgal::start_at(const Ends& ends, std::uint64_t i) const {
  const std::uint32_t from = hops_.group(ends.from), to = hops_.group(ends.to), others = hops_.shape().groups - 2;
  if (from == to) return {};
  auto group = static_cast<std::uint32_t>(i % others);
  if (group >= std::min(from, to)) ++group;
  if (group >= std::max(from, to)) ++group;
  const std::uint32_t links = hops_.links();
  const auto minimal_link = static_cast<std::uint32_t>(i / others % links), partner = static_cast<std::uint32_t>(i / others / links);
  const std::uint32_t detour_link = links <= kPartners ? partner : (minimal_link + partner * (links / kPartners)) % links;
  return Drawn{Source::choosing, group, minimal_link, detour_link}.state(false);
}

bool DragonflyUgal::in_source_group(NodeId node, NodeId dst, HeaderState state) const {
  return (state.word & kCrossed) == 0 && hops_.group(node) != hops_.group(dst);
}

Candidate DragonflyUgal::over(NodeId node, const DragonflyHops::Link& link, bool minimal, const Drawn& drawn) const {
  const DragonflyHops::Stage& stage = stage_of({});
  Candidate c;
  c.weight = 0;
  if (link.place == hops_.place(node)) {
    c.channel = link.channel;
    c.classes = stage.global;
    c.next = stage.crossed;
    return c;
  }
  c.channel = hops_.within(node, link.place);
  c.classes = stage.local;
  Drawn next = drawn;
  next.source = !minimal ? Source::detour : progressive_ ? Source::choosing : Source::minimal;
  if (next.source != Source::detour) next.detour_link = progressive_ ? drawn.detour_link : 0;
  if (next.source == Source::minimal) next.group = 0;
  if (next.source == Source::detour) next.minimal_link = 0;
  c.next = next.state(true);
  return c;
}

Candidate DragonflyUgal::minimal(NodeId node, NodeId dst, const Drawn& drawn) const {
  const DragonflyHops::Link link = hops_.link(hops_.group(node), hops_.group(dst), drawn.minimal_link);
  Candidate c = over(node, link, true, drawn);
  c.hops = static_cast<std::uint16_t>((link.place == hops_.place(node) ? 1 : 2) + (hops_.behind(link) == dst ? 0 : 1));
  return c;
}

Candidate DragonflyUgal::detour(NodeId node, NodeId dst, const Drawn& drawn) const {
  const DragonflyHops::Link link = hops_.link(hops_.group(node), drawn.group, drawn.detour_link);
  Candidate c = over(node, link, false, drawn);
  c.hops = static_cast<std::uint16_t>((link.place == hops_.place(node) ? 1U : 2U) + hops_.most_hops(hops_.behind(link), dst));
  c.detour = true;
  c.route = 1;
  return c;
}

void DragonflyUgal::next(NodeId node, ChannelId /*in*/, NodeId dst, HeaderState state, Candidates& out) const {
  if (node == dst) {
    out.emplace_back().exit = Exit::deliver;
    return;
  }
  if (!in_source_group(node, dst, state)) return hops_.add({node, dst, is_leaving(state)}, stage_of(state), 1, 0, out);
  const Drawn drawn = Drawn::of(state);
  if (drawn.source != Source::detour) out.push_back(minimal(node, dst, drawn));
  if (drawn.source == Source::minimal) return;
  Candidate c = detour(node, dst, drawn);
  if (progressive_ && is_leaving(state) && !(c.next == stage_of({}).crossed)) c.classes = kTurned;
  if (drawn.source == Source::detour) c.route = 0;
  out.push_back(c);
}

void DragonflyUgal::steps(const HeaderQuery* queries, std::size_t count, HeaderStep* answers) const {
  const bool one_link = hops_.links() == 1;
  for (std::size_t i = 0; i < count; ++i) {
    const HeaderQuery& q = queries[i];
    answers[i].kind = HeaderStep::Kind::ask;
    if (q.node == q.destination) {
      answers[i].kind = HeaderStep::Kind::deliver;
    } else if (!in_source_group(q.node, q.destination, q.state)) {
      if (one_link || hops_.group(q.node) == hops_.group(q.destination)) {
        hops_.take({q.node, q.destination, is_leaving(q.state)}, stage_of(q.state), answers[i]);
      }
    } else if (const Drawn drawn = Drawn::of(q.state); drawn.source != Source::choosing) {
      const Candidate c = drawn.source == Source::minimal ? minimal(q.node, q.destination, drawn) : detour(q.node, q.destination, drawn);
      answers[i].kind = HeaderStep::Kind::single;
      answers[i].channel[0] = c.channel;
      answers[i].classes = c.classes;
      answers[i].next[0] = c.next;
    }
  }
}

}  // namespace dateline

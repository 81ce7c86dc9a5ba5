#include "routing/networks/hyperx/hyperx_ugal.hpp"

namespace dateline {
namespace {

constexpr HeaderState kSecondPhase{0};
constexpr std::uint16_t kFirst = 1, kSecond = 2;  // classes

}  // namespace

// By way of the source itself is phase 2 alone.
HeaderState HyperXUgal::start_at(const Ends& ends, std::uint64_t i) const {
  return ends.from == ends.to || i == ends.from.value() ? kSecondPhase : HeaderState{1 + topology_.nodes() + i};
}

std::uint16_t HyperXUgal::distance(NodeId from, NodeId to) const {
  std::uint16_t hops = 0;
  hops_.for_differences(from, to, [&](int) { ++hops; });
  return hops;
}

void HyperXUgal::add(NodeId node, NodeId to, Candidate way, Candidates& out) const {
  way.channel = hops_.towards(node, to, hops_.first_difference(node, to));
  way.weight = 0;
  out.push_back(way);
}

void HyperXUgal::next(NodeId node, ChannelId /*in*/, NodeId dst, HeaderState state, Candidates& out) const {
  const std::uint64_t routers = topology_.nodes();
  const bool choosing = state.word > routers;
  const bool second = state == kSecondPhase;
  const NodeId by(second ? 0 : static_cast<std::uint32_t>((state.word - 1) % routers));
  Candidate way;
  if (second || choosing || node == by) {
    if (node == dst) {
      out.emplace_back().exit = Exit::deliver;
      return;
    }
    way.hops = distance(node, dst);
    way.classes = kSecond;
    way.next = kSecondPhase;
    add(node, dst, way, out);
    if (!choosing) return;
  }
  way.route = choosing ? 1 : 0;
  way.hops = static_cast<std::uint16_t>(distance(node, by) + distance(by, dst));
  way.detour = true;
  way.classes = kFirst;
  way.next.word = 1 + by.value();
  add(node, by, way, out);
}

void HyperXUgal::steps(const HeaderQuery* queries, std::size_t count, HeaderStep* answers) const {
  for (std::size_t i = 0; i < count; ++i) {
    const HeaderQuery& q = queries[i];
    answers[i].kind = HeaderStep::Kind::ask;
    if (q.state.word > topology_.nodes()) continue;
    const bool second = q.state == kSecondPhase || q.node.value() == q.state.word - 1;
    if (second && q.node == q.destination) {
      answers[i].kind = HeaderStep::Kind::deliver;
      continue;
    }
    const NodeId to = second ? q.destination : NodeId(static_cast<std::uint32_t>(q.state.word - 1));
    answers[i].kind = HeaderStep::Kind::single;
    answers[i].channel[0] = hops_.towards(q.node, to, hops_.first_difference(q.node, to));
    answers[i].classes = second ? kSecond : kFirst;
    answers[i].next[0] = second ? kSecondPhase : q.state;
  }
}

}  // namespace dateline

#include "routing/networks/hyperx/dim_war.hpp"

namespace dateline {
namespace {

constexpr std::uint16_t kFirst = 1, kAfterDeroute = 2;  // classes
constexpr HeaderState kDerouted{1};

}  // namespace

void DimWar::next(NodeId node, ChannelId /*in*/, NodeId dst, HeaderState state, Candidates& out) const {
  if (node == dst) {
    out.emplace_back().exit = Exit::deliver;
    return;
  }
  const int d = hops_.first_difference(node, dst);
  Candidate c;
  c.channel = hops_.towards(node, dst, d);
  c.classes = state == kDerouted ? kAfterDeroute : kFirst;
  const bool choice = !(state == kDerouted) && hops_.side(d) > 2;
  c.weight = choice ? 0 : 1;
  out.push_back(c);
  if (!choice) return;
  c.rank = 1;
  c.next = kDerouted;
  hops_.for_deroutes(node, dst, d, [&](ChannelId channel) {
    c.channel = channel;
    ++c.route;
    out.push_back(c);
  });
}

void DimWar::steps(const HeaderQuery* queries, std::size_t count, HeaderStep* answers) const {
  for (std::size_t i = 0; i < count; ++i) {
    const HeaderQuery& q = queries[i];
    HeaderStep& answer = answers[i];
    answer.kind = q.node == q.destination ? HeaderStep::Kind::deliver : HeaderStep::Kind::ask;
    if (answer.kind == HeaderStep::Kind::deliver || !(q.state == kDerouted)) continue;
    answer.kind = HeaderStep::Kind::single;
    answer.channel[0] = hops_.towards(q.node, q.destination, hops_.first_difference(q.node, q.destination));
    answer.classes = kAfterDeroute;
    answer.next[0] = {};
  }
}

}  // namespace dateline

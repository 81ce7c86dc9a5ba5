#include "routing/networks/hyperx/hyperx_valiant.hpp"

namespace dateline {
namespace {

constexpr std::uint16_t kFirst = 1, kSecond = 2;  // classes

}  // namespace

void HyperXValiant::next(NodeId node, ChannelId /*in*/, NodeId dst, HeaderState state, Candidates& out) const {
  const auto first = static_cast<std::uint32_t>(out.size());
  const auto add = [&]() -> Candidate& {
    Candidate& c = out.emplace_back();
    c.route = static_cast<std::uint32_t>(out.size()) - 1 - first;
    return c;
  };
  std::uint64_t later = 1;  // places in the dimensions after d
  for (int d = static_cast<int>(state.word); d < hops_.dimensions(); ++d) later *= hops_.side(d);
  for (int d = static_cast<int>(state.word); d < hops_.dimensions(); ++d) {
    later /= hops_.side(d);
    const std::uint32_t here = hops_.coordinate(node, d);
    for (std::uint32_t x = 0; x < hops_.side(d); ++x) {
      if (x == here) continue;
      Candidate& c = add();
      c.channel = hops_.to(node, d, x);
      c.classes = kFirst;
      c.weight = later;
      c.next.word = static_cast<std::uint64_t>(d) + 1;
    }
  }
  Candidate& c = add();  // phase 1 makes no more hops
  const int d = hops_.first_difference(node, dst);
  if (d == hops_.dimensions()) {
    c.exit = Exit::deliver;
    return;
  }
  c.channel = hops_.towards(node, dst, d);
  c.classes = kSecond;
  c.next.word = second_phase();
}

void HyperXValiant::steps(const HeaderQuery* queries, std::size_t count, HeaderStep* answers) const {
  for (std::size_t i = 0; i < count; ++i) {
    const HeaderQuery& q = queries[i];
    answers[i].kind = HeaderStep::Kind::ask;
    if (q.state.word != second_phase()) continue;
    const int d = hops_.first_difference(q.node, q.destination);
    answers[i].kind = d == hops_.dimensions() ? HeaderStep::Kind::deliver : HeaderStep::Kind::single;
    if (answers[i].kind == HeaderStep::Kind::deliver) continue;
    answers[i].channel[0] = hops_.towards(q.node, q.destination, d);
    answers[i].classes = kSecond;
    answers[i].next[0] = q.state;
  }
}

}  // namespace dateline

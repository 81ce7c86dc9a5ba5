#include "routing/adaptive/duato.hpp"

#include <algorithm>

namespace dateline {

StartStates Duato::start(NodeId /*src*/, NodeId /*dst*/) const { return {StartState{}}; }

int Duato::class_of_vc(int vc, int /*vcs*/) const { return std::min(vc, adaptive_class()); }

void Duato::next(NodeId node, ChannelId /*in*/, NodeId dst, HeaderState state, Candidates& out) const {
  if (node == dst) {
    out.emplace_back().exit = Exit::deliver;
    return;
  }
  if ((state.word & kOnEscapes) != 0) return next_on_escapes(node, dst, state, out);
  Candidate adaptive, escape;
  adaptive.classes = static_cast<std::uint16_t>(1U << static_cast<unsigned>(adaptive_class()));
  adaptive.weight = 0;
  ways_.for_each(node, dst, state, [&](const MinimalHop& hop) {
    adaptive.channel = hop.channel;
    adaptive.next = hop.next;
    out.push_back(adaptive);
    ++adaptive.route;
    if (!hop.e_cube) return;
    escape = adaptive;
    escape.classes = static_cast<std::uint16_t>(1U << hop.dateline_class);
  });
  escape.route = adaptive.route;  // one of its own
  escape.rank = 1;
  escape.escape = true;
  if (escape_ == EscapeUse::sticky) escape.next.word |= kOnEscapes;
  out.push_back(escape);
}

void Duato::next_on_escapes(NodeId node, NodeId dst, HeaderState state, Candidates& out) const {
  Candidate& escape = out.emplace_back();
  escape.escape = true;
  ways_.for_each(node, dst, state, [&](const MinimalHop& hop) {
    if (!hop.e_cube) return;
    escape.channel = hop.channel;
    escape.classes = static_cast<std::uint16_t>(1U << hop.dateline_class);
    escape.next = hop.next;
  });
}

void Duato::steps(const HeaderQuery* queries, std::size_t count, HeaderStep* answers) const {
  if (!ways_.answers()) {
    for (std::size_t i = 0; i < count; ++i) {
      answers[i].kind = queries[i].node == queries[i].destination ? HeaderStep::Kind::deliver : HeaderStep::Kind::ask;
    }
    return;
  }
  const auto adaptive = static_cast<std::uint16_t>(1U << static_cast<unsigned>(adaptive_class()));
  const bool sticky = escape_ == EscapeUse::sticky;
  ways_.answer(queries, count, answers, [&](const HeaderQuery& query, HeaderStep& answer) {
    answer.kind = query.node == query.destination ? HeaderStep::Kind::deliver : HeaderStep::Kind::choice;
    answer.classes = adaptive;
    if (!sticky) return;
    if ((query.state.word & kOnEscapes) != 0) answer.ways = 0;
    answer.next[1].word |= kOnEscapes;
  });
}

}  // namespace dateline

#include "routing/networks/hyperx/min_adaptive.hpp"

namespace dateline {
namespace {

constexpr std::uint16_t kEscape = 1, kAdaptive = 2;  // classes

}  // namespace

void MinAdaptive::next(NodeId node, ChannelId /*in*/, NodeId dst, HeaderState /*state*/, Candidates& out) const {
  if (node == dst) {
    out.emplace_back().exit = Exit::deliver;
    return;
  }
  Candidate adaptive;
  adaptive.classes = kAdaptive;
  adaptive.weight = 0;
  hops_.for_differences(node, dst, [&](int d) {
    adaptive.channel = hops_.towards(node, dst, d);
    out.push_back(adaptive);
    ++adaptive.route;
  });
  Candidate& escape = out.emplace_back(adaptive);  // a route of its own
  escape.channel = hops_.towards(node, dst, hops_.first_difference(node, dst));
  escape.classes = kEscape;
  escape.rank = 1;
  escape.escape = true;
}

void MinAdaptive::steps(const HeaderQuery* queries, std::size_t count, HeaderStep* answers) const {
  for (std::size_t i = 0; i < count; ++i) {
    answers[i].kind = queries[i].node == queries[i].destination ? HeaderStep::Kind::deliver : HeaderStep::Kind::ask;
  }
}

}  // namespace dateline

#include "routing/networks/hyperx/omni_war.hpp"

#include "models/base/error.hpp"
#include "models/base/text/parse.hpp"

namespace dateline {
namespace {

int classes_of(const HyperXTopology& topology, std::string_view deroutes) {
  const int dimensions = topology.grid()->dimensions();
  const auto most = static_cast<std::uint64_t>(kMaxVcs - dimensions);  // 16 dimensions at most
  return dimensions + static_cast<int>(parse_whole({"routing", "omni-war deroutes"}, deroutes, 0, most));
}

}  // namespace

OmniWar::OmniWar(const HyperXTopology& topology, std::string_view deroutes)
    : topology_(topology), hops_(topology), classes_(classes_of(topology, deroutes)) {}

void OmniWar::next(NodeId node, ChannelId /*in*/, NodeId dst, HeaderState state, Candidates& out) const {
  if (node == dst) {
    out.emplace_back().exit = Exit::deliver;
    return;
  }
  const std::size_t first = out.size();
  Candidate c;
  c.classes = static_cast<std::uint16_t>(1U << state.word);
  c.weight = 0;
  c.next.word = state.word + 1;
  hops_.for_differences(node, dst, [&](int d) {
    c.channel = hops_.towards(node, dst, d);
    out.push_back(c);
    ++c.route;
  });
  const auto differ = out.size() - first;
  if (state.word + 1 + differ <= static_cast<std::uint64_t>(classes_)) {
    c.rank = 1;
    hops_.for_differences(node, dst, [&](int d) {
      hops_.for_deroutes(node, dst, d, [&](ChannelId channel) {
        c.channel = channel;
        out.push_back(c);
        ++c.route;
      });
    });
  }
  if (out.size() == first + 1) out.back().weight = 1;
}

void OmniWar::steps(const HeaderQuery* queries, std::size_t count, HeaderStep* answers) const {
  for (std::size_t i = 0; i < count; ++i) {
    answers[i].kind = queries[i].node == queries[i].destination ? HeaderStep::Kind::deliver : HeaderStep::Kind::ask;
  }
}

}  // namespace dateline

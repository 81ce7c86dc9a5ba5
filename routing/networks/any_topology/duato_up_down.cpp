#include "routing/networks/any_topology/duato_up_down.hpp"

#include "routing/networks/any_topology/up_down_order.hpp"

namespace dateline {
namespace {

constexpr std::uint64_t kDown = 1, kOnEscape = 2;
constexpr std::uint16_t kEscapeClass = 1U << 0U, kAdaptiveClass = 1U << 1U;
constexpr std::uint16_t kFar = 0xffff;
static_assert(LegalHops::kMaxNodes <= kFar);  // a shortest way has fewer hops

std::uint64_t word_on_escape(const UpDown::Hop& hop) { return kOnEscape | (hop.down ? kDown : 0); }

}  // namespace

DuatoUpDown::DuatoUpDown(const Topology& topology, std::shared_ptr<const FaultMap> faults)
    : topology_(topology), escape_(topology, faults, "duato-updown"), hops_(std::size_t{topology.nodes()} * topology.nodes(), kFar) {
  const Slopes slopes = surviving_slopes(topology, faults.get(), "duato-updown");
  LegalSearch search(topology, slopes);
  for (std::uint32_t d = 0; d < topology.nodes(); ++d) {
    search.run(NodeId(d));
    std::uint16_t* const to = hops_.data() + std::size_t{d} * topology.nodes();
    to[d] = 0;
    for (const LegalPlace place : search.places()) to[place.node.value()] = static_cast<std::uint16_t>(search.hops(place));
  }
  set_faults(std::move(faults));
}

StartStates DuatoUpDown::start(NodeId /*src*/, NodeId /*dst*/) const { return {StartState{}}; }

void DuatoUpDown::next(NodeId node, ChannelId /*in*/, NodeId dst, HeaderState state, Candidates& out) const {
  Candidate c;
  if (node == dst) {
    c.exit = Exit::deliver;
    out.push_back(c);
    return;
  }
  const bool on_escape = (state.word & kOnEscape) != 0;
  c.weight = on_escape ? 1 : 0;  // one way alone, or a choice
  c.classes = kAdaptiveClass;
  for (int p = 0; p < topology_.ports() && !on_escape; ++p) {
    const Port port(static_cast<std::uint16_t>(p));
    c.channel = topology_.out(node, port);
    if (c.channel == kNoChannel || (faults() != nullptr && faults()->failed(c.channel))) continue;
    if (hops(topology_.channel(c.channel).to, dst) + 1 != hops(node, dst)) continue;
    out.push_back(c);
    ++c.route;
  }
  const UpDown::Hop escape = escape_.hop(node, on_escape && (state.word & kDown) != 0, dst);
  c.channel = escape.channel;
  c.classes = kEscapeClass;
  c.rank = 1;
  c.escape = true;
  c.next.word = word_on_escape(escape);
  out.push_back(c);
}

void DuatoUpDown::steps(const HeaderQuery* queries, std::size_t count, HeaderStep* answers) const {
  for (std::size_t i = 0; i < count; ++i) {
    const HeaderQuery& q = queries[i];
    HeaderStep& answer = answers[i];
    answer.kind = HeaderStep::Kind::deliver;
    if (q.node == q.destination) continue;
    answer.kind = HeaderStep::Kind::ask;
    if ((q.state.word & kOnEscape) == 0) continue;
    const UpDown::Hop on = escape_.hop(q.node, (q.state.word & kDown) != 0, q.destination);
    answer.kind = HeaderStep::Kind::single;
    answer.channel[0] = on.channel;
    answer.classes = kEscapeClass;
    answer.next[0].word = word_on_escape(on);
  }
}

}  // namespace dateline

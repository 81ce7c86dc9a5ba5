#include "routing/software_based/sw_deterministic.hpp"

namespace dateline {

StartStates SwDeterministic::start(NodeId /*src*/, NodeId /*dst*/) const { return {StartState{}}; }

void SwDeterministic::next(NodeId node, ChannelId /*in*/, NodeId dst, HeaderState state, Candidates& out) const {
  segments_.next(faults(), node, dst, state, out);
}

void SwDeterministic::steps(const HeaderQuery* queries, std::size_t count, HeaderStep* answers) const {
  segments_.dimension_order().steps(queries, count, answers);
  const FaultMap* const map = faults();
  for (std::size_t i = 0; i < count; ++i) {  // with nothing failed too: what has been repaired leaves headers on segments
    HeaderStep& answer = answers[i];
    const auto failed = [&] { return map != nullptr && answer.kind == HeaderStep::Kind::single && map->failed(answer.channel[0]); };
    if (on_segment(queries[i].state) || failed()) answer.kind = HeaderStep::Kind::ask;
  }
}

Resumption SwDeterministic::resume(NodeId node, NodeId dst, const SoftwareHeader& header) const {
  Resumption resumption = segments_.resume(faults(), node, dst, header);
  // The shorter way to the destination is plain dimension order again.
  const Segment segment = segment_of(resumption.state);
  if (segment.target == dst && segment.requested.none()) resumption.state = {};
  return resumption;
}

std::vector<Symmetry> SwDeterministic::symmetries() const {
  if (faults() != nullptr) return {};
  return segments_.dimension_order().symmetries();
}

}  // namespace dateline

#include "routing/software_based/segment_routing.hpp"

namespace dateline {

void SegmentRouting::next(const FaultMap* faults, NodeId node, NodeId dst, HeaderState state, Candidates& out) const {
  const std::size_t first = out.size();
  if (!on_segment(state)) {
    order_.next(node, kNoChannel, dst, state, out);
    if (faults == nullptr || out[first].exit != Exit::channel || !faults->failed(out[first].channel)) return;
    out.resize(first);
    out.emplace_back().exit = Exit::absorb;
    return;
  }
  const Segment segment = segment_of(state);
  if (node == segment.target) {
    out.emplace_back().exit = node == dst ? Exit::deliver : Exit::absorb;
    return;
  }
  HeaderState inner = inner_of(state);
  if (inner.word == 0 && !segment.requested.none()) {
    const std::uint32_t d = lowest_difference(topology_, node, segment.target);
    const Sign sign = segment.requested[d];
    if (sign != Sign::none) inner = dimension_order_heading(d, sign == Sign::plus);
  }
  order_.next(node, kNoChannel, segment.target, inner, out);
  if (faults != nullptr && faults->failed(out[first].channel)) {
    out.resize(first);
    out.emplace_back().exit = Exit::absorb;
    return;
  }
  for (std::size_t i = first; i < out.size(); ++i) out[i].next = state_on(segment, out[i].next);
}

Resumption SegmentRouting::resume(const FaultMap* faults, NodeId node, NodeId dst, const SoftwareHeader& header) const {
  const SoftwareRules::Decision decision = rules_.resume(faults == nullptr ? nothing_ : *faults, node, dst, detour_of(header, dst));
  return {state_on(decision.header.segment, {}), software_header(decision.header), decision.rule};
}

}  // namespace dateline

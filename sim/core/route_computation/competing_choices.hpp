// Phase 2: new head flits with a choice (HeaderStep::Kind::choice) that compete with new ones of other kinds at their
// node, or may have no VC at once, are classified one by one; those that stay in the list are tried node by node
// (vc_choices.hpp).
#pragma once

#include <algorithm>

#include "sim/core/route_computation/routing_view.hpp"

namespace dateline {

// Calls classify(index) for those.
template <typename Classify>
void classify_competing(RoutingView p, WaitingHeads::Scratch& scratch, Classify classify) {
  auto& choices = scratch.of(HeaderStep::Kind::choice);
  if (!p.at_once() || p.config().vc_arbitration != VcArbitration::fcfs) {
    for (const std::uint32_t i : choices) classify(i);
    return choices.clear();
  }
  const std::size_t others = scratch.several.size();
  const auto mark_mixed = [&](bool mixed) {
    for (std::size_t k = 0; k < others; ++k) p.heads().set_mixed(p.store().channel(p.numbering().channel_of(scratch.several[k].at)).to, mixed);
    for (const std::uint32_t i : scratch.one_way()) {
      if (p.numbering().is_network(scratch.steps[i].channel[0])) p.heads().set_mixed(scratch.queries[i].node, mixed);
    }
  };
  mark_mixed(true);
  std::uint32_t* alone = choices.begin();
  for (const std::uint32_t i : choices) {
    if (p.heads().mixed(scratch.queries[i].node)) {
      classify(i);
    } else {
      *alone++ = i;
    }
  }
  choices.end_at(alone);
  mark_mixed(false);
}

}  // namespace dateline

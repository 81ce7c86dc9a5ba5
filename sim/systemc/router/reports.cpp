// What a reference router tells the core between two cycles: why headers wait, what it holds; and what it drops when a
// fault takes worms out of the network (docs/machine.md, section 10).
#include "sim/systemc/router/reference_router.hpp"

namespace dateline {

using router::InputPort;
using router::InputVc;
using router::OutputPort;

void ReferenceRouter::report_waits(OpenWaits& waits) const {
  for (const InputVc* at : headers_.waiting) {
    for (const router::Offer& o : at->header.offers) waits.for_channel(at->id, o.output->channel, o.lanes);
    if (at->header.absorb) waits.for_memory(at->id);
  }
}

int ReferenceRouter::held(VcId vc) const {
  const ChannelId channel = seam().numbering().channel_of(vc);
  for (const InputPort& input : ports_.inputs) {
    if (input.channel == channel) return static_cast<int>(input.vcs[seam().numbering().lane_of(vc)].buffer.size());
  }
  return -1;
}

void ReferenceRouter::purge(const OpenLosses& losses) {
  headers_ = {{}, {}, {}, headers_.pointer};
  for (InputPort& input : ports_.inputs) {
    for (InputVc& at : input.vcs) drop(at, losses);
  }
  for (OutputPort& output : ports_.outputs) take_back(output, losses);
}

// Lost worms are gone; headers that wait are routed anew.
void ReferenceRouter::drop(InputVc& at, const OpenLosses& losses) {
  using State = InputVc::State;
  const auto kept = std::remove_if(at.buffer.begin(), at.buffer.end(), [&](const OpenFlit& flit) { return losses.took(flit.message); });
  buffered_ -= static_cast<std::size_t>(at.buffer.end() - kept);
  at.buffer.erase(kept, at.buffer.end());
  const bool lost = at.state != State::idle && losses.took(at.worm);
  if (lost && at.state == State::forwarding) {
    at.output->waiting &= ~(1U << at.onward);
    at.output->free |= 1U << at.onward;
  }
  if (lost || at.state == State::waiting || at.state == State::idle) worm_left(at);
  if (at.state == State::ejecting) headers_.ejecting.push_back(&at);
}

void ReferenceRouter::take_back(OutputPort& output, const OpenLosses& losses) {
  if (output.ejection) return;
  for (std::uint32_t vc = 0; vc < kMaxVcs && (seam().numbering().all_lanes() >> vc & 1U) != 0; ++vc) {
    const VcId id(output.first.value() + vc);
    const std::uint32_t bit = 1U << vc;
    if (losses.as_new[id] != 0) {
      output.places[vc] = static_cast<std::uint8_t>(seam().config().buffer_depth);
      output.leaving &= ~bit;
      output.free |= bit;
    } else {
      output.places[vc] = static_cast<std::uint8_t>(output.places[vc] + losses.places[id]);
    }
    if (output.places[vc] > 0) output.space |= bit;
  }
}

}  // namespace dateline

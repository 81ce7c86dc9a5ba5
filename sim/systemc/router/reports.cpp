// What a reference router reports to the core between two cycles: why head flits wait, what it holds; and what it drops
// when a fault takes packets out of the network (docs/reference/router-cycle.md, section 9).
#include "sim/systemc/router/reference_router.hpp"

namespace dateline {

using router::InputPort;
using router::InputVc;
using router::OutputPort;

void ReferenceRouter::report_waits(ExternalWaits& waits) const {
  for (const InputVc* at : headers_.waiting) {
    for (const router::Offer& o : at->head.offers) waits.for_channel(at->id, o.output->channel, o.vcs);
    if (at->head.absorb) waits.for_memory(at->id);
  }
}

int ReferenceRouter::held(VcId vc) const {
  const ChannelId channel = seam().numbering().channel_of(vc);
  for (const InputPort& input : ports_.inputs) {
    if (input.channel == channel) return static_cast<int>(input.vcs[seam().numbering().vc_index(vc)].buffer.size());
  }
  return -1;
}

void ReferenceRouter::purge(const ExternalLosses& losses) {
  router::let_cross(headers_);
  headers_ = {{}, {}, {}, headers_.pointer};
  for (InputPort& input : ports_.inputs) {
    for (InputVc& at : input.vcs) drop(at, losses);
  }
  for (OutputPort& output : ports_.outputs) take_back(output, losses);
}

// Lost packets are gone; head flits that wait are routed anew.
void ReferenceRouter::drop(InputVc& at, const ExternalLosses& losses) {
  using State = InputVc::State;
  buffered_ -= at.buffer.size();
  at.buffer.remove_if([&](const ExternalFlit& flit) { return losses.took(flit.packet); });
  buffered_ += at.buffer.size();
  const bool lost = at.state != State::idle && losses.took(at.packet);
  if (lost && at.state == State::forwarding) {
    at.output->waiting &= ~(1U << at.onward);
    at.output->free |= 1U << at.onward;
  }
  if (lost || at.state == State::waiting || at.state == State::idle) packet_left(at);
  if (at.state == State::ejecting) headers_.ejecting.push_back(&at);
}

void ReferenceRouter::take_back(OutputPort& output, const ExternalLosses& losses) {
  if (output.ejection) return;
  for (std::uint32_t vc = 0; vc < kMaxVcs && (seam().numbering().all_vcs() >> vc & 1U) != 0; ++vc) {
    const VcId id(output.first.value() + vc);
    const std::uint32_t bit = 1U << vc;
    if (losses.as_new[id] != 0) {
      output.slots[vc] = static_cast<std::uint8_t>(seam().config().buffer_depth);
      output.leaving &= ~bit;
      output.free |= bit;
    } else {
      output.slots[vc] = static_cast<std::uint8_t>(output.slots[vc] + losses.slots[id]);
    }
    if (output.slots[vc] > 0) output.space |= bit;
  }
}

}  // namespace dateline

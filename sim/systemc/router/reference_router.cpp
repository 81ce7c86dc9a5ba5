#include "sim/systemc/router/reference_router.hpp"

namespace dateline {

using router::InputPort;
using router::InputVc;
using router::OutputPort;

void ReferenceRouter::begin() {
  const VcNumbering& numbering = seam().numbering();
  for (int i = 0; i < in.size(); ++i) {
    const ChannelId channel = in[i]->channel();
    ports_.inputs.push_back({in[i], channel, seam().port(channel), std::vector<InputVc>(numbering.vcs(channel))});
  }
  std::sort(ports_.inputs.begin(), ports_.inputs.end(), [](const InputPort& a, const InputPort& b) { return a.number < b.number; });
  for (InputPort& input : ports_.inputs) {
    for (std::uint8_t v = 0; v < input.vcs.size(); ++v) {
      input.vcs[v].id = numbering.vc(input.channel, v);
      input.vcs[v].vc = v;
      input.vcs[v].input = &input;
    }
  }
  for (int i = 0; i < out.size(); ++i) {
    const ChannelId channel = out[i]->channel();
    if (channel == kNoChannel) continue;  // to an interface, with ideal ejection
    const VcId first = numbering.vc(channel, 0);
    ports_.outputs.push_back({out[i], channel, first, numbering.is_ejection(first), numbering.all_vcs(), numbering.all_vcs()});
    ports_.outputs.back().slots.fill(static_cast<std::uint8_t>(seam().config().buffer_depth));
  }
  std::sort(ports_.outputs.begin(), ports_.outputs.end(), [](const OutputPort& a, const OutputPort& b) { return a.channel < b.channel; });
}

// One cycle, phase by phase (docs/reference/router-cycle.md, section 2); phase 1 is the interface's.
void ReferenceRouter::cycle(Cycle t) {
  for (OutputPort& output : ports_.outputs) take_credits(output, t);
  for (InputPort& input : ports_.inputs) take_flits(input, t);
  if (buffered_ == 0) return;
  serve_headers(headers_, ports_, seam(), t);
  decide(ports_, seam(), t, moves_);
  for (const router::Move& m : moves_) move(m, t);
  auto& ejecting = headers_.ejecting;
  for (InputVc* const at : ejecting) delivery_queue(*at, t);
  const auto done = [](const InputVc* at) { return at->state != InputVc::State::ejecting; };
  ejecting.erase(std::remove_if(ejecting.begin(), ejecting.end(), done), ejecting.end());
}

// Phase 0: what is due over the links.
void ReferenceRouter::take_credits(OutputPort& output, Cycle t) {
  output.free |= output.free_next;
  output.free_next = 0;
  for (std::uint8_t vc = 0; output.link->take_credit(t, vc);) {
    const std::uint32_t bit = 1U << vc;
    output.space |= bit;
    if (++output.slots[vc] != seam().config().buffer_depth || (output.leaving & bit) == 0) continue;
    output.leaving &= ~bit;
    output.free |= bit;
  }
}

void ReferenceRouter::take_flits(InputPort& input, Cycle t) {
  for (ExternalFlit flit; input.link->take_flit(t, flit); ++buffered_) {
    InputVc& at = input.vcs[flit.vc];
    at.buffer.push_back(flit);
    if (at.buffer.size() > 1) continue;
    if (at.state == InputVc::State::forwarding) at.output->waiting |= 1U << at.onward;
    if (at.state == InputVc::State::idle) headers_.arrived.push_back(&at);
  }
}

// Phase 4: a flit leaves its buffer and crosses the channel.
void ReferenceRouter::move(const router::Move& m, Cycle t) {
  OutputPort& output = *m.output;
  InputVc& at = *output.feed[m.vc];
  const std::uint32_t bit = 1U << m.vc;
  ExternalFlit flit = at.pop();
  --buffered_;
  if (flit.head) {
    flit.hops += output.ejection ? 0U : 1U;
    flit.state = at.next;
  }
  flit.vc = static_cast<std::uint8_t>(m.vc);
  output.link->send(flit, t);
  at.input->link->credit(at.vc, t);
  if (!output.ejection && --output.slots[m.vc] == 0) output.space &= ~bit;
  if (flit.tail || at.buffer.empty()) output.waiting &= ~bit;
  if (!flit.tail) return;
  (seam().config().vc_reuse == VcReuse::atomic && !output.ejection ? output.leaving : output.free_next) |= bit;
  packet_left(at);
}

// Ideal ejection: one flit of every packet that is at its destination.
void ReferenceRouter::delivery_queue(InputVc& at, Cycle t) {
  if (at.buffer.empty()) return;
  const ExternalFlit flit = at.pop();
  --buffered_;
  at.input->link->eject(flit, t);
  at.input->link->credit(at.vc, t);
  if (flit.tail) packet_left(at);
}

// The tail has left the buffer: the next packet comes to the front, if one is there.
void ReferenceRouter::packet_left(InputVc& at) {
  at.state = InputVc::State::idle;
  if (!at.buffer.empty()) headers_.arrived.push_back(&at);
}

}  // namespace dateline

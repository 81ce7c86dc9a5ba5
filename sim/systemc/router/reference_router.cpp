#include "sim/systemc/router/reference_router.hpp"

#include <fmt/format.h>

namespace dateline {

using router::InputPort;
using router::InputVc;
using router::OutputPort;

void ReferenceRouter::begin() {
  const MachineConfig& config = seam().config();
  const VcNumbering& numbering = seam().numbering();
  atomic_ = config.vc_reuse == VcReuse::atomic;
  for (int i = 0; i < in.size(); ++i) {
    const ChannelId channel = in[i]->channel();
    ports_.inputs.push_back({in[i], channel, seam().port(channel), 0, std::vector<InputVc>(numbering.lanes(channel))});
  }
  std::sort(ports_.inputs.begin(), ports_.inputs.end(), [](const InputPort& a, const InputPort& b) { return a.port < b.port; });
  for (std::size_t i = 0; i < ports_.inputs.size(); ++i) {
    InputPort& input = ports_.inputs[i];
    for (std::uint32_t v = 0; v < input.vcs.size(); ++v) {
      InputVc& at = input.vcs[v];
      at.id = numbering.vc(input.channel, v);
      at.port = input.port;
      at.vc = static_cast<std::uint8_t>(v);
      at.input = static_cast<std::uint16_t>(i);
      at.buffer.resize(static_cast<std::size_t>(config.buffer_depth));
    }
  }
  for (int i = 0; i < out.size(); ++i) {
    const ChannelId channel = out[i]->channel();
    if (channel == kNoChannel) continue;  // to an interface, with ideal ejection
    OutputPort& output = ports_.outputs.emplace_back();
    output.link = out[i];
    output.channel = channel;
    output.first = numbering.vc(channel, 0);
    output.ejection = numbering.is_ejection(output.first);
    output.free = output.space = numbering.all_lanes();
    output.places.fill(static_cast<std::uint8_t>(config.buffer_depth));
  }
  std::sort(ports_.outputs.begin(), ports_.outputs.end(), [](const OutputPort& a, const OutputPort& b) { return a.channel < b.channel; });
  headers_.emplace(ports_, seam());
  crossbar_.emplace(ports_, seam());
}

// One cycle, phase by phase (docs/machine.md, section 2); phase 1 is the interface's.
void ReferenceRouter::cycle(Cycle t) {
  take(t);
  if (buffered_ == 0) return;
  headers_->run(t);
  for (const router::Move& m : crossbar_->decide(t)) move(m, t);
  if (!headers_->ejecting().empty()) hand_over(t);
}

// Phase 0: what is due over the links.
void ReferenceRouter::take(Cycle t) {
  for (OutputPort& output : ports_.outputs) take_credits(output, t);
  for (InputPort& input : ports_.inputs) {
    for (OpenFlit flit; input.link->take_flit(t, flit);) {
      InputVc& at = input.vcs[flit.vc];
      if (!at.push(flit)) throw OpenRouterError(fmt::format("cycle {}: {}: a flit for vc {} finds its buffer full", t, name(), at.vc));
      ++buffered_;
      if (at.count > 1) continue;
      if (at.state == InputVc::State::forwarding) at.output->waiting |= 1U << at.onward;
      if (at.state == InputVc::State::idle) headers_->arrived(at);
    }
  }
}

void ReferenceRouter::take_credits(OutputPort& output, Cycle t) {
  if (output.free_next != 0) headers_->look_again();
  output.free |= output.free_next;
  output.free_next = 0;
  for (std::uint8_t vc = 0; output.link->take_credit(t, vc);) {
    const std::uint32_t bit = 1U << vc;
    output.space |= bit;
    if (++output.places[vc] != seam().config().buffer_depth || (output.leaving & bit) == 0) continue;
    output.leaving &= ~bit;
    output.free |= bit;
    headers_->look_again();
  }
}

// Phase 4: a flit leaves its buffer and crosses the channel.
void ReferenceRouter::move(const router::Move& m, Cycle t) {
  OutputPort& output = *m.output;
  InputVc& at = *output.feed[m.vc];
  const std::uint32_t bit = 1U << m.vc;
  OpenFlit flit = at.pop();
  --buffered_;
  if (flit.head) {
    flit.hops += output.ejection ? 0U : 1U;
    flit.state = at.next;
  }
  flit.vc = static_cast<std::uint8_t>(m.vc);
  output.link->send(flit, t);
  ports_.inputs[at.input].link->credit(at.vc, t);
  if (!output.ejection && --output.places[m.vc] == 0) output.space &= ~bit;
  if (flit.tail || at.count == 0) output.waiting &= ~bit;
  if (!flit.tail) return;
  (atomic_ && !output.ejection ? output.leaving : output.free_next) |= bit;
  worm_left(at);
}

// Ideal ejection: one flit of every worm that is at its destination.
void ReferenceRouter::hand_over(Cycle t) {
  auto& ejecting = headers_->ejecting();
  for (std::size_t i = 0; i < ejecting.size();) {
    InputVc& at = *ejecting[i];
    const bool has = at.count > 0;
    const bool tail = has && at.pop().tail;
    if (has) {
      --buffered_;
      ports_.inputs[at.input].link->eject(at.vc, t);
      ports_.inputs[at.input].link->credit(at.vc, t);
    }
    if (!tail) {
      ++i;
      continue;
    }
    worm_left(at);
    ejecting[i] = ejecting.back();
    ejecting.pop_back();
  }
}

// The tail has left the buffer: the next worm comes to the front, if one is there.
void ReferenceRouter::worm_left(InputVc& at) {
  at.state = InputVc::State::idle;
  if (at.count > 0) headers_->arrived(at);
}

}  // namespace dateline

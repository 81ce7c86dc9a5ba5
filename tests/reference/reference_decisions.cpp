#include "reference_decisions.hpp"

#include <algorithm>

namespace dateline::reference {

bool Decisions::has_flit(const VirtualChannel& v, Cycle t) { return !v.buffer.empty() && v.buffer.front().in_buffer_from <= t; }

std::vector<Place> Decisions::decide_deliveries(Cycle t) const {
  std::vector<Place> result;
  for (std::size_t c = 0; c < channels_.size(); ++c)
    for (std::size_t v = 0; v < channels_[c].vcs.size(); ++v)
      if (channels_[c].vcs[v].front == FrontState::delivered && has_flit(channels_[c].vcs[v], t))
        result.push_back({static_cast<int>(c), static_cast<int>(v)});
  return result;
}

// A flit is there that wants to cross.
bool Decisions::wanted(const Place& over, Cycle t) const {
  const VirtualChannel& out = vc(over);
  const Channel& c = channel(over.channel);
  if (out.holder == kNone || out.to_send == 0) return false;
  if (c.kind == ChannelKind::injection) return packet(out.holder).flits_injected < packet(out.holder).packet.length;
  const VirtualChannel& feeder = vc({out.feeder_channel, out.feeder_vc});
  return t >= out.may_cross_from && has_flit(feeder, t) && feeder.buffer.front().packet == out.holder;
}

bool Decisions::movable(const Place& over, Cycle t) const {
  return wanted(over, t) && (channel(over.channel).kind == ChannelKind::ejection || vc(over).free_places > 0);
}

// The numbers of input port and output at their router: those that exist, in order of port; injection, or ejection,
// last.
Claim Decisions::claim(const Place& over, int output) const {
  const VirtualChannel& out = vc(over);
  const Worm& w = packet(out.holder);
  const std::vector<int>& inputs = routers_[at(channel(over.channel).begin.node)].inputs;
  const auto input = std::find(inputs.begin(), inputs.end(), out.feeder_channel) - inputs.begin();
  return {static_cast<int>(input), out.feeder_vc, output, over.vc, Age(w.packet.generated, w.packet.source, w.sequence), w.packet.priority};
}

// Of every VC of the channel, its router's output number `output`, that could move a flit.
std::vector<Claim> Decisions::claims_on(int c, int output, Cycle t) {
  std::vector<Claim> claims;
  bool any_wanted = false;
  for (int v = 0; v < static_cast<int>(channel(c).vcs.size()); ++v) {
    any_wanted = any_wanted || wanted({c, v}, t);
    if (movable({c, v}, t)) claims.push_back(claim({c, v}, output));
  }
  if (claims.empty() && any_wanted) note(t, Kind::flit_blocked, name({c, kNone}), {}, kNone);
  if (channel(c).next_send > t * channel(c).rate.flits) claims.clear();  // the flit before takes until then
  if (channel(c).link && !channel(c).link->has_room()) claims.clear();
  return claims;
}

std::vector<Place> Decisions::decide_crossings(Cycle t) {
  std::vector<Place> granted;
  for (const Router& router : routers_) {
    decide_alone(router.injection, claims_on(router.injection, 0, t), granted);
    std::vector<int> outputs;
    for (const int c : router.outputs)
      if (c != kNone) outputs.push_back(c);
    if (router.ejection != kNone) outputs.push_back(router.ejection);
    std::vector<Claim> claims;  // of the router
    for (std::size_t output = 0; output < outputs.size(); ++output) {
      const std::vector<Claim> here = claims_on(outputs[output], static_cast<int>(output), t);
      if (config_.crossbar == C::Crossbar::per_vc) decide_alone(outputs[output], here, granted);
      claims.insert(claims.end(), here.begin(), here.end());
    }
    if (config_.crossbar == C::Crossbar::per_port) decide_together(router.inputs, outputs, claims, t, granted);
  }
  return granted;
}

void Decisions::decide_alone(int c, const std::vector<Claim>& claims, std::vector<Place>& granted) {
  if (claims.empty()) return;
  granted.push_back({c, arbitrate(claims, config_.output_arbitration, &Claim::output_vc, channel(c).arbitration_pointer).output_vc});
  channel(c).arbitration_pointer = granted.back().vc + 1;
}

void Decisions::decide_together(const std::vector<int>& inputs, const std::vector<int>& outputs, const std::vector<Claim>& claims, Cycle t,
                                std::vector<Place>& granted) {
  RouterPointers pointers;
  for (const int c : inputs) pointers.inputs.push_back(channel(c).input_port_pointer);
  for (const int c : outputs) pointers.outputs.push_back(channel(c).arbitration_pointer);
  for (const int c : inputs) pointers.accepts_from.push_back(channel(c).accepts_from);
  for (const int c : outputs) pointers.grants_from.push_back(channel(c).grants_from);
  for (const Claim& winner : allocate(config_.allocation, config_.output_arbitration, claims, t, pointers))
    granted.push_back({outputs[at(winner.output)], winner.output_vc});
  for (std::size_t i = 0; i < inputs.size(); ++i) channel(inputs[i]).input_port_pointer = pointers.inputs[i];
  for (std::size_t o = 0; o < outputs.size(); ++o) channel(outputs[o]).arbitration_pointer = pointers.outputs[o];
  for (std::size_t i = 0; i < inputs.size(); ++i) channel(inputs[i]).accepts_from = pointers.accepts_from[i];
  for (std::size_t o = 0; o < outputs.size(); ++o) channel(outputs[o]).grants_from = pointers.grants_from[o];
}

}  // namespace dateline::reference

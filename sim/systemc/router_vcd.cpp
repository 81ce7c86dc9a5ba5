#include "sim/systemc/router_vcd.hpp"

#include <fmt/format.h>

namespace dateline {
namespace {

using router::InputPort;
using router::InputVc;
using router::OutputPort;

// What a module called for a VC in a cycle: of an output, the first three; of an input, the others.
constexpr std::uint8_t kSent = 1, kTail = 2, kGiven = 4, kLeft = 8, kEjected = 16, kGranted = 32;

template <typename Signals>
void name_packet(Signals& signals, const Packet& packet) {
  signals.source = packet.source.value();
  signals.sequence = packet.sequence;
}

void trace_input(sc_core::sc_trace_file* file, const InputVcSignals& signals, const std::string& name) {
  sc_trace(file, signals.fill, name + "fill", 8);
  sc_trace(file, signals.state, name + "state", 2);
  sc_trace(file, signals.granted, name + "granted");
  sc_trace(file, signals.blocked, name + "blocked");
  sc_trace(file, signals.out_port, name + "out_port", 8);
  sc_trace(file, signals.out_vc, name + "out_vc", 4);
  sc_trace(file, signals.source, name + "source");
  sc_trace(file, signals.sequence, name + "sequence");
}

void trace_output(sc_core::sc_trace_file* file, const OutputVcSignals& signals, const std::string& name, bool ejection) {
  sc_trace(file, signals.free, name + "free");
  sc_trace(file, signals.held, name + "held");
  if (!ejection) sc_trace(file, signals.credits, name + "credits", 8);
  sc_trace(file, signals.granted, name + "granted");
  sc_trace(file, signals.crossing, name + "crossing");
  sc_trace(file, signals.in_port, name + "in_port", 8);
  sc_trace(file, signals.in_vc, name + "in_vc", 4);
  sc_trace(file, signals.source, name + "source");
  sc_trace(file, signals.sequence, name + "sequence");
}

}  // namespace

void RouterVcd::begin(CompiledNetwork& compiled) {
  tile_ = &compiled.tile();
  for (Node& node : nodes_) trace(node, *tile_);
  look(*tile_, 0);
}

// A port is named by its number and by where its link leads.
void RouterVcd::trace(Node& node, const Tile& tile) {
  const VcNumbering& numbering = tile.numbering;
  const std::string scope = fmt::format("network.node_{}.", node.id.value());
  for (const InputPort& port : node.ports->inputs) {
    const bool network = numbering.is_network(port.channel);
    const std::uint32_t from = network ? topology_.channel(port.channel).from.value() : numbering.terminal_of(port.channel).value();
    for (const InputVc& at : port.vcs) {
      const Input& input = node.inputs.emplace_back(Input{&at, &node, {}});
      trace_input(file_, input.signals, fmt::format("{}in_{}_from_{}{}.vc{}.", scope, port.number, network ? "" : "t", from, at.vc));
    }
  }
  for (const OutputPort& port : node.ports->outputs) {
    const bool network = numbering.is_network(port.channel);
    const TerminalId terminal = network ? TerminalId() : numbering.terminal_of(port.channel);
    const ChannelId back = network ? kNoChannel : numbering.injection_channel(terminal);
    const std::uint16_t number = network ? topology_.channel(port.channel).from_port.value() : tile.store.channel(back).port;
    const std::uint32_t to = network ? topology_.channel(port.channel).to.value() : terminal.value();
    node.out_ports.push_back(number);
    for (std::uint32_t v = 0; v < numbering.vcs(port.channel); ++v) {
      const Output& output = node.outputs.emplace_back(Output{&port, v, {}});
      trace_output(file_, output.signals, fmt::format("{}out_{}_to_{}{}.vc{}.", scope, number, network ? "" : "t", to, v), !network);
    }
  }
}

void RouterVcd::look(const Tile& tile, Cycle now) {
  note_calls(tile.external->calls(), tile.numbering.vcs());
  for (Node& node : nodes_) {
    for (Input& input : node.inputs) look_at(input, tile.packets, now);
    for (Output& output : node.outputs) look_at(output, tile.packets);
  }
}

void RouterVcd::note_calls(ExternalCalls& calls, std::uint32_t vcs) {
  calls_.assign(vcs, 0);
  const auto note = [&](VcId vc, int what) { calls_[vc.value()] = static_cast<std::uint8_t>(calls_[vc.value()] | what); };
  for (const ExternalCalls::Send& s : calls.sends) note(s.vc, s.flit.tail ? kSent | kTail : kSent);
  for (const VcId vc : calls.credits) note(vc, kLeft);
  for (const ExternalCalls::Eject& e : calls.ejects) note(e.vc, kEjected);
  for (const ExternalCalls::Grant& g : calls.grants) {
    note(g.vc, kGiven);
    note(g.at, kGranted);
  }
}

// A worm whose tail has left in this cycle is still its buffer's `worm`.
void RouterVcd::look_at(Input& input, const PacketPool& packets, Cycle now) const {
  using State = InputVc::State;
  const InputVc& at = *input.at;
  InputVcSignals& signals = input.signals;
  const bool left = did(at.id, kLeft);
  const State last = did(at.id, kEjected) ? State::ejecting : State::forwarding;
  const State state = left && at.state == State::idle ? last : at.state;
  signals.fill = static_cast<unsigned>(at.buffer.size()) + (left ? 1U : 0U);
  signals.state = static_cast<unsigned>(state);
  signals.granted = did(at.id, kGranted);
  signals.blocked = state == State::waiting && at.head.ready <= now;
  if (state != State::idle) name_packet(signals, packets[at.packet]);
  if (state != State::forwarding) return;
  signals.out_port = input.node->out_ports[static_cast<std::size_t>(at.output - input.node->ports->outputs.data())];
  signals.out_vc = at.onward;
}

void RouterVcd::look_at(Output& output, const PacketPool& packets) const {
  const OutputPort& port = *output.port;
  OutputVcSignals& signals = output.signals;
  const VcId id(port.first.value() + output.vc);
  const std::uint32_t bit = 1U << output.vc;
  const bool sent = did(id, kSent);
  signals.free = (port.free & bit) != 0;
  signals.held = !signals.free && ((port.leaving & bit) == 0 || did(id, kTail));
  signals.credits = port.slots[output.vc] + (sent ? 1U : 0U);
  signals.granted = did(id, kGiven);
  signals.crossing = sent;
  if (!signals.held) return;
  const InputVc& from = *port.feed[output.vc];
  name_packet(signals, packets[from.packet]);
  signals.in_port = from.input->number;
  signals.in_vc = from.vc;
}

}  // namespace dateline

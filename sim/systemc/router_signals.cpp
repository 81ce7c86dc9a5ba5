#include "sim/systemc/router_signals.hpp"

#include <fmt/format.h>

namespace dateline {

LinkSignals::LinkSignals(const std::string& of_link)
    : name(of_link),
      valid((of_link + "_valid").c_str()),
      head((of_link + "_head").c_str()),
      tail((of_link + "_tail").c_str()),
      vc((of_link + "_vc").c_str()),
      source((of_link + "_source").c_str()),
      flit((of_link + "_flit").c_str()),
      sequence((of_link + "_sequence").c_str()),
      credits((of_link + "_credits").c_str()),
      handed_over((of_link + "_handed_over").c_str()) {}

void LinkSignals::show(const PacketPool& packets) {
  valid.write(activity.flit);
  credits.write(activity.credits);
  handed_over.write(activity.handed_over);
  if (activity.flit) {
    const Packet& packet = packets[activity.last.packet];
    head.write(activity.last.head);
    tail.write(activity.last.tail);
    vc.write(activity.last.vc);
    flit.write(activity.last.sequence);
    source.write(packet.source.value());
    sequence.write(packet.sequence);
  }
  activity = {};
}

void LinkSignals::write_to(sc_core::sc_trace_file* file, const std::string& scope) const {
  const std::string of = fmt::format("{}.{}.", scope, name);
  sc_trace(file, valid, of + "valid");
  sc_trace(file, head, of + "head");
  sc_trace(file, tail, of + "tail");
  sc_trace(file, vc, of + "vc");
  sc_trace(file, source, of + "source");
  sc_trace(file, sequence, of + "sequence");
  sc_trace(file, flit, of + "flit");
  sc_trace(file, credits, of + "credits");
  sc_trace(file, handed_over, of + "handed_over");
}

RouterSignals::RouterSignals(const sc_core::sc_module_name& name, NodeId node, const Topology& topology, bool ejection_channels) : sc_module(name) {
  for (int p = 0; p < topology.ports(); ++p) {
    const Port port(static_cast<std::uint16_t>(p));
    if (topology.in(node, port) != kNoChannel) inputs.emplace_back(fmt::format("in_{}", p));
    if (topology.out(node, port) != kNoChannel) outputs.emplace_back(fmt::format("out_{}", p));
  }
  for (const TerminalId terminal : topology.terminals_of(node)) {
    inputs.emplace_back(fmt::format("in_t{}", terminal.value()));
    if (ejection_channels) outputs.emplace_back(fmt::format("out_t{}", terminal.value()));
  }
  SC_METHOD(show);
  sensitive << clock.neg();
  dont_initialize();
}

void RouterSignals::connect(const std::vector<LinkReceiveIf*>& of_inputs, const std::vector<LinkSendIf*>& of_outputs, const PacketPool& packets) {
  packets_ = &packets;
  for (std::size_t i = 0; i < of_inputs.size(); ++i) of_inputs[i]->note_receiver(inputs.at(i).activity);
  for (std::size_t i = 0; i < of_outputs.size(); ++i) of_outputs[i]->note_sender(outputs.at(i).activity);
}

void RouterSignals::show() {
  for (LinkSignals& input : inputs) input.show(*packets_);
  for (LinkSignals& output : outputs) output.show(*packets_);
}

void RouterSignals::write_to(sc_core::sc_trace_file* file, const std::string& scope) const {
  sc_trace(file, clock, scope + ".clock");
  for (const LinkSignals& input : inputs) input.write_to(file, scope);
  for (const LinkSignals& output : outputs) output.write_to(file, scope);
}

}  // namespace dateline

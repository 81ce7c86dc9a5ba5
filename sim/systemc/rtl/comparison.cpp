#include "sim/systemc/rtl/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/core/cycle/pipeline_engine.hpp"
#include "sim/core/state/external_ports.hpp"

namespace dateline {
namespace {

std::string place(VcId vc, const Topology& topology, const VcNumbering& numbering) {
  const ChannelId channel = numbering.channel_of(vc);
  const std::uint32_t vc_index = numbering.vc_index(vc);
  if (!numbering.is_network(channel)) {
    const TerminalId terminal = numbering.terminal_of(channel);
    return fmt::format("node {}, {} terminal {}, vc {}", topology.router_of(terminal).value(), numbering.is_injection(vc) ? "from" : "to",
                       terminal.value(), vc_index);
  }
  const Channel& c = topology.channel(channel);
  return fmt::format("node {}, port {} (to node {}), vc {}", c.from.value(), c.from_port.value(), c.to.value(), vc_index);
}

std::string event_text(const CrossingEvent& e, const Topology& topology, const VcNumbering& numbering) {
  return fmt::format("{}: {} of packet {} of node {}", place(e.vc, topology, numbering), e.tail ? "the tail" : "a flit", e.sequence, e.source);
}

bool earlier(const CrossingEvent& a, const CrossingEvent& b) { return a.cycle != b.cycle ? a.cycle < b.cycle : a.vc < b.vc; }

std::vector<CrossingEvent> in_order(std::vector<CrossingEvent> events, Cycle until) {
  events.erase(std::remove_if(events.begin(), events.end(), [&](const CrossingEvent& e) { return e.cycle >= until; }), events.end());
  std::sort(events.begin(), events.end(), earlier);
  return events;
}

}  // namespace

void CrossingRecord::begin(CompiledNetwork& compiled) {
  inner_.begin(compiled);
  tile_ = &compiled.tile();
  compiled.watch(make_watched_engine(*tile_, *this));
}

// The calls for this cycle have been made, and are taken by its execution.
Cycle CrossingRecord::execute(CompiledNetwork& compiled, Cycle now) {
  if (tile_->external) {
    for (const VcId vc : tile_->external->calls().credits) credits_.push_back({now, vc});
  }
  return inner_.execute(compiled, now);
}

void CrossingRecord::flit_sent(Cycle now, VcId vc, PacketId id, bool tail) {
  const Packet& packet = tile_->packets[id];
  events_.push_back({now, vc, packet.source.value(), packet.sequence, tail});
}

std::optional<std::string> first_difference(const std::vector<CrossingEvent>& compiled, const std::vector<CrossingEvent>& external, Cycle until,
                                            const Topology& topology, const VcNumbering& numbering) {
  const std::vector<CrossingEvent> expected = in_order(compiled, until), found = in_order(external, until);
  std::size_t i = 0;
  while (i < expected.size() && i < found.size() && expected[i] == found[i]) ++i;
  const bool missing = i < expected.size(), extra = i < found.size();
  if (!missing && !extra) return std::nullopt;
  const bool same_place = missing && extra && expected[i].cycle == found[i].cycle && expected[i].vc == found[i].vc;
  if (same_place) {
    return fmt::format("cycle {}, {}; compiled: {}", found[i].cycle, event_text(found[i], topology, numbering),
                       fmt::format("packet {} of node {}{}", expected[i].sequence, expected[i].source, expected[i].tail ? ", the tail" : ""));
  }
  const bool lacks = missing && (!extra || earlier(expected[i], found[i]));
  const CrossingEvent& event = lacks ? expected[i] : found[i];
  return fmt::format("cycle {}, {}, which {}", event.cycle, event_text(event, topology, numbering),
                     lacks ? "the external network does not send" : "the compiled one does not send");
}

}  // namespace dateline

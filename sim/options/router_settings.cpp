#include "sim/options/router_settings.hpp"

#include <algorithm>

#include "models/base/error.hpp"
#include "sim/core/state/layout/link_errors.hpp"

namespace dateline {
namespace {

OptionCondition preset(const char* name) { return OptionCondition::beginning("router", {name}); }

SwitchAllocation read_allocation(const ValueSource& source, const std::string& text) {
  SwitchAllocation allocation;
  if (text == "one-pass") return allocation;
  if (text == "wavefront") {
    allocation.kind = SwitchAllocation::Kind::wavefront;
    return allocation;
  }
  const std::size_t colon = text.find(':');
  const std::string name = text.substr(0, colon);
  if (colon == std::string::npos || (name != "iterate" && name != "islip")) {
    throw ConfigError(source.component, source.key, text,
                      fmt::format("is unknown; allowed: one-pass, iterate:1..{}, wavefront, islip:1..{}", kMaxPasses, kMaxPasses));
  }
  const std::string passes = text.substr(colon + 1);
  const bool digit = passes.size() == 1 && passes[0] >= '1' && passes[0] <= '0' + kMaxPasses;
  if (!digit) throw ConfigError(source.component, source.key, text, fmt::format("has no such number of passes; allowed: {}:1..{}", name, kMaxPasses));
  allocation.kind = name == "islip" ? SwitchAllocation::Kind::islip : SwitchAllocation::Kind::iterate;
  allocation.passes = passes[0] - '0';
  return allocation;
}

const RouterNumber& row_of(int RouterConfig::*field) {
  return *std::find_if(kRouterNumbers.begin(), kRouterNumbers.end(), [&](const RouterNumber& row) { return row.field == field; });
}

OptionDeclaration add_number(Declarations& d, RouterSettings& s, const RouterNumber& row) {
  const Whole range{static_cast<std::uint64_t>(row.low), static_cast<std::uint64_t>(row.high), row.unit};
  return d.add(row.option, s.numbers.of(row.field), range, row.help);
}
OptionDeclaration add_buffer_depth(Declarations& d, RouterSettings& s) {
  d.group(OptionGroup::router);
  return add_number(d, s, row_of(&RouterConfig::buffer_depth)).common("N", "flits per virtual channel, 1..255");
}
OptionDeclaration add_channel_latency(Declarations& d, RouterSettings& s) {
  return d
      .add("router.channel-latency", s.channel_latency,
           Parsed<ChannelLatencies>{fmt::format("1..{} cycles | KIND=CYCLES,...", kMaxLatency), read_channel_latencies},
           "of network channels; by kind where the topology has several (dim0=1,dim1=3)")
      .otherwise("1");
}
OptionDeclaration add_ejection(Declarations& d, RouterSettings& s) {
  return d.add("router.ejection", s.ejection, OneOf<Ejection>{}, "every arriving packet drains at full rate, or one flit per terminal and cycle");
}

OptionDeclaration add_nic_ports(Declarations& d, RouterSettings& s) {
  return d.add("nic-ports", s.nic_ports, Whole{1, kMaxNicPorts, "channels"},
               "injection channels of a terminal, and with router.ejection=channel as many ejection channels");
}

OptionDeclaration add_vc_reuse(Declarations& d, RouterSettings& s) {
  return d.add(
      "router.vc-reuse", s.vc_reuse, OneOf<VcReuse>{},
      "a VC whose packet's tail has been sent is free when its buffer is empty, or has room for the whole next packet, or one place, or at once "
      "(docs/reference/router-cycle.md, section 2)");
}

}  // namespace

RouterNumberSettings::RouterNumberSettings() {
  for (const RouterNumber& row : kRouterNumbers) of(row.field) = RouterConfig().*row.field;
}

Setting<int>& RouterNumberSettings::of(int RouterConfig::*field) {
  return settings_.at(static_cast<std::size_t>(&row_of(field) - kRouterNumbers.data()));
}

const Setting<int>& RouterNumberSettings::of(int RouterConfig::*field) const {
  return settings_.at(static_cast<std::size_t>(&row_of(field) - kRouterNumbers.data()));
}

void RouterNumberSettings::give(RouterConfig& config) const {
  for (const RouterNumber& row : kRouterNumbers) config.*row.field = *of(row.field);
}

void declare_router(Declarations& d, RouterSettings& s) {
  add_buffer_depth(d, s);
  d.add("router", s.preset, OneOf<RouterPreset>{}, "the defaults of router.* (docs/reference/router-cycle.md, section 1)")
      .common("PRESET", "dally1992 | onchip | booksim");
  for (const RouterNumber& row : kRouterNumbers) {
    if (row.field == &RouterConfig::buffer_depth) continue;
    const OptionDeclaration number = add_number(d, s, row);
    if (row.booksim) number.default_beside(preset("booksim"), std::to_string(*row.booksim));
  }
  add_channel_latency(d, s);
  d.add("router.credit-latency", s.credit_latency, WholeOr{1, kMaxLatency, {"auto"}, fmt::format("1..{} cycles | auto", kMaxLatency)},
        "of credits of network channels; auto: the channel's latency")
      .default_beside(preset("booksim"), "2");
  add_nic_ports(d, s);
  d.add("router.injection-vcs", s.injection_vcs, WholeOr{1, kMaxVcs, {"auto"}, fmt::format("1..{} | auto", kMaxVcs)},
        "virtual channels of the injection channel; auto: as many as vcs");
  d.add("router.source", s.source, OneOf<SourcePolicy>{}, "packets of a terminal share its injection channel flit by flit, or follow each other")
      .default_beside(preset("booksim"), "one-at-a-time");
  add_ejection(d, s).default_beside(preset("onchip"), "channel").default_beside(preset("booksim"), "channel");
  d.add("router.ejection-delay", s.ejection_delay, OneOf<EjectionDelay>{},
        "what the router of the destination takes: nothing, or routing delay and pipeline like those that forward; of ejection channels");
  d.add("router.vc-selection", s.vc_selection, OneOf<Selection>{}, "among the free virtual channels")
      .default_beside(preset("booksim"), "round-robin");
  d.add("router.crossbar", s.crossbar, OneOf<Crossbar>{}, "one flit per input VC and cycle, or per input port")
      .default_beside(preset("onchip"), "per-port")
      .default_beside(preset("booksim"), "per-port");
  d.add("router.switch-allocator", s.switch_allocator,
        Parsed<SwitchAllocation>{fmt::format("one-pass | iterate:1..{} | wavefront | islip:1..{}", kMaxPasses, kMaxPasses), read_allocation},
        "of a per-port crossbar: which inputs and outputs are matched")
      .otherwise("one-pass")
      .default_beside(preset("booksim"), "iterate:2");
  add_vc_reuse(d, s).default_beside(preset("onchip"), "tail").default_beside(preset("booksim"), "tail");
  d.add("router.vc-allocator", s.vc_allocator, OneOf<VcAllocation>{},
        "head flits take VCs one after the other, or ask for all that are free at once (docs/reference/router-cycle.md, section 4)");
  d.add("router.vc-stage", s.vc_stage, OneOf<VcStage>{},
        "a head flit may cross in the cycle in which it is given its VC, or from the next one on: the last of its routing delay");
  d.add("router.vc-arbitration", s.vc_arbitration, OneOf<VcArbitration>{}, "among the head flits that wait at a router")
      .excluded_by({OptionCondition::beginning("router.vc-allocator", {"islip"})})
      .default_beside(preset("booksim"), "round-robin");
  d.add("router.output-arbitration", s.output_arbitration, OneOf<OutputArbitration>{},
        "among the VCs of a channel that can move; priority: of streams that have one");
  d.add("ugal-bias", s.ugal_bias, WholeOr{0, kMaxUgalBias, {"auto"}, fmt::format("0..{} | auto", kMaxUgalBias)},
        "flits x hops that a detour costs more to ugal and par; auto: half of the longest channel's latency and its credits', none where that is 1");
  d.add("ugal-occupancy", s.ugal_occupancy, OneOf<UgalOccupancy>{},
        "what ugal and par count of a channel: places taken in all its buffers, or in those of the VCs that the packet may use");
  d.add("flit-error", s.links.flit_error, Text{"P[:CHANNELS],..., CHANNELS: KIND | A-B | A.PORT, joined by +"},
        "how probable it is that a flit errs on a network channel, whose link then sends it again, unless router.error-detection=end-to-end "
        "(docs/guide/link-errors.md)")
      .excluded_by({"external", "out=vcd"});
  d.add("router.retry-window", s.links.window, Whole{1, kMostRetryFlits, "flits"},
        "of a link that may err: flits sent and not acknowledged; else as many as stream")
      .needs({"flit-error"})
      .excluded_by({found_at_destinations()});
  d.add("router.replay-buffer", s.links.replay, Whole{1, kMostRetryFlits, "flits"},
        "of a link that may err: flits that its sender keeps until they are acknowledged; else router.retry-window")
      .needs({"flit-error"})
      .excluded_by({found_at_destinations()});
}

void declare_error_detection(Declarations& d, LinkErrorSettings& s) {
  d.group(OptionGroup::router);
  d.add("router.error-detection", s.detection, OneOf<ErrorDetection>{},
        "who finds a flit that has erred: the link, which sends it again, or the destination, which throws the packet away when it is there; "
        "retransmit: its source sends it again")
      .needs({"flit-error"});
}

OptionCondition found_at_destinations() { return OptionCondition::beginning("router.error-detection", {"end-to-end"}); }

void declare_absorption(Declarations& d, AbsorptionSettings& s) {
  d.group(OptionGroup::absorption);
  d.add("absorption.delay", s.delay, Whole{0, kMaxReinjectionDelay, "cycles"}, "an absorbed packet stays at least so long in a node's memory");
  d.add("absorption.limit", s.limit, Whole{1, kMaxAbsorbLimit, "packets"}, "absorbed packets that a node holds; else any number");
}

void declare_vc_reuse(Declarations& d, RouterSettings& s) {
  d.group(OptionGroup::router);
  add_vc_reuse(d, s);
}

void declare_channel_latency(Declarations& d, RouterSettings& s) {
  d.group(OptionGroup::router);
  add_channel_latency(d, s);
}

void declare_router_of_bounds(Declarations& d, RouterSettings& s) {
  add_buffer_depth(d, s);
  add_number(d, s, row_of(&RouterConfig::routing_delay));
  add_channel_latency(d, s);
  add_nic_ports(d, s);
  add_ejection(d, s);
}

}  // namespace dateline

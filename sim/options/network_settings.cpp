#include "sim/options/network_settings.hpp"

#include <algorithm>

#include "models/base/error.hpp"
#include "models/network/topology/topologies.hpp"
#include "sim/core/state/layout/router_config.hpp"
#include "sim/options/names_text.hpp"

namespace dateline {

const std::vector<TrafficEntry>& traffic_names() {
  static const std::vector<TrafficEntry> names = [] {
    std::vector<TrafficEntry> list = traffic_table();
    list.push_back({"worst-case", {}, "the worst-case permutation of the routing", nullptr});
    list.push_back({"worst-case:ROUTING", {}, "the worst-case permutation of another routing, oblivious too", nullptr});
    return list;
  }();
  return names;
}

std::vector<std::string> plain_names(std::vector<std::string> names) {
  names.erase(std::remove_if(names.begin(), names.end(), [](const std::string& name) { return name.find(':') != std::string::npos; }), names.end());
  return names;
}

std::vector<std::string> one_shot_beginnings() { return {"permutation:", "lcc:"}; }

void declare_topology(Declarations& d, NetworkSettings& s) {
  d.group(OptionGroup::network);
  d.add("topology", s.topology, Text{names_text(topology_table())}, "the network (dateline list says what each is)")
      .common("T", "torus:8x8, mesh:5x7, dragonfly:4,8,4, graph:FILE")
      .may_name_file();
}

void declare_paths(Declarations& d, NetworkSettings& s) {
  declare_topology(d, s);
  declare_routing(d, s, {});
  declare_faults(d, s);
}

void declare_routing(Declarations& d, NetworkSettings& s, const std::vector<OptionCondition>& needed) {
  d.group(OptionGroup::network);
  d.add("routing", s.routing, Text{names_text(routing_table())}, "the routing relation")
      .common("R", "dor, romm, duato, ...: help routing")
      .may_name_file()
      .suggests(plain_names(names_of(routing_table())))
      .needs(needed);
  d.add("tie-rule", s.tie_rule, OneOfOr<TieRule>{"auto"},
        "direction at distance k/2 on a ring: each with 1/2, always +, + from even coordinates; union: romm's intermediate anywhere on the ring; "
        "auto: the first that dateline list names of the routing")
      .needs(needed);
}

void declare_faults(Declarations& d, NetworkSettings& s) {
  d.group(OptionGroup::network);
  d.add("faults", s.faults, Text{"none | nodes:3,17 | links:0-1,5.2 | random:N[@SEED] | random-links:N[@SEED] | region:NAME@x,y[:dimsAB] | FILE"},
        "what has failed, parts joined by + (docs/guide/faults.md)")
      .common("F", "nodes:3,17+links:0-1 | random:N | FILE")
      .may_name_file();
}

void declare_vcs(Declarations& d, NetworkSettings& s) {
  d.group(OptionGroup::network);
  d.add("vcs", s.vcs, Whole{1, kMaxVcs}, "virtual channels per network channel").common("N", "virtual channels per channel, 1..16");
}

void declare_classes(Declarations& d, NetworkSettings& s) {
  d.group(OptionGroup::network);
  d.add("vc-policy", s.vc_policy, OneOf<VcPolicy>{}, "VC classes of dor on a torus (docs/reference/vc-classes.md)");
  d.group(OptionGroup::table);
  d.add("table.classes", s.table_classes, OneOf<TableClasses>{},
        "VC classes of table:FILE: those it names, or found from its paths (docs/guide/routing-tables.md); given if it names any, else automatic");
}

void declare_escape(Declarations& d, NetworkSettings& s) {
  d.group(OptionGroup::network);
  d.add("escape", s.escape, OneOf<EscapeUse>{},
        "of duato and sw-adaptive: a packet on an escape VC may go back to adaptive ones, or stays on escapes");
}

void declare_blocked_escape(Declarations& d, NetworkSettings& s) {
  d.group(OptionGroup::absorption);
  d.add("absorption.blocked-escape", s.blocked_escape, OneOf<BlockedEscape>{},
        "of sw-adaptive, where the escape channel has failed and no adaptive VC is free: absorbed at once, or waits and can deadlock");
}

void declare_fault_events(Declarations& d, NetworkSettings& s) {
  d.group(OptionGroup::network);
  d.add("fault-events", s.fault_events, Text{"fail@CYCLE:NODE,repair@CYCLE:NODE-NODE,... | FILE"},
        "what fails and is repaired in the course of a run (docs/guide/faults.md)")
      .may_name_file();
}

void declare_lanes(Declarations& d, NetworkSettings& s) {
  d.group(OptionGroup::network);
  d.add("lanes", s.lanes, Text{"FRACTION:CHANNELS,..., CHANNELS: KIND | A-B | A.PORT, joined by +"},
        "links that have lost lanes: the bandwidth that their channels have left (docs/guide/link-errors.md)");
}

void declare_fault_process(Declarations& d, NetworkSettings& s) {
  d.add("fault-process", s.fault_process,
        Parsed<FaultProcess>{"mtbf=N,mttr=N,of=nodes|links|both, and behind it shape=exponential|weibull:K, regions=NAME, until=N",
                             FaultProcess::parse},
        "failures and repairs drawn by the seed: every component is up for a random time of mean mtbf and down for one of mean mttr, in cycles "
        "(docs/guide/faults.md)")
      .excluded_by({"fault-events", "deliveries"});
}

void declare_fault_handling(Declarations& d, NetworkSettings& s) {
  d.add("reconfigure", s.reconfigure, OneOf<Reconfigure>{},
        "how the routing after a failure or repair follows the one before: drain: sources wait until all is delivered that it carries; static: what "
        "it carries is discarded; proved: at once where both together are proved, else drain; none, and else: at once (docs/guide/faults.md)")
      .needs({"fault-events", "fault-process"})
      .excluded_by({"external"});
  d.add("detect-delay", s.detect_delay, Whole{0, kMaxDetectDelay, "cycles"},
        "after which routers know of a failure, 0 without it; until then what is sent over the failed channel is lost")
      .needs({"fault-events", "fault-process"})
      .excluded_by({"external"});
}

OptionDeclaration declare_pattern_name(Declarations& d, TrafficSettings& s) {
  d.group(OptionGroup::traffic);
  return d.add("traffic", s.traffic, Text{names_text(traffic_names())}, "the pattern: source to destination; counts: 'matrix:FILE normalise'")
      .common("P", "uniform, transpose, ...: help traffic")
      .may_name_file()
      .suggests(plain_names(names_of(traffic_names())));
}

OptionDeclaration declare_mapping(Declarations& d, TrafficSettings& s) {
  return d
      .add("mapping", s.mapping, Text{"identity | random:SEED | FILE"},
           "the node of each virtual node of a pattern, a line each; identity, and else: each at its own number")
      .excluded_by({OptionCondition::beginning("traffic", {"worst-case"})})
      .may_name_file();
}

void declare_pattern(Declarations& d, TrafficSettings& s) {
  declare_pattern_name(d, s);
  d.add("fixed-points", s.fixed_points, OneOf<FixedPoints>{},
        "terminals that a permutation maps to themselves send nothing, or packets to themselves");
  declare_mapping(d, s);
}

OptionDeclaration declare_packet_length(Declarations& d, TrafficSettings& s) {
  d.group(OptionGroup::traffic);
  const Whole range{1, kMaxPacketLength, "flits"};
  const auto read = [range](const ValueSource& source, const std::string& text) { return PacketLengths(range.parse<std::uint32_t>(source, text)); };
  const OptionDeclaration length =
      d.add("packet-length", s.packet_length, Parsed<PacketLengths>{range.values(), read}, "flits of every packet, head flit included");
  length.otherwise("32").common("N", "flits of every packet");
  return length.is_whole();
}

LoadValue read_load(const ValueSource& source, const std::string& text) {
  constexpr std::string_view kPackets = "pkt";
  const bool packets = text.size() > kPackets.size() && text.compare(text.size() - kPackets.size(), kPackets.size(), kPackets) == 0;
  const Rational value = Number::read(source, packets ? text.substr(0, text.size() - kPackets.size()) : text, text);
  if (value <= 0) throw ConfigError(source.component, source.key, text, "must be above 0");
  return {value, packets};
}

Rational offered_load(const Setting<LoadValue>& load, const PacketLengths& lengths, int nic_ports) {
  const Rational flits = load->packets ? Rational(load->value * lengths.mean()) : load->value;
  if (flits > nic_ports) {
    load.refuse(load->packets ? fmt::format("is above the injection bandwidth: at most {} packets/terminal/cycle",
                                            to_string(Rational(nic_ports / lengths.mean())))
                              : fmt::format("is above the injection bandwidth of {} flit{}/terminal/cycle", nic_ports, nic_ports == 1 ? "" : "s"));
  }
  return flits;
}

}  // namespace dateline

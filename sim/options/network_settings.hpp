// The network of a command: its topology, routing relation and faults; and what is sent on it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "models/network/faults/fault_process.hpp"
#include "routing/registry/registry.hpp"
#include "sim/measure/protocol/retransmit_rule.hpp"
#include "sim/options/common_settings.hpp"
#include "traffic/arrivals/message_lengths.hpp"
#include "traffic/patterns/permutation.hpp"
#include "traffic/registry.hpp"

namespace dateline {

// How the routing of one map of faults follows that of another in the course of a run. none: packets in the network go
// on by the new one, which the proof must cover for all maps together.
enum class Reconfigure { none, drain, flush, proved };
constexpr std::array<EnumName<Reconfigure>, 4> enum_names(Reconfigure) {
  return {{{Reconfigure::none, "none"}, {Reconfigure::drain, "drain"}, {Reconfigure::flush, "static"}, {Reconfigure::proved, "proved"}}};
}

struct NetworkSettings {
  Setting<std::string> topology;
  Setting<std::string> routing{"dor"};
  Setting<std::optional<TieRule>> tie_rule{std::optional<TieRule>()};  // none: the first of those that the routing honours
  Setting<std::string> lanes;
  Setting<std::string> faults{"none"};
  Setting<std::string> fault_events;
  Setting<FaultProcess> fault_process;
  Setting<Reconfigure> reconfigure;
  Setting<std::uint64_t> detect_delay;
  Setting<int> vcs{kDefaultVcs};
  Setting<VcPolicy> vc_policy{VcPolicy::split};
  Setting<EscapeUse> escape{EscapeUse::free};
  Setting<BlockedEscape> blocked_escape{BlockedEscape::absorb};  // absorption.blocked-escape
  Setting<TableClasses> table_classes;                           // table.classes
};

inline constexpr std::uint64_t kMaxDetectDelay = 1'000'000;

// Flits or packets per terminal and cycle.
struct LoadValue {
  Rational value;
  bool packets = false;  // "0.01pkt"
};

struct TrafficSettings {
  Setting<std::string> traffic{"uniform"};
  Setting<FixedPoints> fixed_points{FixedPoints::silent};
  Setting<std::string> mapping;
  Setting<std::string> injection;
  Setting<LoadValue> load;
  Setting<PacketLengths> packet_length;
  Setting<RetransmitRule> retransmit;
  Setting<LossNotice> loss_notice;
  Setting<std::string> workload;
};

// All that `--traffic` may name: the table of patterns, and the worst cases (`make` null: they need the routing).
[[nodiscard]] const std::vector<TrafficEntry>& traffic_names();
// How the workloads begin that send the messages of a pattern, each once.
[[nodiscard]] std::vector<std::string> one_shot_beginnings();

// topology alone; then routing, tie-rule, faults.
void declare_topology(Declarations& declarations, NetworkSettings& settings);
void declare_paths(Declarations& declarations, NetworkSettings& settings);
// routing, tie-rule: of a run that uses one of these.
void declare_routing(Declarations& declarations, NetworkSettings& settings, const std::vector<OptionCondition>& needed);
void declare_faults(Declarations& declarations, NetworkSettings& settings);
// vcs, vc-policy, table.classes. `vcs` is left to the command where that has another kind of it.
void declare_vcs(Declarations& declarations, NetworkSettings& settings);
void declare_classes(Declarations& declarations, NetworkSettings& settings);
void declare_escape(Declarations& declarations, NetworkSettings& settings);
void declare_blocked_escape(Declarations& declarations, NetworkSettings& settings);
// Changes in the course of a run.
void declare_fault_events(Declarations& declarations, NetworkSettings& settings);
// Of a command whose numbers depend on bandwidths.
void declare_lanes(Declarations& declarations, NetworkSettings& settings);
// reconfigure, detect-delay: of a run with such changes.
void declare_fault_handling(Declarations& declarations, NetworkSettings& settings);
// The same, drawn: of a run that says how long it is.
void declare_fault_process(Declarations& declarations, NetworkSettings& settings);

// traffic, fixed-points, mapping, of an analysis and of a run by a pattern.
void declare_pattern(Declarations& declarations, TrafficSettings& settings);
OptionDeclaration declare_pattern_name(Declarations& declarations, TrafficSettings& settings);
OptionDeclaration declare_mapping(Declarations& declarations, TrafficSettings& settings);
// One length of all packets.
OptionDeclaration declare_packet_length(Declarations& declarations, TrafficSettings& settings);
// "0.2" or, of packets, "0.01pkt". Throws ConfigError.
[[nodiscard]] LoadValue read_load(const ValueSource& source, const std::string& text);

// Flits per terminal and cycle of --load. Throws ConfigError: above the injection bandwidth, of so many channels a
// terminal.
[[nodiscard]] Rational offered_load(const Setting<LoadValue>& load, const PacketLengths& lengths, int nic_ports);

}  // namespace dateline

// The options of routers and interfaces. Meanings: docs/reference/router-cycle.md. Defaults: the router of the papers
// (Dally 1992; Safaei et al. 2006).
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "models/base/enum_names.hpp"
#include "models/base/ids.hpp"
#include "models/network/relation/vc_reuse.hpp"

namespace dateline {

class RoutingRelation;
struct LinkErrors;

enum class Crossbar { per_vc, per_port };
constexpr std::array<EnumName<Crossbar>, 2> enum_names(Crossbar) { return {{{Crossbar::per_vc, "per-vc"}, {Crossbar::per_port, "per-port"}}}; }

enum class Ejection { ideal, channel };
constexpr std::array<EnumName<Ejection>, 2> enum_names(Ejection) { return {{{Ejection::ideal, "ideal"}, {Ejection::channel, "channel"}}}; }

enum class VcArbitration { fcfs, round_robin, oldest };
constexpr std::array<EnumName<VcArbitration>, 3> enum_names(VcArbitration) {
  return {{{VcArbitration::fcfs, "fcfs"}, {VcArbitration::round_robin, "round-robin"}, {VcArbitration::oldest, "oldest"}}};
}

// How waiting head flits and free VCs are matched.
enum class VcAllocation { one_by_one, islip };
constexpr std::array<EnumName<VcAllocation>, 2> enum_names(VcAllocation) {
  return {{{VcAllocation::one_by_one, "one-by-one"}, {VcAllocation::islip, "islip"}}};
}

// Whether a head flit may cross in the cycle in which it is given its VC, or VC allocation is a stage of its own: the
// last cycle of its routing delay.
enum class VcStage { merged, own };
constexpr std::array<EnumName<VcStage>, 2> enum_names(VcStage) { return {{{VcStage::merged, "merged"}, {VcStage::own, "own"}}}; }

// What the router of the destination takes of a packet: nothing, or its routing delay and pipeline as those that
// forward it do.
enum class EjectionDelay { none, router };
constexpr std::array<EnumName<EjectionDelay>, 2> enum_names(EjectionDelay) {
  return {{{EjectionDelay::none, "none"}, {EjectionDelay::router, "router"}}};
}

enum class OutputArbitration { round_robin, oldest, priority };
constexpr std::array<EnumName<OutputArbitration>, 3> enum_names(OutputArbitration) {
  return {{{OutputArbitration::round_robin, "round-robin"}, {OutputArbitration::oldest, "oldest"}, {OutputArbitration::priority, "priority"}}};
}

enum class Selection { random, lowest, round_robin };
constexpr std::array<EnumName<Selection>, 3> enum_names(Selection) {
  return {{{Selection::random, "random"}, {Selection::lowest, "lowest"}, {Selection::round_robin, "round-robin"}}};
}

enum class SourcePolicy { interleaved, one_at_a_time };
constexpr std::array<EnumName<SourcePolicy>, 2> enum_names(SourcePolicy) {
  return {{{SourcePolicy::interleaved, "interleaved"}, {SourcePolicy::one_at_a_time, "one-at-a-time"}}};
}

// Which VCs of a channel say how full it is, to routings that weigh hops: all, or those that the packet may use.
enum class UgalOccupancy { channel, vcs };
constexpr std::array<EnumName<UgalOccupancy>, 2> enum_names(UgalOccupancy) {
  return {{{UgalOccupancy::channel, "channel"}, {UgalOccupancy::vcs, "vcs"}}};
}

// How outputs and input ports of a per-port crossbar are matched.
struct SwitchAllocation {
  enum class Kind { one_pass, iterate, wavefront, islip } kind = Kind::one_pass;
  int passes = 1;  // of iterate and islip, 1..kMaxPasses
};

// VCs of every channel for the packets of some streams alone: a copy of the routing's classes.
struct VcSet {
  int vcs;
  const RoutingRelation* relation;  // for that many VCs; must outlive the machine
};

inline constexpr int kMaxDepth = 255;
inline constexpr int kMaxDelay = 64;
inline constexpr int kMaxPasses = 8;
inline constexpr int kMaxNicPorts = 255;
inline constexpr int kMaxTiles = 256;
inline constexpr int kMaxUgalBias = 1'000'000'000;
inline constexpr std::uint64_t kMaxReinjectionDelay = 1'000'000;
inline constexpr std::uint64_t kMaxAbsorbLimit = 1'000'000'000;
inline constexpr std::uint32_t kMaxPacketLength = 65535;

// Of routings that weigh hops.
struct UgalOptions {
  std::optional<int> bias = {};  // flits x hops that a detour costs more; none: automatic_bias()
  UgalOccupancy occupancy = UgalOccupancy::vcs;
};

// Of routings that absorb packets.
struct AbsorptionOptions {
  std::uint64_t delay = 0;  // cycles that a packet spends in a node's memory at least
  std::uint64_t limit = 0;  // packets that a node holds; 0: any number
};

// How a network is executed, counted, watched and used: none of this changes any result of the same packets.
struct ExecutionOptions {
  bool count_channels = true;           // ChannelCounters watches
  bool count_granted = true;            // VcStore::granted_flits
  std::uint64_t stall_limit = 100'000;  // cycles; with external nodes, in flight and without any movement: a broken router
  bool report_sent = false;             // the observer is notified of packets that have been sent
  bool names_nic_ports = false;         // packets may name their injection channel, and wait in a queue for each; with one VC set
  int tiles = 1;                        // 1..kMaxTiles, that the network is cut into (tiles/tiled_network.hpp)
  int threads = 1;                      // 1..kMaxTiles, that execute them
  // For tests.
  bool reverse_order = false;  // visit channels and nodes from the last to the first
  bool general_path = false;   // the code for any latency and depth, even where the short one applies
};

struct RouterConfig {
  // Meanings, units and ranges: kRouterNumbers.
  int buffer_depth = 2;
  int routing_delay = 0;
  int router_pipeline = 0;

  int channel_latency = 1;          // cycles, 1..kMaxLatency; of network channels that have none of their own (Channel::latency)
  int vcs = kDefaultVcs;            // 1..16
  int credit_latency = 0;           // cycles, 1..64; 0: the channel's latency
  int injection_vcs = vcs;          // 1..16
  int nic_ports = 1;                // injection and ejection channels of a terminal, 1..255
  std::vector<VcSet> vc_sets = {};  // side by side, vcs in all; none: one set, of the machine's relation
  SourcePolicy source = SourcePolicy::interleaved;
  SwitchAllocation allocation;
  Crossbar crossbar = Crossbar::per_vc;
  VcReuse vc_reuse = VcReuse::atomic;
  Ejection ejection = Ejection::ideal;
  EjectionDelay ejection_delay = EjectionDelay::none;  // router: of ejection channels, where no packet is absorbed
  VcAllocation vc_allocation = VcAllocation::one_by_one;
  VcArbitration vc_arbitration = VcArbitration::fcfs;  // of one_by_one
  VcStage vc_stage = VcStage::merged;                  // of network channels; own: the routing delay is 1 or more
  OutputArbitration output_arbitration = OutputArbitration::round_robin;
  Selection selection = Selection::random;
  UgalOptions ugal = {};
  AbsorptionOptions absorption = {};
  std::shared_ptr<const LinkErrors> link_errors = {};  // null: no channel errs
  std::uint64_t seed = 1;

  ExecutionOptions execution = {};
};

// A field of the configuration that is an option: a whole number, and no word in its place. The range check, the option
// and its setting read the row: another such option is its field, with the default, and a row, in the order of results.
struct RouterNumber {
  int RouterConfig::*field;
  const char* option;
  int low, high;
  const char* unit;
  const char* help;
  std::optional<int> booksim = {};  // the default beside --router booksim, where that is another
};
inline constexpr std::array kRouterNumbers = {
    RouterNumber{&RouterConfig::buffer_depth, "buffer-depth", 1, kMaxDepth, "flits", "buffer of a virtual channel"},
    RouterNumber{&RouterConfig::routing_delay, "router.routing-delay", 0, kMaxDelay, "cycles", "of a head flit at every router that forwards it", 2},
    RouterNumber{&RouterConfig::router_pipeline, "router.pipeline", 0, kMaxDelay, "cycles", "of every flit at every router that forwards it", 2},
};

// Head flits take VCs one after the other, beginning at a pointer.
[[nodiscard]] inline bool scans_cyclically(const RouterConfig& config) {
  return config.vc_allocation == VcAllocation::one_by_one && config.vc_arbitration == VcArbitration::round_robin;
}

// Cycles that the router of the destination takes of a packet alone in the network.
[[nodiscard]] inline int delivery_delay(const RouterConfig& config) {
  return config.ejection_delay == EjectionDelay::router ? config.routing_delay + config.router_pipeline : 0;
}

// Input ports and outputs are matched as wholes, whatever VCs have.
[[nodiscard]] inline bool matches_ports(const SwitchAllocation& allocation) {
  return allocation.kind == SwitchAllocation::Kind::wavefront || allocation.kind == SwitchAllocation::Kind::islip;
}

inline constexpr const char* kMachine = "machine";  // component of errors that no command was the first to find

// Throws ConfigError of `component`, which has the options: option, value, "not in low..high".
void check(const RouterConfig& config, std::string_view component = kMachine);

}  // namespace dateline

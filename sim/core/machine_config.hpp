// The options of routers and interfaces. Meanings: docs/machine.md. Defaults: the router of the papers (Dally 1992; Safaei et al. 2006).
#pragma once

#include <cstdint>

namespace dateline {

enum class Crossbar { per_vc, per_port };
enum class VcReuse { atomic, at_tail };
enum class Ejection { ideal, channel };
enum class HeaderArbitration { fcfs, round_robin };
enum class ChannelArbitration { round_robin, oldest };
enum class Selection { random, lowest, round_robin };

struct MachineConfig {
  int vcs = 2;              // 1..16
  int buffer_depth = 2;     // flits per VC, 1..64
  int routing_delay = 0;    // cycles, 0..64
  int channel_latency = 1;  // cycles, 1..64
  int injection_vcs = 2;    // 1..16
  Crossbar crossbar = Crossbar::per_vc;
  VcReuse vc_reuse = VcReuse::atomic;
  Ejection ejection = Ejection::ideal;
  HeaderArbitration header_arbitration = HeaderArbitration::fcfs;
  ChannelArbitration channel_arbitration = ChannelArbitration::round_robin;
  Selection selection = Selection::random;
  std::uint64_t seed = 1;

  bool count_channels = true;  // ChannelCounters watches; changes no result

  // For tests: neither may change any result.
  bool reverse_order = false;  // visit channels and nodes from the last to the first
  bool general_path = false;   // the code for any latency and depth, even where the short one applies
};

inline constexpr int kMaxDepth = 64;
inline constexpr int kMaxDelay = 64;
inline constexpr std::uint32_t kMaxMessageLength = 65535;

// Throws ConfigError("simulate", option, value, "not in low..high").
void check(const MachineConfig& config);

}  // namespace dateline

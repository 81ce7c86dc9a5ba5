// The settings of a run of the flit-level machine: `simulate` and the probes of `saturate`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "sim/measure/run.hpp"
#include "sim/options/network_settings.hpp"
#include "sim/options/router_settings.hpp"

namespace dateline {

enum class ProofMode { automatic, always, never };  // automatic: where it takes about a second
constexpr std::array<EnumName<ProofMode>, 3> enum_names(ProofMode) {
  return {{{ProofMode::automatic, "auto"}, {ProofMode::always, "always"}, {ProofMode::never, "never"}}};
}

inline constexpr std::uint64_t kMaxFlitBytes = 1'000'000'000;

// What is measured, and when it ends.
struct WindowSettings {
  Setting<NumberOrWord> cycles{NumberOrWord{RunConfig().cycles, {}}};
  Setting<NumberOrWord> warmup{NumberOrWord{{}, "auto"}};
  Setting<std::uint64_t> deliveries;
  Setting<double> until_ci;
  Setting<std::uint32_t> windows;
};

// Of a workload: its units and times, as text where they depend on the cycle time.
struct WorkloadSettings {
  Setting<std::uint64_t> flit_bytes;
  Setting<std::string> cycle_time{"1ns"}, send_overhead{"0"}, receive_overhead{"0"}, reduce_cost{"0"}, noise, background;
};

// --external: routers that run as SystemC modules, and when they count as broken.
struct ExternalChoice {
  std::string routers = {};                 // all, half:SEED, or numbers joined by commas; empty: none but those of a waveform
  std::optional<std::uint64_t> stall = {};  // cycles
};

// Of a run that is stopped and resumed.
struct CheckpointInterval {
  std::uint64_t seconds = 0, cycles = 0;  // one of them is above 0
};
struct CheckpointSettings {
  Setting<std::string> file, resume;
  Setting<NumberOrWord> at;  // a cycle, or "warmup": the end of the warm-up
  Setting<bool> branch{false};
  Setting<CheckpointInterval> every;
};

// The files that a run writes.
struct RunOutputs {
  OutputSetting channels, collectives, energy, fault_events, histogram, pair_latency, record, trace, timeline, tree, vcd;
};

struct RunSettings : CommonSettings {
  NetworkSettings network;
  TrafficSettings traffic;
  RouterSettings router;
  AbsorptionSettings absorption;
  WindowSettings window;
  WorkloadSettings workload;
  Setting<std::string> energy;  // a file of coefficients
  Setting<ProofMode> prove{ProofMode::automatic};
  Setting<ExternalChoice> external;
  Setting<std::string> proof_store;
  Setting<Rational> resolution;  // search.resolution
  CheckpointSettings checkpoint;
  RunOutputs out;
};

// Options that an embedded network (sim/options/network/embed_settings.hpp) has too.
OptionDeclaration declare_flit_bytes(Declarations& declarations, WorkloadSettings& settings);
OptionDeclaration declare_cycle_time(Declarations& declarations, WorkloadSettings& settings);
void declare_prove(Declarations& declarations, Setting<ProofMode>& prove);

struct SimulateSettings : RunSettings {
  Setting<NumberOrWord> tiles{NumberOrWord{{}, "auto"}};
  Setting<NumberOrWord> threads{NumberOrWord{1, {}}};
  void declare(Declarations& declarations);
};
struct SaturateSettings : RunSettings {
  void declare(Declarations& declarations);
};

}  // namespace dateline

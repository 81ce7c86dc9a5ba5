// What each command does with its settings. Returns the exit status.
#pragma once

#include "sim/systemc/router_factory.hpp"

namespace dateline {

struct SimulateSettings;
struct SaturateSettings;
struct TopologySettings;
struct LoadsSettings;
struct WorstCaseSettings;
struct AverageSettings;
struct OptimalSettings;
struct ThroughputSettings;
struct BoundsSettings;
struct VerifySettings;
struct FaultsSettings;
struct ReliabilitySettings;
struct ScheduleSettings;
struct ContentionSettings;
struct LccMappingSettings;
struct MeshRunSettings;
struct MeshRowSettings;
struct MeshColumnSettings;
struct ListSettings;

// `routers`: of the program's own, for the external nodes; null: it has none.
[[nodiscard]] int run_simulate(const SimulateSettings& settings, const RouterFactory& routers);
// Refuses them: its probes are of the core.
[[nodiscard]] int run_saturate(const SaturateSettings& settings, const RouterFactory& routers);
[[nodiscard]] int run_topology(const TopologySettings& settings);
[[nodiscard]] int run_loads(const LoadsSettings& settings);
[[nodiscard]] int run_worst_case(const WorstCaseSettings& settings);
[[nodiscard]] int run_average(const AverageSettings& settings);
[[nodiscard]] int run_optimal(const OptimalSettings& settings);
[[nodiscard]] int run_throughput(const ThroughputSettings& settings);
[[nodiscard]] int run_bounds(const BoundsSettings& settings);
[[nodiscard]] int run_verify(const VerifySettings& settings);
[[nodiscard]] int run_faults(const FaultsSettings& settings);
[[nodiscard]] int run_reliability(const ReliabilitySettings& settings);
[[nodiscard]] int run_schedule(const ScheduleSettings& settings);
[[nodiscard]] int run_lcc_contention(const ContentionSettings& settings);
[[nodiscard]] int run_lcc_mapping(const LccMappingSettings& settings);
[[nodiscard]] int run_mesh_permutation(const MeshRunSettings& settings);
[[nodiscard]] int run_mesh_row(const MeshRowSettings& settings);
[[nodiscard]] int run_mesh_column(const MeshColumnSettings& settings);
[[nodiscard]] int run_list(const ListSettings& settings);

}  // namespace dateline

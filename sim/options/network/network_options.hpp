// From options to the objects of models/: the topology, its routing relation, its traffic.
#pragma once

#include <memory>
#include <string>

#include "models/analysis/worst_case/worst_case.hpp"
#include "models/network/faults/fault_process.hpp"
#include "models/network/relation/relation.hpp"
#include "models/network/topology/topology.hpp"
#include "models/network/traffic_pattern.hpp"
#include "routing/registry/registry.hpp"
#include "sim/options/network_settings.hpp"
#include "sim/options/router_settings.hpp"
#include "traffic/registry.hpp"

namespace dateline {

// A network as the command line names it.
struct NetworkOptions {
  std::string topology;
  std::string routing;
  RoutingOptions relation;
  std::string faults = "none";                   // of a command that has them
  std::optional<std::string> fault_events = {};  // of a command that has them
  std::optional<FaultProcess> fault_process = {};
  Cycle process_end = 0;  // of a process: nothing is drawn from it on; 0: as the process says
  Reconfigure reconfigure = Reconfigure::none;
  Cycle detect_delay = 0;                        // cycles until routers know of a failure
  std::uint64_t seed = 0;                        // of random faults without one of their own
  std::string worst_case_of;                     // ROUTING of --traffic worst-case:ROUTING
  std::optional<std::string> mapping = {};       // of a pattern
  ChannelLatencies latencies = {};               // of a command that has them
  std::optional<std::string> lanes = {};         // likewise
  std::string command = {};
};
// `traffic`: of a command that has a pattern or a workload; `router`: of one that has routers.
[[nodiscard]] NetworkOptions network_options(const CommonSettings& common, const NetworkSettings& settings, const TrafficSettings* traffic = nullptr,
                                             const RouterSettings* router = nullptr);

struct NetworkObjects {
  NetworkOptions options;  // as far as the relation takes them
  RoutingOptions other;    // as far as that of worst-case:ROUTING takes them
  std::shared_ptr<const Topology> topology;
  std::unique_ptr<RoutingRelation> relation;
  std::vector<TerminalId> places = {};    // of a pattern's virtual nodes; empty: each at its own number
  std::vector<FaultChange> changes = {};  // in the course of the run; what fails before cycle 0 is the relation's
  std::shared_ptr<const DrawnFaults> drawn = {};  // where the changes are those of a process
};
// Refuses faults that disconnect the nodes that live, and a relation that they can stop a message of. Without a routing
// there is no relation.
[[nodiscard]] NetworkObjects make_network(const NetworkOptions& options);

// A pattern by name. `worst-case` is the worst permutation of the network's own routing, `worst-case:ROUTING` that of
// another under the same settings, as far as it takes them.
[[nodiscard]] std::unique_ptr<TrafficPattern> make_pattern(const std::string& traffic, const NetworkObjects& network,
                                                           FixedPoints fixed_points = FixedPoints::silent);
// The same under other faults than the network's own (null: none), which must outlive it.
[[nodiscard]] std::unique_ptr<TrafficPattern> make_pattern(const std::string& traffic, const NetworkObjects& network, FixedPoints fixed_points,
                                                           const FaultMap* faults);
// That of --traffic and --fixed-points.
[[nodiscard]] std::unique_ptr<TrafficPattern> make_pattern(const TrafficSettings& settings, const NetworkObjects& network);
// What fixed points do. Refuses to let them send where the pattern, as named, has none.
[[nodiscard]] FixedPoints fixed_points(const Setting<FixedPoints>& setting, const std::string& traffic);
// Per terminal: the virtual node at it, for RunConfig; empty without a mapping.
[[nodiscard]] std::vector<std::uint32_t> numbers_of(const NetworkObjects& network);
// Per terminal: 1 if its node has failed; empty if no node has.
[[nodiscard]] std::vector<std::uint8_t> failed_terminals(const NetworkObjects& network);
// Refuses a relation with more VC classes than machine and proof can take.
void check_classes(const AnySetting& routing, const RoutingRelation& relation);
// The same, and fewer VCs, as given, than it has classes.
void check_vcs(const AnySetting& vcs, const NetworkSettings& settings, const NetworkObjects& network);

// "12.5 GiB", for error lines.
[[nodiscard]] std::string readable_bytes(double bytes);
// Memory that this machine can still give, in bytes; no limit known: a very large number.
[[nodiscard]] double available_memory();

}  // namespace dateline

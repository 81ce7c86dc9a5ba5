// What a traffic pattern asks of a network whose packets may take any paths, split at will: the maximum concurrent
// flow. theta is the largest factor by which the pattern can be multiplied and still be carried, each channel within
// its bandwidth. Injection and ejection do not count, so theta may pass 1; what stays at its router asks for nothing.
// Source: F. Shahrokhi, D. Matula, "The maximum concurrent flow problem", J. ACM 37(2), 1990.
// Paths: any that live, or shortest ones only (hops), which bounds every minimal routing.
// Units: packets/cycle between routers at one packet/terminal/cycle. Cost: the pattern's rows; O(N C).
// Throws ConfigError: something is sent to where no path leads.
#pragma once

#include <cstdint>
#include <vector>

#include "models/base/enum_names.hpp"
#include "models/base/numbers/rational.hpp"
#include "models/base/span.hpp"
#include "models/network/faults/fault_map.hpp"
#include "models/network/topology/topology.hpp"
#include "models/network/traffic_pattern.hpp"

namespace dateline {

// What is sent to one router by others, from each an amount above 0; sources ascending.
struct FlowDemand {
  NodeId destination;
  std::vector<NodeId> sources;
  std::vector<Rational> amounts;
};

// Null faults: nothing has failed. Destinations ascending; none where nothing leaves its router.
[[nodiscard]] std::vector<FlowDemand> flow_demands(const Topology& topology, const FaultMap* faults, const TrafficPattern& pattern);

// What makes whole numbers of all amounts; 1 where they would be too large for a double.
[[nodiscard]] Rational whole_scale(const std::vector<FlowDemand>& demands);

enum class FlowPaths { any, minimal };

class FlowProblem {
 public:
  // Topology and faults (null: none) must outlive it.
  FlowProblem(const Topology& topology, const FaultMap* faults, std::vector<FlowDemand> demands, FlowPaths paths);

  [[nodiscard]] const Topology& topology() const { return topology_; }
  [[nodiscard]] const FaultMap* faults() const { return faults_; }
  [[nodiscard]] const std::vector<FlowDemand>& demands() const { return demands_; }
  [[nodiscard]] bool usable(ChannelId c) const { return faults_ == nullptr || !faults_->failed(c); }
  // Whether a flow of demand d may take the channel.
  [[nodiscard]] bool open(std::size_t d, ChannelId c) const;
  // From a router to the destination of demand d; kUnreached: no way leads there.
  [[nodiscard]] std::uint32_t hops(std::size_t d, NodeId from) const { return hops_[d * topology_.nodes() + from.value()]; }
  // The usable channels that arrive at a router, and those that leave it, ascending.
  [[nodiscard]] Span<ChannelId> arriving(NodeId v) const { return in_.of(v); }
  [[nodiscard]] Span<ChannelId> leaving(NodeId v) const { return out_.of(v); }
  // Of bandwidths where they are floating-point numbers in a linear program: 1, unless the largest is far from it; then
  // that is 1 there, and flows and theta are in this unit too.
  [[nodiscard]] double bandwidth_unit() const { return bandwidth_unit_; }
  // Columns of its linear program: a flow for every demand and open channel, and theta.
  [[nodiscard]] std::uint64_t columns() const;

 private:
  struct Lists {
    std::vector<std::uint32_t> begin;
    std::vector<ChannelId> channels;
    [[nodiscard]] Span<ChannelId> of(NodeId v) const { return {channels.data() + begin[v.value()], begin[v.value() + 1] - begin[v.value()]}; }
  };
  template <typename End>
  [[nodiscard]] Lists lists_by(End end) const;
  void find_hops();

  const Topology& topology_;
  const FaultMap* faults_;
  std::vector<FlowDemand> demands_;
  FlowPaths paths_;
  Lists in_, out_;
  std::vector<std::uint32_t> hops_;  // [demand x N + router]: to its destination
  double bandwidth_unit_;
};

}  // namespace dateline

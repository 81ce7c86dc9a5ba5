// The tables by which software at a node sends an absorbed message on: the opposite direction, an orthogonal dimension,
// the last resort. Local knowledge alone, but for the last resort.
// Source: Safaei et al. 2006, section 3, after Suh, Dao, Duato and Yalamanchili 2000, whose tables are not public:
// these are a reconstruction that delivers every connected pair (docs/guide/rerouting.md).
// A mesh and a hypercube have no way round in a dimension: nothing is reversed there. Cost: a few channels examined;
// the last resort see there.
#pragma once

#include <vector>

#include "routing/software_based/last_resort.hpp"

namespace dateline {

// Other values than these leave out a rule, to show what it is for.
struct DetourOptions {
  std::uint8_t absorption_limit = 12;  // as many absorptions at faults call the last resort; 0: none do
  bool plane_pair_only = false;        // orthogonal is the other dimension of the pair in hand alone
};

class SoftwareRules {
 public:
  // The topology must outlive it.
  explicit SoftwareRules(const CubeTopology& topology, DetourOptions options = {});

  struct Decision {
    DetourHeader header;
    AbsorptionRule rule;
  };
  // Of a message absorbed at `node`, not its destination: at the end of its segment, or because the channel that its
  // segment takes there has failed.
  [[nodiscard]] Decision resume(const FaultMap& faults, NodeId node, NodeId destination, DetourHeader header) const;

 private:
  struct Fault {  // the channel that could not be taken
    NodeId node, destination;
    Turn turn;
  };
  [[nodiscard]] Turn turn_at(NodeId node, const Segment& segment) const;
  [[nodiscard]] Decision last_resort(const FaultMap& faults, NodeId node, NodeId destination, DetourHeader header) const;
  [[nodiscard]] Decision reverse(Turn turn, DetourHeader header) const;
  // Whether there was a way.
  [[nodiscard]] bool go_orthogonal(const FaultMap& faults, const Fault& fault, DetourHeader& header) const;
  [[nodiscard]] std::vector<std::uint32_t> orthogonal_dimensions(const Fault& fault, NodeId target) const;
  [[nodiscard]] Sign orthogonal_sign(const Fault& fault, std::uint32_t dimension, Signs earlier) const;
  [[nodiscard]] NodeId with_coordinate(NodeId node, std::uint32_t dimension, std::uint32_t coordinate) const;

  const CubeTopology& topology_;
  DetourOptions options_;
  std::uint32_t dimensions_;
  bool rings_;
  std::vector<std::uint32_t> strides_;  // how far apart neighbours in a dimension are numbered
};

}  // namespace dateline

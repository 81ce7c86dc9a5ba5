// Networks that change while routers learn late of what has failed, in the terms of the machine and of the reference
// machine.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "sim/measure/window/network_change.hpp"
#include "tests/support/cases/changing_network.hpp"
#include "tests/support/relation_as_reference.hpp"

namespace dateline::test {

// A machine whose network changes: under sw-deterministic or sw-adaptive, which lead around every new map, or updown or
// duato-updown, which are switched.
[[nodiscard]] RandomCase draw_changing(Dice& dice, const std::string& routing);

// A network from cycle change.at on.
struct DetectedStep {
  NetworkChange change;
  std::shared_ptr<const FaultMap> known, failed, unseen, noticed;
  std::unique_ptr<RoutingRelation> relation;
};

using RelationOf = std::function<std::unique_ptr<RoutingRelation>(std::shared_ptr<const FaultMap>)>;
// Of networks in the order of their cycles, the first that of the beginning; failures are known `delay` cycles later.
// Every change is made at once, and has no pattern.
[[nodiscard]] std::vector<DetectedStep> detected_steps(const CubeTopology& topology, const std::vector<NetworkAt>& networks, Cycle delay,
                                                       const RelationOf& relation_of);
// `relations`, empty, is what they refer to.
[[nodiscard]] std::vector<reference::ReferenceChange> as_reference(const std::vector<DetectedStep>& steps, const CubeTopology& topology,
                                                                   const RouterConfig& machine, std::vector<RelationAsReference>& relations);
[[nodiscard]] std::string describe(const std::vector<DetectedStep>& steps);
// The one that holds in that cycle.
[[nodiscard]] const DetectedStep& step_in(const std::vector<DetectedStep>& steps, Cycle cycle);

}  // namespace dateline::test

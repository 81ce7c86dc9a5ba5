// What makes those routers of a network that are modules of their own. This header includes no SystemC, so that the
// command line can hand a program's factory on.
#pragma once

#include <functional>
#include <memory>

#include "models/network/topology/topology.hpp"

namespace sc_core {
class sc_module_name;
}

namespace dateline {

class ExternalRouter;

// The router of a node; null: the core routes there. `name` is that of the node's module.
using RouterFactory = std::function<std::unique_ptr<ExternalRouter>(const sc_core::sc_module_name& name, NodeId node, const Topology& topology)>;

}  // namespace dateline

// The modules of a network as they are bound: its routers, and the interfaces that users' modules are bound to. What
// elaboration has made of them is asked for when the simulation starts.
#pragma once

#include <memory>
#include <vector>

#include "sim/core/compiled_network.hpp"
#include "sim/systemc/modules.hpp"

namespace dateline {

class BoundModules {
 public:
  // Before elaboration ends: the modules to take the wiring from. `topology` gives the shape and must outlive
  // elaboration.
  void watch(const std::vector<std::unique_ptr<Router>>& routers, const Topology& topology);
  void attach(NetworkInterface& interface) { interfaces_.push_back(&interface); }
  [[nodiscard]] bool has_interfaces() const { return !interfaces_.empty(); }

  // After elaboration. Throws InvariantError if a channel ends nowhere.
  [[nodiscard]] Wiring wiring() const;
  // Interfaces per terminal, null where nothing is bound; empty if nothing is bound anywhere.
  [[nodiscard]] std::vector<NetworkInterface*> users() const;
  // With external routers: their links carry flits from now on, and each has its side of the network. `network` and
  // `time` must outlive the modules.
  void join_external_links(CompiledNetwork& network, const CycleOfTime& time) const;

 private:
  std::vector<Router*> routers_;
  std::vector<NetworkInterface*> interfaces_;  // those that there are
  const Topology* topology_ = nullptr;
};

}  // namespace dateline

#include "routing/registry/registry.hpp"
#include "routing/software_based/all_segments.hpp"

namespace dateline {

std::unique_ptr<RoutingRelation> make_under_all_maps(std::string_view name, const Topology& topology, RoutingOptions options) {
  const CubeTopology* const cube = as_cube(topology);
  if (cube == nullptr || options.blocked_escape != BlockedEscape::absorb) return nullptr;
  options.faults = nullptr;
  std::unique_ptr<RoutingRelation> faultless = make_relation(name, topology, options);
  return faultless->absorbs() ? std::make_unique<AllSegments>(*cube, std::move(faultless)) : nullptr;
}

}  // namespace dateline

#include "sim/systemc/rtl/rtl_parameters.hpp"

#include <fmt/format.h>

#include "models/base/enum_names.hpp"
#include "models/base/error.hpp"

namespace dateline {

const Grid& check_rtl(const std::string& name, const RouterConfig& config, const Topology& topology, const RtlParameters& built, bool local_port) {
  const auto refuse = [&](const std::string& key, const std::string& value, const std::string& rule) { throw ConfigError(name, key, value, rule); };
  const auto number = [&](const char* key, int value, unsigned allowed) {
    if (static_cast<unsigned>(value) != allowed)
      refuse(key, std::to_string(value), fmt::format("is not that of the RTL, which was built with {}", allowed));
  };
  const Grid* const mesh = topology.grid();
  if (mesh == nullptr || mesh->lines() != Grid::Lines::open || mesh->dimensions() != 2)
    refuse("topology", topology.name(), "is no 2-D mesh, which the pins are for");
  number("vcs", config.vcs, built.vcs);
  number("router.injection-vcs", config.injection_vcs, built.vcs);
  number("buffer-depth", config.buffer_depth, built.depth);
  if (config.nic_ports != 1) refuse("nic-ports", std::to_string(config.nic_ports), "has no pins; allowed: 1");
  if (local_port && config.ejection != Ejection::channel)
    refuse("router.ejection", "ideal", "is not that of the RTL, which has a local output port; allowed: channel");
  if (!local_port && config.ejection != Ejection::ideal)
    refuse("router.ejection", "channel", "is not that of the RTL, which hands flits over at eject_valid; allowed: ideal");
  if (built.early_credits && config.vc_reuse != VcReuse::tail)
    refuse("router.vc-reuse", name_of(config.vc_reuse),
           "looks at credits when a VC is given again, and the RTL gives them before the tail has left; allowed: tail");
  if (config.router_pipeline != 0) refuse("router.pipeline", std::to_string(config.router_pipeline), "is of the compiled router; allowed: 0");
  return *mesh;
}

}  // namespace dateline

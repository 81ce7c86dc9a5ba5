#include "sim/systemc/rtl/rtl_router.hpp"

#include <fmt/format.h>

#include "models/base/error.hpp"

namespace dateline {

void check_rtl(const std::string& name, const RouterConfig& config, const CubeTopology& mesh, const RtlParameters& built) {
  const auto refuse = [&](const std::string& key, const std::string& value, const std::string& rule) { throw ConfigError(name, key, value, rule); };
  const auto number = [&](const char* key, unsigned value, unsigned allowed) {
    if (value != allowed) refuse(key, std::to_string(value), fmt::format("is not that of the RTL, which was built with {}", allowed));
  };
  if (mesh.kind() != CubeTopology::Kind::mesh || mesh.dimensions() != 2) refuse("topology", mesh.name(), "is no 2-D mesh, which the pins are for");
  number("vcs", static_cast<unsigned>(config.vcs), built.vcs);
  number("router.injection-vcs", static_cast<unsigned>(config.injection_vcs), built.vcs);
  number("buffer-depth", static_cast<unsigned>(config.buffer_depth), built.depth);
  if (config.ejection != Ejection::ideal) refuse("router.ejection", "channel", "has no pins; allowed: ideal");
  if (config.crossbar != Crossbar::per_vc)
    refuse("router.crossbar", "per-port", "has no pins: several VCs of a port may return a credit in a cycle; allowed: per-vc");
  if (config.router_pipeline != 0) refuse("router.pipeline", std::to_string(config.router_pipeline), "is of the compiled router; allowed: 0");
}

}  // namespace dateline

#include "sim/cli/faults/tested_routings.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/base/error.hpp"
#include "models/base/text/name_table.hpp"
#include "models/base/text/parse.hpp"
#include "routing/registry/registry.hpp"
#include "sim/options/analysis_settings.hpp"
#include "sim/options/network/network_options.hpp"

namespace dateline {
namespace {

constexpr std::string_view kLocal = ":local";

using Relation = std::shared_ptr<RoutingRelation>;

// Tables of paths are the same whatever has failed.
bool is_table(const std::string& routing) { return kind_of(routing) == "table" || routing == "ival"; }

TestedRouting tested(const ReliabilitySettings& settings, const Topology& topology, const std::string& name) {
  const bool local = name.size() > kLocal.size() && name.compare(name.size() - kLocal.size(), kLocal.size(), kLocal) == 0;
  const std::string plain = local ? name.substr(0, name.size() - kLocal.size()) : name;
  if (local && plain != "sw-deterministic" && plain != "sw-adaptive") {
    settings.routing.refuse("local is without the last resort: of sw-deterministic and sw-adaptive alone");
  }
  RoutingOptions options;
  if (settings.vcs.has()) options.vcs = static_cast<int>(*settings.vcs);
  const Relation whole = make_relation(plain, topology, options);
  check_classes(settings.routing, *whole);
  if (settings.vcs.has() && whole->classes() > options.vcs) {
    settings.vcs.refuse(fmt::format("is too few: routing {} needs {} VC classes where nothing has failed", plain, whole->classes()));
  }
  if (is_table(plain)) {
    return {name, false, [whole](std::shared_ptr<const FaultMap> faults) {
              whole->set_faults(std::move(faults));
              return whole;
            }};
  }
  const int vcs = settings.vcs.has() ? options.vcs : 0;
  return {name, local,
          [&topology, plain, local, options](std::shared_ptr<const FaultMap> faults) -> Relation {
            RoutingOptions own = options;
            own.last_resort = !local;
            own.faults = std::move(faults);
            return make_relation(plain, topology, own);
          },
          find_routing(plain, topology)->around_faults, vcs};
}

}  // namespace

std::vector<TestedRouting> tested_routings(const ReliabilitySettings& settings, const Topology& topology) {
  std::vector<TestedRouting> routings;
  if (settings.routing.text() == "none") {
    if (settings.vcs.given()) settings.vcs.refuse("has no use without a routing");
    return routings;
  }
  for (const std::string& name : split(settings.routing.text(), ',')) {
    if (std::any_of(routings.begin(), routings.end(), [&](const TestedRouting& r) { return r.name == name; })) {
      settings.routing.refuse("names one twice");
    }
    routings.push_back(tested(settings, topology, name));
  }
  return routings;
}

}  // namespace dateline

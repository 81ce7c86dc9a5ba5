#include "traffic/streams/vc_set_shares.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "models/base/error.hpp"

namespace dateline {
namespace {

struct NamedSet {
  std::string name;
  std::optional<int> vcs;
};

}  // namespace

VcSetShares share_vcs(const ValueSource& source, const std::string& path, const std::vector<StreamSpec>& streams, int vcs) {
  const auto refuse = [&](const std::string& rule) { throw ConfigError(source.component, source.key, path, rule); };
  std::vector<NamedSet> named;
  VcSetShares shares;
  for (const StreamSpec& stream : streams) {
    const std::string name = stream.vc_set.empty() ? "default" : stream.vc_set;
    auto set = std::find_if(named.begin(), named.end(), [&](const NamedSet& other) { return other.name == name; });
    if (set == named.end()) set = named.insert(set, {name, std::nullopt});
    if (stream.set_vcs && set->vcs && set->vcs != stream.set_vcs) {
      refuse(fmt::format("gives VC set '{}' {} VCs and {} VCs", printable(name), *set->vcs, *stream.set_vcs));
    }
    if (stream.set_vcs) set->vcs = stream.set_vcs;
    shares.of_stream.push_back(static_cast<std::uint8_t>(set - named.begin()));
  }
  int given = 0, open = 0;
  for (const NamedSet& set : named) {
    given += set.vcs.value_or(0);
    open += set.vcs ? 0 : 1;
  }
  const int left = vcs - given;
  if (left < open)
    refuse(fmt::format("has VC sets of {} VCs{}; vcs={} is too few", given, open > 0 ? fmt::format(" and {} more sets", open) : "", vcs));
  if (open == 0 && left > 0) refuse(fmt::format("has VC sets of {} VCs together, and vcs={} leaves {} to none of them", given, vcs, left));
  int more = open > 0 ? left % open : 0;  // sets that have one more
  for (const NamedSet& set : named) {
    shares.sets.push_back({set.name, set.vcs ? *set.vcs : left / open + (more > 0 ? 1 : 0)});
    if (!set.vcs) --more;
  }
  return shares;
}

}  // namespace dateline

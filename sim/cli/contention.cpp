// dateline contention: messages per channel of linear-complement communications under e-cube, dimension by dimension.
#include "models/lcc/contention.hpp"

#include <fmt/format.h>

#include "models/network/error.hpp"
#include "sim/cli/command.hpp"
#include "sim/cli/lcc_report.hpp"
#include "sim/cli/result_file.hpp"

namespace dateline {
namespace {

using Json = nlohmann::ordered_json;

Contention checked(const NamedLcc& named, const Contention& formula) {
  const Contention counted = counted_contention(named.lcc);
  if (counted != formula) throw InvariantError("contention of " + printable(named.name) + " is not what its paths show");
  return counted;
}

}  // namespace

int run_contention(const Options& options) {
  const std::vector<NamedLcc> set = lcc_option(options);
  const int n = set.front().lcc.dimensions();
  const bool count = options.flag("count");
  if (count && n > kMostCountedDimensions) {
    options.refuse("count", fmt::format("is for up to {} dimensions; there are {}", kMostCountedDimensions, n));
  }
  JsonOutput json(options);
  std::vector<Contention> contentions, counted;
  Json communications = Json::array();
  for (const NamedLcc& named : set) {
    contentions.push_back(contention(named.lcc));
    if (count) counted.push_back(checked(named, contentions.back()));
    Json entry = lcc_json(named);
    entry.update(contention_json(contentions.back()));
    communications.push_back(std::move(entry));
  }
  const Contention most = largest_of(contentions);
  Json result = result_header("dateline.contention/1", options);
  result["dimensions"] = n;
  result.update(contention_json(most));
  result["counted"] = count ? contention_json(largest_of(counted)) : Json(nullptr);
  result["communications"] = communications;
  json.commit(result);
  if (json.wants_stdout()) return 0;
  fmt::print("hypercube of {} dimensions, e-cube: messages per channel (dimension 0 first){}\n", n, count ? "; the same by counting paths" : "");
  for (std::size_t r = 0; r < set.size(); ++r) {
    fmt::print("{:<28}{:<13}{}\n", name_text(set[r]), name_of(set[r].lcc.kind()), contention_text(contentions[r]));
  }
  if (set.size() > 1) fmt::print("{:<41}{}\n", "largest", contention_text(most));
  return 0;
}

}  // namespace dateline

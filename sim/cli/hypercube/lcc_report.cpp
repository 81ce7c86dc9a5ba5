#include "sim/cli/hypercube/lcc_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/base/error.hpp"
#include "models/base/join.hpp"

namespace dateline {

namespace {

using Json = nlohmann::ordered_json;

}  // namespace

std::vector<NamedLcc> chosen_set(const std::string& command, const LccChoice& choice) {
  return read_lcc_set(command, *choice.lcc, choice.dims.get());
}

Json whole_json(std::uint64_t x) { return x <= std::uint64_t{1} << 53U ? Json(x) : Json(std::to_string(x)); }

Json contention_json(const Contention& contention) {
  Json json = {{"contention", whole_json(largest(contention))}, {"per_dimension", Json::array()}};
  for (const std::uint64_t t : contention) json["per_dimension"].push_back(whole_json(t));
  return json;
}

Json lcc_json(const NamedLcc& named) {
  const Lcc& lcc = named.lcc;
  Json rows = Json::array();
  for (const Bits row : lcc.a) rows.push_back(bit_text(row, lcc.dimensions()));
  return {{"name", named.name},
          {"weight", named.weight},
          {"kind", name_of(lcc.kind())},
          {"rank", lcc.rank()},
          {"a", rows},
          {"b", bit_text(lcc.b, lcc.dimensions())}};
}

Contention largest_of(const std::vector<Contention>& contentions) {
  Contention most = contentions.front();
  for (const Contention& c : contentions) {
    for (std::size_t i = 0; i < most.size(); ++i) most[i] = std::max(most[i], c[i]);
  }
  return most;
}

std::string contention_text(const Contention& contention) { return fmt::format("{} ({})", largest(contention), join(contention, " ")); }

std::string name_text(const NamedLcc& named) {
  return printable(named.name) + (named.weight == 1 ? std::string() : fmt::format(", weight {}", named.weight));
}

}  // namespace dateline

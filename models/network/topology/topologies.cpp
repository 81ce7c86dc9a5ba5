#include "models/network/topology/topologies.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

#include "models/base/name_distance.hpp"
#include "models/base/text/name_table.hpp"
#include "models/base/text/parse.hpp"
#include "models/network/topology/clos.hpp"
#include "models/network/topology/cube.hpp"
#include "models/network/topology/dragonfly.hpp"
#include "models/network/topology/fat_tree.hpp"
#include "models/network/topology/graph.hpp"
#include "models/network/topology/hyperx.hpp"
#include "models/network/topology/slim_fly.hpp"

namespace dateline {
namespace {

constexpr std::string_view kDigits = "0123456789";

// The numbers in a text, whatever stands between them.
std::vector<std::string> numbers_in(std::string_view text) {
  std::vector<std::string> numbers;
  for (std::size_t at = text.find_first_of(kDigits); at != std::string_view::npos; at = text.find_first_of(kDigits, at)) {
    const std::size_t end = std::min(text.find_first_not_of(kDigits, at), text.size());
    numbers.emplace_back(text.substr(at, end - at));
    at = end;
  }
  return numbers;
}

// What stands before terminals or an arrangement: "4x4" of "4x4:t2".
std::string_view sizes_of(std::string_view argument) { return argument.substr(0, argument.find(':')); }

// A topology of the row that may have been meant by the argument `text`; empty if there is none.
std::string meant(const TopologyEntry& row, std::string_view text) {
  const std::string_view kind = kind_of(row.name);
  if (kind == "graph") return text.empty() ? "" : fmt::format("graph:{}", text);
  std::vector<std::string> sizes = numbers_in(sizes_of(text));
  const bool twos = std::all_of(sizes.begin(), sizes.end(), [](const std::string& size) { return size == "2"; });
  if (kind == "hypercube" && sizes.size() > 1 && twos) sizes = {std::to_string(sizes.size())};
  if (sizes.empty() || (kind == "hypercube" && sizes.size() > 1)) return {};
  const std::string name = fmt::format("{}:{}", kind, fmt::join(sizes, row.name.find(',') == std::string::npos ? "x" : ","));
  try {
    return row.make(name)->name();
  } catch (const ConfigError&) {
    return {};
  }
}

// "torus" of "torus8x8" and "Torus: 8,8".
std::string word_of(std::string_view text) {
  std::string word;
  for (const char c : text) {
    if (std::isalpha(static_cast<unsigned char>(c)) == 0) break;
    word += c;
  }
  return word;
}

[[noreturn]] void refuse_unknown(std::string_view text) {
  constexpr std::size_t kNear = 2 * kEditDistance;
  const std::string word = word_of(text);
  const std::string_view behind = text.find(':') == std::string_view::npos ? text.substr(word.size()) : argument_of(text);
  std::vector<std::string> known, near;
  for (const TopologyEntry& row : topology_table()) {
    const std::string_view kind = kind_of(row.name);
    known.push_back(row.name);
    const bool alike = word.empty() ? kind == "torus" || kind == "mesh" : name_distance(word, kind) <= kNear;
    const std::string name = alike ? meant(row, behind) : std::string{};
    if (!name.empty()) near.push_back(name);
  }
  const std::string nearest = near.empty() ? std::string{} : fmt::format("nearest: {}; ", fmt::join(near, ", "));
  throw ConfigError("topology", "topology", text, fmt::format("unknown; {}known: {}", nearest, fmt::join(known, ", ")));
}

std::unique_ptr<Topology> cube(std::string_view text) {
  const std::string_view sizes = sizes_of(argument_of(text)), signs = kind_of(text) == "hypercube" ? "" : "x";
  const bool written = sizes.find_first_not_of(std::string(kDigits).append(signs)) == std::string_view::npos;
  const TopologyEntry& row = *find_row(topology_table(), text);
  const std::string name = written ? "" : meant(row, sizes);
  if (name.empty()) return make_cube(text);
  throw ConfigError("topology", "topology", text, fmt::format("is written {}: {}; nearest: {}", row.name, row.summary, name));
}
std::unique_ptr<Topology> graph(std::string_view text) { return read_graph(std::string(text), std::string(argument_of(text))); }

}  // namespace

const std::vector<TopologyEntry>& topology_table() {
  static const std::vector<TopologyEntry> table = {
      {"torus:K0xK1x...", {}, "a ring in every dimension; radices 2..32768, 1..16 dimensions; :tT or :tAxB terminals a router", cube, cube_bisection},
      {"mesh:K0xK1x...", {}, "a line in every dimension; radices 2..32768, 1..16 dimensions; :tT or :tAxB terminals a router", cube, cube_bisection},
      {"hypercube:N", {}, "2^N nodes, a dimension a bit; 1..16 dimensions; :tT terminals a router", cube, cube_bisection},
      {"hyperx:S0xS1x...",
       {},
       "routers that differ in one coordinate are linked; sides 2..255; :tT terminals a router",
       make_hyperx,
       hyperx_bisection},
      {"fullmesh:N", {}, "every router linked to every other; 2..255; :tT terminals a router", make_full_mesh, hyperx_bisection},
      {"dragonfly:P,A,H",
       {},
       "P terminals a router, groups of A, H global channels; ,G groups, else AH+1; :palmtree, :absolute or :relative",
       make_dragonfly},
      {"fattree:K,N", {}, "K^N terminals under N levels of routers with K ports up and K down; K 2..127", make_fat_tree, fat_tree_bisection},
      {"clos:L,S,T", {}, "L leaves of T terminals, each linked to S spines", make_clos, clos_bisection},
      {"slimfly:Q", {}, "2 Q^2 routers of diameter 2; Q a prime power 4w - 1, 4w or 4w + 1; :tT terminals a router", make_slim_fly},
      {"graph:FILE", {}, "an edge a line: a b (both ways) or a > b, then Nx (parallel), bandwidth, latency", graph},
  };
  return table;
}

std::unique_ptr<Topology> make_topology(std::string_view text) {
  const bool known =
      std::any_of(topology_table().begin(), topology_table().end(), [&](const TopologyEntry& row) { return has_kind(row, kind_of(text)); });
  if (!known) refuse_unknown(text);
  return row_named(topology_table(), "topology", text).make(text);
}

}  // namespace dateline

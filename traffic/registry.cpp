#include "traffic/registry.hpp"

#include "models/base/text/name_table.hpp"
#include "traffic/patterns/adversarial.hpp"
#include "traffic/patterns/hotspot.hpp"
#include "traffic/patterns/lcc_traffic.hpp"
#include "traffic/patterns/longest.hpp"
#include "traffic/patterns/matrix.hpp"
#include "traffic/patterns/neighbour.hpp"
#include "traffic/patterns/permutation_rules.hpp"
#include "traffic/patterns/shift.hpp"
#include "traffic/patterns/shuffle.hpp"
#include "traffic/patterns/tornado_all.hpp"
#include "traffic/patterns/uniform.hpp"

namespace dateline {
namespace {

using Pattern = std::unique_ptr<TrafficPattern>;

// The row of a permutation rule.
template <std::vector<TerminalId> (*rule)(const Topology&, std::string_view)>
TrafficEntry permutation(std::string name, std::vector<std::string> aliases, std::string summary) {
  const auto make = [](const Topology& t, std::string_view text, FixedPoints fixed_points) -> Pattern {
    return std::make_unique<PermutationTraffic>(std::string(text), rule(t, text), fixed_points);
  };
  return {std::move(name), std::move(aliases), std::move(summary), make, rule};
}

// "permutation:X": X is a rule's name if there is one, else a file.
Pattern permutation_or_file(const Topology& t, std::string_view text, FixedPoints fixed_points) {
  const std::string_view name = argument_of(text);
  for (const TrafficEntry& entry : traffic_table()) {
    if (entry.destinations == nullptr || !has_kind(entry, kind_of(name))) continue;
    return std::make_unique<PermutationTraffic>(named_permutation(name, t, fixed_points));
  }
  return std::make_unique<PermutationTraffic>(read_permutation(std::string(name), t.terminals(), fixed_points));
}

Pattern uniform(const Topology& t, std::string_view /*text*/, FixedPoints /*none*/) { return std::make_unique<UniformTraffic>(t.terminals(), false); }
Pattern uniform_self(const Topology& t, std::string_view /*text*/, FixedPoints /*none*/) {
  return std::make_unique<UniformTraffic>(t.terminals(), true);
}
Pattern hotspot(const Topology& t, std::string_view text, FixedPoints /*none*/) { return std::make_unique<HotspotTraffic>(text, t.terminals()); }
Pattern adversarial(const Topology& t, std::string_view text, FixedPoints /*none*/) { return std::make_unique<AdversarialTraffic>(text, t); }
Pattern matrix(const Topology& t, std::string_view text, FixedPoints /*none*/) {
  return std::make_unique<MatrixTraffic>(argument_of(text), t.terminals());
}

Pattern communication(const Topology& t, std::string_view text, FixedPoints /*none*/) {
  return std::make_unique<LccTraffic>(LccTraffic::named(t, text));
}

TrafficEntry noted(TrafficEntry entry, std::vector<NameElsewhere> elsewhere) {
  entry.elsewhere = std::move(elsewhere);
  return entry;
}

template <int dimensions>
bool more_than(const Topology& t) {
  const Grid* const grid = t.terminal_grid();
  return grid != nullptr && !grid->bits() && grid->dimensions() > dimensions;
}
constexpr const char* kOwnNode = "leaves the own terminal out, as uniform; elsewhere (gem5) the name includes it: uniform-self";
constexpr const char* kNextNode = "goes one node on in every dimension, as BookSim's; gem5's only in dimension 0";

}  // namespace

const std::vector<TrafficEntry>& traffic_table() {
  static const std::vector<TrafficEntry> table = {
      noted({"uniform", {"uniform-random", "uniform_random"}, "every other terminal, 1/(N-1) each; any size", uniform},
            {{"uniform-random", kOwnNode}, {"uniform_random", kOwnNode}}),
      {"uniform-self", {}, "all N terminals, the own one included, 1/N each; any size", uniform_self},
      {"hotspot:NODES@FRACTION", {}, "that fraction to the terminals NODES (3,17), uniform over them, the rest as uniform; any size", hotspot},
      noted(permutation<tornado>("tornado", {}, "x0 + ceil(k0/2)-1 mod k0; torus, mesh or HyperX, k0 >= 3"),
            {{"tornado", "shifts dimension 0 only, as gem5's; BookSim's shifts every dimension: tornado:all", more_than<1>}}),
      permutation<tornado_all>("tornado:all", {}, "the same in every dimension; with a radix of at least 3"),
      noted(permutation<neighbour>("neighbour", {"neighbor"}, "x_d + 1 mod k_d in every dimension; any cube or HyperX"),
            {{"neighbour", kNextNode, more_than<1>}, {"neighbor", kNextNode, more_than<1>}}),
      noted(permutation<transpose>("transpose", {},
                                   "coordinates reversed (palindrome radices, 2 or more dimensions); hypercube of even n: halves swapped"),
            {{"transpose", "reverses the coordinates; BookSim's swaps the halves of the node number's bits, the same in two dimensions only",
              more_than<2>}}),
      permutation<bit_complement>("bit-complement", {"bitcomp", "bit_complement"},
                                  "x_d -> k_d-1-x_d; any size; without coordinates the bits of the terminal's number complemented"),
      permutation<bit_reverse>("bit-reverse", {"bit_reverse"}, "the bits of the terminal's number reversed; N a power of two"),
      permutation<shuffle>("shuffle", {}, "the bits of the terminal's number rotated left by one; N a power of two"),
      permutation<reverse_flip>("reverse-flip", {}, "the bits of the terminal's number reversed and complemented; N a power of two"),
      permutation<shift>("shift:K", {}, "terminal t -> t + K mod N, K 1..N-1; any size"),
      {"adv:I", {}, "all terminals of the group I further on, alike, I 1..G-1; of a dragonfly; else of the router I further on", adversarial},
      permutation<longest>("longest", {}, "the permutation with the largest sum of hops (docs/theory/throughput.md); at most 4096 terminals"),
      permutation<seeded_permutation>("random:SEED", {}, "a random permutation (Fisher-Yates); any size"),
      permutation<square_permutation>(
          "identity", {}, "every terminal to itself, so all are silent unless fixed points send; square torus or mesh, as all of the following"),
      permutation<square_permutation>("reverse", {}, "x_d -> k-1-x_d"),
      permutation<square_permutation>("halfshift", {}, "x_d -> x_d + k/2 mod k, k even"),
      noted(permutation<square_permutation>("bitrev", {}, "the bits of each coordinate reversed, k a power of two"),
            {{"bitrev", "reverses the bits of each coordinate; BookSim's reverses those of the whole node number: bit-reverse"}}),
      permutation<square_permutation>("bitrevT", {}, "bitrev and transpose"),
      permutation<affine_permutation>("affine:A,B", {}, "terminal x -> A x + B mod N, A prime to N; any size"),
      permutation<square_permutation>("lump:L,R,Q", {}, "long lumps that block one another under dimension order (docs/guide/mesh.md)"),
      permutation<square_permutation>("blumps:B,DR,DC", {}, "16 subplanes shifted by (DR, DC), blocks of B transposed inside"),
      {"lcc:X", {}, "a linear-complement communication of a hypercube, a name or a file (docs/guide/hypercubes.md)", communication},
      {"permutation:FILE", {}, "line i: the destination of terminal i; or permutation:NAME, one of the above", permutation_or_file},
      {"matrix:FILE", {}, "N lines of N probabilities, row = source, column = destination terminal; of counts: 'matrix:FILE normalise'", matrix},
  };
  return table;
}

std::unique_ptr<TrafficPattern> make_traffic(std::string_view name, const Topology& topology, FixedPoints fixed_points) {
  return row_named(traffic_table(), "traffic", name).make(topology, name, fixed_points);
}

PermutationTraffic named_permutation(std::string_view name, const Topology& topology, FixedPoints fixed_points) {
  std::vector<TrafficEntry> rules;
  for (const TrafficEntry& entry : traffic_table()) {
    if (entry.destinations != nullptr) rules.push_back(entry);
  }
  return {std::string(name), row_named(rules, "traffic", name).destinations(topology, name), fixed_points};
}

}  // namespace dateline

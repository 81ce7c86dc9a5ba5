// Patterns by name, permutation files and matrices. The first line chooses a network; the second is the name;
// `permutation:FILE` and `matrix:FILE` read the rest. Of what is accepted, every row must sum to the source's share, at
// most 1, and draws must lie in the row.
#include <set>

#include "models/base/numbers/random.hpp"
#include "tests/fuzz/input.hpp"
#include "tests/fuzz/networks.hpp"
#include "traffic/registry.hpp"

using namespace dateline;

namespace {

void check_pattern(const TrafficPattern& pattern, std::uint32_t terminals, const std::string& name) {
  RandomStream random(1, 2, Purpose::destination);
  for (std::uint32_t u = 0; u < terminals; ++u) {
    const TerminalId source(u);
    Rational sum = 0;
    std::set<std::uint32_t> row;
    for (const Demand& d : pattern.row(source)) {
      if (d.destination.value() >= terminals || !(d.probability > 0)) fuzz::broken("a row holds terminals and what is above 0", name);
      row.insert(d.destination.value());
      sum += d.probability;
    }
    if (sum != pattern.share(source) || sum > 1) fuzz::broken("a row sums to the source's share, at most 1", name);
    for (int i = 0; i < 4 && !row.empty(); ++i) {
      if (row.count(pattern.sample(source, random).value()) == 0) fuzz::broken("what is drawn stands in the row", name);
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  const std::string choice = input.line(), name = input.line();
  if (fuzz::leaves_scratch(name)) return 0;
  const Topology& topology = fuzz::small_network(choice);
  fuzz::write_file("FILE", input.rest());
  for (const FixedPoints fixed_points : {FixedPoints::silent, FixedPoints::send}) {
    (void)fuzz::accepted([&] { check_pattern(*make_traffic(name, topology, fixed_points), topology.terminals(), name); });
  }
  return 0;
}

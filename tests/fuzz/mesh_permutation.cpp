// Permutations of the mesh machine by name: the first line is the side, at most 64, the second the name. No two packets
// may go to the same processor.
#include <vector>

#include "models/base/text/parse.hpp"
#include "models/mesh/permutations/permutation_rules.hpp"
#include "tests/fuzz/input.hpp"

using namespace dateline;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  const std::string side = input.line(), name = input.line();
  (void)fuzz::accepted([&] {
    const auto m = static_cast<std::uint32_t>(parse_whole({"fuzz", "side"}, side, 0, 64));
    std::vector<bool> taken(std::size_t{m} * m, false);
    for (const NodeId to : mesh_permutation(name, m)) {
      if (to == kAbsent) continue;
      if (to.value() >= taken.size() || taken[to.value()]) fuzz::broken("no two packets go to the same processor", name);
      taken[to.value()] = true;
    }
  });
  return 0;
}

#include "traffic/registry.hpp"

#include "models/network/error.hpp"
#include "traffic/matrix.hpp"
#include "traffic/permutation.hpp"
#include "traffic/uniform.hpp"

namespace dateline {
namespace {

// "permutation:X": X is a rule's name if there is one, else a file.
PermutationTraffic permutation_of(std::string_view text, const Topology& topology) {
  return is_permutation_name(text) ? named_permutation(text, topology) : read_permutation(std::string(text), topology.terminals());
}

}  // namespace

const std::vector<TrafficEntry>& traffic_table() {
  static const std::vector<TrafficEntry> table = {
      {"uniform", "every other node, 1/(N-1) each; any size"},
      {"uniform-self", "all N nodes, the own one included, 1/N each; any size"},
      {"tornado", "x0 + ceil(k0/2)-1 mod k0; torus or mesh, k0 >= 3"},
      {"transpose", "coordinates reversed (palindrome radices, 2 or more dimensions); hypercube of even n: halves swapped"},
      {"bit-complement", "x_d -> k_d-1-x_d; any size"},
      {"bitcomp", "alias of bit-complement"},
      {"bit-reverse", "the node index reversed; N a power of two"},
      {"reverse-flip", "the node index reversed and complemented; N a power of two"},
      {"random:SEED", "a random permutation (Fisher-Yates); any size"},
      {"reverse", "x_d -> k-1-x_d; square torus or mesh, as all of the following"},
      {"halfshift", "x_d -> x_d + k/2 mod k, k even"},
      {"bitrev", "the bits of each coordinate reversed, k a power of two"},
      {"bitrevT", "bitrev and transpose"},
      {"affine:A,B", "index x -> A x + B mod N, A prime to N"},
      {"lump:L,R,Q", "long lumps that block one another under dimension order (docs/mesh.md)"},
      {"blumps:B,DR,DC", "16 subplanes shifted by (DR, DC), blocks of B transposed inside"},
      {"permutation:FILE", "a destination per line; or permutation:NAME, one of the above"},
      {"matrix:FILE", "N lines of N probabilities, row = source"},
  };
  return table;
}

std::unique_ptr<TrafficPattern> make_traffic(std::string_view name, const Topology& topology) {
  if (name == "uniform") return std::make_unique<UniformTraffic>(topology.terminals(), false);
  if (name == "uniform-self") return std::make_unique<UniformTraffic>(topology.terminals(), true);
  if (name.rfind("matrix:", 0) == 0) return std::make_unique<MatrixTraffic>(std::string(name.substr(7)), topology.terminals());
  if (name.rfind("permutation:", 0) == 0) {
    return std::make_unique<PermutationTraffic>(permutation_of(name.substr(12), topology));
  }
  std::vector<std::string> names;
  for (const TrafficEntry& entry : traffic_table()) names.push_back(entry.name);
  if (!is_permutation_name(name)) throw ConfigError("traffic", "traffic", name, unknown_name(name, names));
  return std::make_unique<PermutationTraffic>(named_permutation(name, topology));
}

}  // namespace dateline

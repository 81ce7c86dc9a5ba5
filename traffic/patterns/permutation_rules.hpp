// Permutations by rule: the destination of every terminal. Those of coordinates need one terminal a router;
// bit_reverse, reverse_flip, seeded and affine go by the terminals' numbers. What is not defined on a topology is
// refused with the reason.
//   tornado         x_0 -> x_0 + ceil(k_0/2) - 1 mod k_0, dimension 0 only; torus and mesh with k_0 >= 3
//   transpose       torus, mesh: coordinates reversed, two or more dimensions, radices a palindrome; hypercube: y_i = x_{(i+n/2) mod n}, n even
//   bit_complement  x_d -> k_d - 1 - x_d; any size; without coordinates the bits of the number, N a power of two
//   bit_reverse     the index reversed, N a power of two;  reverse_flip: reversed and complemented (Hou et al. 2001)
//   seeded          "random:SEED": models/base/numbers/random_permutation.hpp; any size
//   square          on a 2-D torus or mesh of equal radices, one of models/mesh/permutations/permutation_rules.hpp (row = x_1, column = x_0)
//                   that leaves no node out; where both have a rule for a name, it is the same there
//   affine          "affine:A,B": x -> A x + B mod N; on squares with one terminal a router as above
// `text` is the name as given, argument included. Throws ConfigError.
#pragma once

#include <string_view>
#include <vector>

#include "models/network/topology/topology.hpp"

namespace dateline {

[[nodiscard]] std::vector<TerminalId> tornado(const Topology& topology, std::string_view text);
[[nodiscard]] std::vector<TerminalId> transpose(const Topology& topology, std::string_view text);
[[nodiscard]] std::vector<TerminalId> bit_complement(const Topology& topology, std::string_view text);
[[nodiscard]] std::vector<TerminalId> bit_reverse(const Topology& topology, std::string_view text);
[[nodiscard]] std::vector<TerminalId> reverse_flip(const Topology& topology, std::string_view text);
[[nodiscard]] std::vector<TerminalId> seeded_permutation(const Topology& topology, std::string_view text);
[[nodiscard]] std::vector<TerminalId> affine_permutation(const Topology& topology, std::string_view text);
[[nodiscard]] std::vector<TerminalId> square_permutation(const Topology& topology, std::string_view text);

}  // namespace dateline

// Permutation traffic: terminal i sends to destination[i] only; fixed points are silent. N words.
// The rules by name and the sizes they are defined for (anything else is refused with the reason). Those of coordinates need one terminal a router;
// bit-reverse, reverse-flip and random go by the terminals' numbers, N of them:
//   tornado         x_0 -> x_0 + ceil(k_0/2) - 1 mod k_0, dimension 0 only; torus and mesh with k_0 >= 3
//   transpose       torus, mesh: coordinates reversed, two or more dimensions, radices a palindrome; hypercube: y_i = x_{(i+n/2) mod n}, n even
//   bit-complement  x_d -> k_d - 1 - x_d; any size (alias bitcomp)
//   bit-reverse     the index reversed, N a power of two;  reverse-flip: reversed and complemented (Hou et al. 2001)
//   random:SEED     models/network/random_permutation.hpp; any size
// and on a 2-D torus or mesh of equal radices those of models/mesh/permutations/permutation_rules.hpp (row = x_1, column = x_0) that leave no node out; where both
// have a rule for a name, it is the same there.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "models/network/cube.hpp"
#include "models/network/traffic_pattern.hpp"

namespace dateline {

class PermutationTraffic final : public TrafficPattern {
 public:
  // Throws ConfigError unless `destination` is a permutation of 0..N-1 (naming the line, that is the terminal, that breaks it).
  PermutationTraffic(std::string name, std::vector<TerminalId> destination);
  [[nodiscard]] std::vector<Demand> row(TerminalId source) const override;
  [[nodiscard]] TerminalId sample(TerminalId source, RandomStream& random) const override;
  [[nodiscard]] Rational share(TerminalId source) const override;
  [[nodiscard]] const std::vector<TerminalId>& destinations() const { return destination_; }

 private:
  std::vector<TerminalId> destination_;
};

[[nodiscard]] const std::vector<std::string>& permutation_names();
[[nodiscard]] bool is_permutation_name(std::string_view text);  // "random:7" is one
// A permutation by name. Throws ConfigError: unknown name, or a topology that the rule is not defined for.
[[nodiscard]] PermutationTraffic named_permutation(std::string_view name, const Topology& topology);
// One destination per line, line i (from 0) is that of terminal i; `#` starts a comment. Throws ConfigError naming the line.
[[nodiscard]] PermutationTraffic read_permutation(const std::string& path, std::uint32_t terminals);

}  // namespace dateline

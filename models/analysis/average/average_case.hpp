// The average case of oblivious routings: their throughput 1 / gamma over traffic drawn at random, gamma the largest
// channel load / bandwidth of a draw. Two numbers, which differ: E[1/gamma], the mean throughput, and 1/E[gamma]
// (Jensen: never more). Fixed points are silent. A draw that loads nothing (the identity) has gamma 0: it is left out
// of E[1/gamma] and counts in E[gamma].
// Draws: permutations, uniform; or sums of Q permutations with Dirichlet(1, ..., 1) weights (`birkhoff:Q`), which are
// doubly stochastic matrices. The two rank routings differently. Or all N! permutations, exactly.
// Source: B. Towles, W. J. Dally, S. Boyd, "Throughput-centric routing algorithm design", SPAA 2003 (average case).
// Random numbers are counter-based by seed and draw, so every routing sees the same draws: differences are paired.
// gamma of a permutation is exact before it is rounded to a double; of a sum it is added up in doubles.
// Units: packets/cycle at one packet/terminal/cycle. Cost: draws x Q x N x channels that a packet can cross.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "models/analysis/loads/pair_loads.hpp"

namespace dateline {

struct AverageSampling {
  std::uint64_t draws = 10'000;
  std::uint64_t seed = 0;
  std::uint64_t first = 0;         // draws first, first + 1, ... of the seed: apart from those of another sample
  std::uint32_t permutations = 0;  // of a draw, summed; 0: one permutation
};

// Permutation `of_draw` of a draw.
[[nodiscard]] std::vector<TerminalId> drawn_permutation(const AverageSampling& sampling, std::uint64_t draw, std::uint32_t of_draw,
                                                        std::uint32_t terminals);
// gamma of every draw.
[[nodiscard]] std::vector<double> drawn_gammas(const Topology& topology, const PairLoads& loads, const AverageSampling& sampling,
                                               const std::function<void(std::uint64_t, std::uint64_t)>& tick = {});

// Of all permutations, exactly. Throws InvariantError beyond kMostEnumerated terminals.
struct EnumeratedAverage {
  std::uint64_t permutations = 0, loading = 0;  // all, and those that load something
  Rational mean_throughput, mean_gamma;         // E[1/gamma] over those, E[gamma] over all
  Rational least_throughput, median_throughput;
};
inline constexpr std::uint32_t kMostEnumerated = 9;  // terminals
[[nodiscard]] EnumeratedAverage enumerate_average(const Topology& topology, const PairLoads& loads,
                                                  const std::function<void(std::uint64_t, std::uint64_t)>& tick = {});

}  // namespace dateline

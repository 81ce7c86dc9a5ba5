// The largest channel load of many random permutations: how bad a sample finds an oblivious routing, beside how bad it
// can be (B. Towles, table 1, "worst of 10^4 permutations"). Fixed points are silent or send, as in traffic patterns.
// Exact.
// Units: packets/cycle relative to bandwidth. Cost: permutations x N x channels a packet can cross.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "models/analysis/loads/pair_loads.hpp"

namespace dateline {

struct PermutationSampling {
  std::uint64_t count = 0;
  bool fixed_points_send = false;
  std::function<void(const Rational& gamma)> each = {};  // called for every permutation in turn, if set
};

struct PermutationSample {
  std::uint64_t count = 0;
  Rational worst, mean;
  std::uint64_t worst_index = 0;                // the first permutation that reaches it
  std::map<Rational, std::uint64_t> histogram;  // permutations by their largest load
};

// permutation(i): destinations of permutation i, 0 <= i < sampling.count; asked for once each, ascending. tick(done,
// count) now and then.
[[nodiscard]] PermutationSample sample_permutations(const Topology& topology, const PairLoads& loads, const PermutationSampling& sampling,
                                                    const std::function<std::vector<TerminalId>(std::uint64_t)>& permutation,
                                                    const std::function<void(std::uint64_t, std::uint64_t)>& tick = {});

}  // namespace dateline

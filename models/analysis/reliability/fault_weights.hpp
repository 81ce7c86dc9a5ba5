// How many of n alike components have failed: with chance q each, independent of each other, f have with chance
// C(n, f) q^f (1 - q)^(n - f). And the chance to have failed by a time, of an exponential lifetime of mean 1, 1 - exp
// of minus the time, to about 1e-15 of itself, without a library's exponential: the same on every machine.
// Errors of the weights: about n x 1e-16 of each. Cost O(n).
#pragma once

#include <cstdint>
#include <vector>

namespace dateline {

// time >= 0.
[[nodiscard]] double failed_by(double time);

// Entry f: the chance that f of n have failed, 0 <= f <= n; failed and working: the chances of one, which sum to 1.
[[nodiscard]] std::vector<double> fault_weights(std::uint32_t n, double failed, double working);

}  // namespace dateline

// The parallel FFT of M = 2^(n+2d) points on 2^n ranks (Hou, Wang, Ku, Hsu: Optimal processor mapping for linear
// complement communication on hypercubes, Parallel_FFT): points change places by bit-reversed ranks, then with
// the neighbour in dimension 0, 1, ..., n-1. A point has 16 bytes; every message holds all of a rank's, 4^d.
// Computing, if times are given: the first d and the last d stages are butterflies on the rank's own points, half as
// many as these; behind every exchange there is half a butterfly a point.
#include <algorithm>

#include "traffic/schedules/generators/generator.hpp"
#include "traffic/schedules/message_sizes.hpp"

namespace dateline {
namespace {

constexpr std::uint64_t kPointBytes = 16;
constexpr std::uint64_t kMostPoints = std::uint64_t{1} << 63;

std::uint64_t points_of(const GeneratorInput& in) { return in.bytes / kPointBytes; }

// So many operations of the time number `which`, rounded up.
Integer cycles(const GeneratorInput& in, std::size_t which, std::uint64_t count) {
  if (in.times.empty()) return 0;
  const Rational exact = in.times[which] * count;
  const Integer whole = numerator(exact) / denominator(exact);
  return Rational(whole) == exact ? whole : whole + 1;
}
// d stages of butterflies on the own points, 4^d.
Integer own_stages(const GeneratorInput& in) {
  const std::uint64_t each = points_of(in);
  return cycles(in, 0, floor_log2(each) / 2 * (each / 2));
}
Integer half_stage(const GeneratorInput& in) { return cycles(in, 1, points_of(in)); }
Integer longest(const GeneratorInput& in) { return std::max(own_stages(in), half_stage(in)); }

void points(GeneratorInput& in, const GeneratorCall& call) {
  const std::uint64_t m = parse_whole({call.source.component, "fft"}, call.argument, 1, kMostPoints);
  const std::uint64_t p = in.ranks;
  if ((p & (p - 1)) != 0) call.refuse("has " + std::to_string(p) + " ranks; allowed: a power of two");
  const std::uint64_t each = m / p;
  const bool power_of_four = each > 0 && (each & (each - 1)) == 0 && floor_log2(each) % 2 == 0;
  if (m % p != 0 || !power_of_four) {
    call.refuse("has no 2^(n+2d) points; on " + std::to_string(p) + " ranks: " + std::to_string(p) + ", " + std::to_string(4 * p) + ", " +
                std::to_string(16 * p) + ", ...");
  }
  if (each > MessageSizes::kMaxBytes / kPointBytes) call.refuse("has messages of more than 10^15 bytes");
  in.bytes = kPointBytes * each;
  if (longest(in) > Operation::kMaxAmount) call.refuse("computes for more than 2^54 - 1 cycles at once");
}

std::uint32_t reversed(std::uint32_t x, unsigned bits) {
  std::uint32_t y = 0;
  for (unsigned i = 0; i < bits; ++i) y |= (x >> i & 1U) << (bits - 1 - i);
  return y;
}

void fft(const GeneratorInput& in, RankRounds& rounds) {
  const std::uint32_t x = rounds.rank(), y = reversed(x, floor_log2(in.ranks));
  const auto own = static_cast<std::uint64_t>(own_stages(in)), half = static_cast<std::uint64_t>(half_stage(in));
  if (y != x) rounds.exchange(y, in.bytes);
  rounds.compute(own);
  for (std::uint32_t bit = 1; bit < in.ranks; bit *= 2) {
    rounds.exchange(x ^ bit, in.bytes);
    rounds.compute(half);
  }
  rounds.compute(own);
}

// Ranks that are their own reverse send nothing at first.
std::uint64_t messages(const GeneratorInput& in) {
  const unsigned n = floor_log2(in.ranks);
  return in.ranks - (std::uint64_t{1} << (n + 1) / 2) + n * std::uint64_t{in.ranks};
}

}  // namespace

std::vector<ScheduleGenerator> fft_generators() {
  return {{"fft:M",
           "M = 2^(n+2d) points on 2^n ranks: bit-reverse, then neighbours in dimension 0, 1, ...",
           Takes::nothing,
           ComputesBefore::sends_that_wait,
           messages,
           fft,
           points,
           {"butterfly", "half-butterfly"}}};
}

}  // namespace dateline

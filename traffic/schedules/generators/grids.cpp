// Neighbours on a grid of ranks, whose sides are the nearest factors of their number, the shortest in dimension 0:
// halo exchange (periodic), a wavefront that sweeps from one corner to the other, and the pipeline, a sweep in one
// dimension. Three factors are nearest where the longest side exceeds the shortest by the least.
#include "traffic/schedules/generators/generator.hpp"

namespace dateline {
namespace {

// a <= b, a b = n.
std::vector<std::uint32_t> two_factors(std::uint32_t n) {
  std::uint32_t a = 1;
  for (std::uint32_t i = 1; std::uint64_t{i} * i <= n; ++i) {
    if (n % i == 0) a = i;
  }
  return {a, n / a};
}

std::vector<std::uint32_t> three_factors(std::uint32_t n) {
  std::vector<std::uint32_t> best = {1, 1, n};
  for (std::uint32_t a = 1; std::uint64_t{a} * a * a <= n; ++a) {
    if (n % a != 0) continue;
    const std::vector<std::uint32_t> rest = two_factors(n / a);
    if (rest[0] >= a && rest[1] - a < best[2] - best[0]) best = {a, rest[0], rest[1]};
  }
  return best;
}

void line(GeneratorInput& in, const GeneratorCall& /*call*/) { in.radices = {in.ranks}; }
void square(GeneratorInput& in, const GeneratorCall& /*call*/) { in.radices = two_factors(in.ranks); }
void box(GeneratorInput& in, const GeneratorCall& /*call*/) { in.radices = three_factors(in.ranks); }

void halo(const GeneratorInput& in, RankRounds& rounds) {
  const std::uint32_t x = rounds.rank();
  std::uint32_t stride = 1;
  for (const std::uint32_t k : in.radices) {
    const std::uint32_t place = x / stride % k;
    const std::uint32_t up = place + 1 == k ? x - (k - 1) * stride : x + stride;
    const std::uint32_t down = place == 0 ? x + (k - 1) * stride : x - stride;
    stride *= k;
    if (k == 1) continue;
    for (const std::uint32_t to : {up, down}) rounds.send(to, in.bytes);
    for (const std::uint32_t from : {down, up}) rounds.recv(from, in.bytes);
  }
}

void sweep(const GeneratorInput& in, RankRounds& rounds) {
  const std::uint32_t x = rounds.rank();
  std::uint32_t stride = 1;
  for (const std::uint32_t k : in.radices) {
    if (x / stride % k > 0) rounds.recv(x - stride, in.bytes);
    stride *= k;
  }
  rounds.next();
  stride = 1;
  for (const std::uint32_t k : in.radices) {
    if (x / stride % k + 1 < k) rounds.send(x + stride, in.bytes);
    stride *= k;
  }
}

std::uint64_t halo_messages(const GeneratorInput& in) {
  std::uint64_t dimensions = 0;
  for (const std::uint32_t k : in.radices) dimensions += k > 1 ? 1 : 0;
  return 2 * dimensions * in.ranks;
}
std::uint64_t sweep_messages(const GeneratorInput& in) {
  std::uint64_t messages = 0;
  for (const std::uint32_t k : in.radices) messages += in.ranks - in.ranks / k;
  return messages;
}

constexpr auto kAlways = ComputesBefore::every_send;

}  // namespace

std::vector<ScheduleGenerator> grid_generators() {
  return {{"halo:2d", "to both neighbours in each dimension of a periodic grid, sides the nearest two factors", Takes::bytes, kAlways, halo_messages,
           halo, square},
          {"halo:3d", "the same on the nearest three factors", Takes::bytes, kAlways, halo_messages, halo, box},
          {"sweep", "a wavefront on an open grid, sides the nearest two factors: from west and south, then to east and north", Takes::bytes, kAlways,
           sweep_messages, sweep, square},
          {"pipeline", "from x-1, then to x+1", Takes::bytes, kAlways, sweep_messages, sweep, line}};
}

}  // namespace dateline

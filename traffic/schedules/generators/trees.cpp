// The binomial tree from rank 0, down (broadcast) and up (reduce), and the dissemination barrier (D. Hensgen, R.
// Finkel, U. Manber, 1988). In the tree x < 2^k is the parent of x + 2^k: a rank sends to its children, the nearest
// first, when it has received, and to its parent when it has received from all children, the farthest first.
#include "traffic/schedules/generators/generator.hpp"

namespace dateline {
namespace {

// 2^k, above x: the distance to its first child.
std::uint32_t first_distance(std::uint32_t x) { return x == 0 ? 1 : 2U << floor_log2(x); }
std::uint32_t parent(std::uint32_t x) { return x - first_distance(x) / 2; }

void broadcast(const GeneratorInput& in, RankRounds& rounds) {
  const std::uint32_t x = rounds.rank();
  if (x > 0) rounds.recv(parent(x), in.bytes);
  rounds.next();
  for (std::uint32_t d = first_distance(x); d < in.ranks && x + d < in.ranks; d *= 2) rounds.send(x + d, in.bytes);
}

void reduce(const GeneratorInput& in, RankRounds& rounds) {
  const std::uint32_t x = rounds.rank();
  for (std::uint32_t d = 1U << ceiling_log2(in.ranks); d >= first_distance(x); d /= 2) {
    if (x + d < in.ranks) rounds.recv(x + d, in.bytes, Received::added);
  }
  rounds.next();
  if (x > 0) rounds.send(parent(x), in.bytes);
}

void dissemination(const GeneratorInput& in, RankRounds& rounds) {
  const std::uint32_t x = rounds.rank(), p = in.ranks;
  for (std::uint32_t d = 1; d < p; d *= 2) rounds.exchange((x + d) % p, 0, (x + p - d) % p, 0);
}

std::uint64_t edges(const GeneratorInput& in) { return in.ranks - 1; }
std::uint64_t all_rounds(const GeneratorInput& in) { return std::uint64_t{in.ranks} * ceiling_log2(in.ranks); }

constexpr auto kWaiting = ComputesBefore::sends_that_wait;

}  // namespace

std::vector<ScheduleGenerator> tree_generators() {
  return {{"broadcast", "from rank 0 down the binomial tree: x to x+2^k, k = 0, 1, ..., 2^k > x", Takes::bytes_in_chunks, kWaiting, edges, broadcast},
          {"reduce", "to rank 0 up the same tree", Takes::bytes_in_chunks, kWaiting, edges, reduce},
          {"barrier:dissemination", "in round k = 0, 1, ... to x+2^k, messages without bytes", Takes::nothing, kWaiting, all_rounds, dissemination}};
}

}  // namespace dateline

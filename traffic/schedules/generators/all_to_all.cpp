// All-to-all: everybody sends `bytes` to everybody else.
#include "traffic/schedules/generators/generator.hpp"

namespace dateline {
namespace {

std::uint32_t ahead(const GeneratorInput& in, std::uint32_t rank, std::uint32_t s) { return (rank + s) % in.ranks; }
std::uint32_t behind(const GeneratorInput& in, std::uint32_t rank, std::uint32_t s) { return (rank + in.ranks - s) % in.ranks; }

void direct(const GeneratorInput& in, RankRounds& rounds) {
  for (std::uint32_t s = 1; s < in.ranks; ++s) rounds.send(ahead(in, rounds.rank(), s), in.bytes);
  for (std::uint32_t s = 1; s < in.ranks; ++s) rounds.recv(behind(in, rounds.rank(), s), in.bytes);
}

void pairwise(const GeneratorInput& in, RankRounds& rounds) {
  for (std::uint32_t s = 1; s < in.ranks; ++s) rounds.exchange(ahead(in, rounds.rank(), s), in.bytes, behind(in, rounds.rank(), s), in.bytes);
}

void exclusive_or(const GeneratorInput& in, RankRounds& rounds) {
  for (std::uint32_t s = 1; s < 1U << ceiling_log2(in.ranks); ++s) {
    const std::uint32_t partner = rounds.rank() ^ s;
    if (partner < in.ranks) rounds.exchange(partner, in.bytes);
  }
}

std::uint64_t pairs(const GeneratorInput& in) { return std::uint64_t{in.ranks} * (in.ranks - 1); }

}  // namespace

std::vector<ScheduleGenerator> all_to_all_generators() {
  constexpr auto kWaiting = ComputesBefore::sends_that_wait;
  return {
      {"all-to-all:direct", "bytes to each other rank, all at once, x+1 first", Takes::bytes_in_chunks, ComputesBefore::nothing, pairs, direct},
      {"all-to-all:pairwise", "in round s = 1, 2, ... to x+s, from x-s", Takes::bytes_in_chunks, kWaiting, pairs, pairwise},
      {"all-to-all:xor", "in round s = 1, 2, ... with x xor s, where there is such a rank", Takes::bytes_in_chunks, kWaiting, pairs, exclusive_or}};
}

}  // namespace dateline

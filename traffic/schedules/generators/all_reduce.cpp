// All-reduce by exchanges among p = 2^m ranks, the largest power of two that is at most P. The r = P - p others are
// folded in (rank 2i sends to 2i+1, i < r) and get the result last; 2i+1 and the ranks from 2r on take part, numbered
// in this order. R. Thakur, R. Rabenseifner, W. Gropp: Optimization of collective communication operations in MPICH,
// 2005. `direct`: each rank adds up its chunk, which all send to it at once, and sends the sum to all.
#include "traffic/schedules/generators/chunks.hpp"
#include "traffic/schedules/generators/generator.hpp"

namespace dateline {
namespace {

struct Fold {
  std::uint32_t p, r;
  explicit Fold(std::uint32_t ranks) : p(1U << floor_log2(ranks)), r(ranks - p) {}
  [[nodiscard]] std::uint32_t number(std::uint32_t rank) const { return rank < 2 * r ? rank / 2 : rank - r; }
  [[nodiscard]] std::uint32_t rank(std::uint32_t number) const { return number < r ? 2 * number + 1 : number + r; }
};

// `exchanges`: what a rank that takes part does, by its number.
template <typename Exchanges>
void folded(const GeneratorInput& in, RankRounds& rounds, Exchanges exchanges) {
  const Fold fold(in.ranks);
  const std::uint32_t rank = rounds.rank();
  const bool paired = rank < 2 * fold.r;
  if (paired && rank % 2 == 0) {
    rounds.send(rank + 1, in.bytes);
    rounds.next();
    rounds.recv(rank + 1, in.bytes);
    return;
  }
  if (paired) rounds.recv(rank - 1, in.bytes, Received::added);
  rounds.next();
  exchanges(fold, fold.number(rank));
  if (paired) rounds.send(rank - 1, in.bytes);
}

void recursive_doubling(const GeneratorInput& in, RankRounds& rounds) {
  folded(in, rounds, [&](const Fold& fold, std::uint32_t number) {
    for (std::uint32_t distance = 1; distance < fold.p; distance *= 2) rounds.exchange(fold.rank(number ^ distance), in.bytes, Received::added);
  });
}

// Halves what a rank is left with, the upper half to the number with the bit set; then the same exchanges back, each
// giving what the other misses.
void halving_doubling(const GeneratorInput& in, RankRounds& rounds) {
  folded(in, rounds, [&](const Fold& fold, std::uint32_t number) {
    const Chunks chunks(in.bytes, fold.p);
    // Of the chunks left at a distance d, 2d of them, the d that number keeps and those its partner keeps.
    const auto half = [&](std::uint32_t who, std::uint32_t d) { return chunks.bytes(who / d * d, d); };
    for (std::uint32_t d = fold.p / 2; d > 0; d /= 2) {
      const std::uint32_t partner = fold.rank(number ^ d);
      rounds.exchange(partner, half(number ^ d, d), partner, half(number, d), Received::added);
    }
    for (std::uint32_t d = 1; d < fold.p; d *= 2) {
      const std::uint32_t partner = fold.rank(number ^ d);
      rounds.exchange(partner, half(number, d), partner, half(number ^ d, d));
    }
  });
}

void direct(const GeneratorInput& in, RankRounds& rounds) {
  const Chunks chunks(in.bytes, in.ranks);
  const std::uint32_t x = rounds.rank(), p = in.ranks;
  for (std::uint32_t s = 1; s < p; ++s) rounds.send((x + s) % p, chunks.bytes((x + s) % p));
  for (std::uint32_t s = 1; s < p; ++s) rounds.recv((x + p - s) % p, chunks.bytes(x), Received::added);
  rounds.next();
  for (std::uint32_t s = 1; s < p; ++s) rounds.send((x + s) % p, chunks.bytes(x));
  for (std::uint32_t s = 1; s < p; ++s) rounds.recv((x + p - s) % p, chunks.bytes((x + p - s) % p));
}

std::uint64_t messages(const GeneratorInput& in, std::uint64_t times) {
  const Fold fold(in.ranks);
  return 2 * std::uint64_t{fold.r} + times * fold.p * floor_log2(fold.p);
}
std::uint64_t once(const GeneratorInput& in) { return messages(in, 1); }
std::uint64_t twice(const GeneratorInput& in) { return messages(in, 2); }
std::uint64_t all_pairs_twice(const GeneratorInput& in) { return 2 * std::uint64_t{in.ranks} * (in.ranks - 1); }

constexpr auto kWaiting = ComputesBefore::sends_that_wait;

}  // namespace

std::vector<ScheduleGenerator> all_reduce_generators() {
  constexpr Takes kChunks = Takes::bytes_in_chunks;
  return {{"all-reduce:recursive-doubling", "exchanges of everything at distances 1, 2, 4, ...; any number of ranks", kChunks, kWaiting, once,
           recursive_doubling},
          {"all-reduce:halving-doubling", "exchanges of halves at distances p/2, p/4, ..., 1, and back; any number of ranks", kChunks, kWaiting,
           twice, halving_doubling},
          {"all-reduce:direct", "chunk j to rank j, all at once, then the sums to all", kChunks, kWaiting, all_pairs_twice, direct}};
}

}  // namespace dateline

// Reduce-scatter, all-gather and all-reduce on rings: in round t = 0, 1, ... of k-1 the rank at place x of its ring
// sends block x - t to place x + 1. So reduce-scatter leaves block x + 1 at place x, complete; the all-gather of an
// all-reduce goes on from there (block x + 1 - t), one alone begins with block x at place x.
// `torus`: a ring in each dimension, each on the blocks that the one before left to the rank; blocks of the first
// dimension are runs of as many chunks as there are ranks beside it, and so on inwards.
#include "models/network/topology/grid.hpp"
#include "traffic/schedules/generators/chunks.hpp"
#include "traffic/schedules/generators/generator.hpp"

namespace dateline {
namespace {

// A rank's place on a ring, and the chunks that the ring turns: `first` and on, k blocks of `block` chunks.
struct Ring {
  std::uint32_t k, place;
  std::uint32_t next, previous;  // ranks
  std::uint64_t first, block;
  [[nodiscard]] std::uint64_t begin(std::uint64_t i) const { return first + i % k * block; }
};

// Sends the blocks b, b-1, ...: k-1 of them.
void turn(const Ring& ring, std::uint32_t b, const Chunks& chunks, RankRounds& rounds) {
  for (std::uint32_t t = 0; t + 1 < ring.k; ++t) {
    const std::uint64_t sent = std::uint64_t{b} + 2 * std::uint64_t{ring.k} - t;
    rounds.exchange(ring.next, chunks.bytes(ring.begin(sent), ring.block), ring.previous, chunks.bytes(ring.begin(sent - 1), ring.block));
  }
}

// The ring of all ranks.
Ring whole(const GeneratorInput& in, std::uint32_t rank) {
  const std::uint32_t p = in.ranks;
  return {p, rank, rank + 1 == p ? 0 : rank + 1, rank == 0 ? p - 1 : rank - 1, 0, 1};
}

void one_ring(const GeneratorInput& in, RankRounds& rounds) { turn(whole(in, rounds.rank()), rounds.rank(), Chunks(in.bytes, in.ranks), rounds); }

// The rank's rings, dimension 0 first.
std::vector<Ring> rings_of(const GeneratorInput& in, std::uint32_t rank) {
  std::vector<Ring> rings;
  std::uint64_t first = 0, block = in.ranks;
  std::uint32_t stride = 1;
  for (const std::uint32_t k : in.radices) {
    const std::uint32_t place = rank / stride % k;
    block /= k;
    const std::uint32_t next = place + 1 == k ? rank - (k - 1) * stride : rank + stride;
    const std::uint32_t previous = place == 0 ? rank + (k - 1) * stride : rank - stride;
    rings.push_back({k, place, next, previous, first, block});
    first = rings.back().begin(std::uint64_t{place} + 1);
    stride *= k;
  }
  return rings;
}

void all_reduce(const GeneratorInput& in, RankRounds& rounds) {
  const Chunks chunks(in.bytes, in.ranks);
  const std::vector<Ring> rings = rings_of(in, rounds.rank());
  for (const Ring& ring : rings) turn(ring, ring.place, chunks, rounds);
  for (auto ring = rings.rbegin(); ring != rings.rend(); ++ring) turn(*ring, ring->place + 1, chunks, rounds);
}

std::uint64_t one_turn(const GeneratorInput& in) { return std::uint64_t{in.ranks} * (in.ranks - 1); }
std::uint64_t two_turns(const GeneratorInput& in) {
  std::uint64_t rounds = 0;
  for (const std::uint32_t k : in.radices) rounds += k - 1;
  return 2 * std::uint64_t{in.ranks} * rounds;
}

void one_dimension(GeneratorInput& in, const GeneratorCall& /*call*/) { in.radices = {in.ranks}; }

void radices_of_topology(GeneratorInput& in, const GeneratorCall& call) {
  if (call.topology == nullptr) call.refuse("needs a topology, whose radices its rings have");
  const Topology& topology = *call.topology;
  const Grid* const grid = topology.terminal_grid();
  if (grid == nullptr) call.refuse("needs a topology whose terminals have radices, a torus, mesh or hypercube; not " + topology.name());
  if (grid->size() != in.ranks) {
    call.refuse("has " + std::to_string(in.ranks) + " ranks; allowed: " + std::to_string(grid->size()) + ", one on each node of " + topology.name());
  }
  in.radices = grid->radices();
}

constexpr auto kWaiting = ComputesBefore::sends_that_wait;

}  // namespace

std::vector<ScheduleGenerator> ring_generators() {
  return {{"all-reduce:ring", "reduce-scatter, then all-gather, on the ring of all ranks", true, kWaiting, two_turns, all_reduce, one_dimension},
          {"all-reduce:torus", "the same on rings in each dimension: up the dimensions, and down; a torus, mesh or hypercube", true, kWaiting,
           two_turns, all_reduce, radices_of_topology},
          {"reduce-scatter", "on the ring of all ranks: x ends with the sum of chunk x+1", true, kWaiting, one_turn, one_ring},
          {"all-gather", "on the ring of all ranks: x begins with chunk x", true, kWaiting, one_turn, one_ring}};
}

}  // namespace dateline

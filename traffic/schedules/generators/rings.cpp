// Reduce-scatter, all-gather and all-reduce on rings: in round t = 0, 1, ... of k-1 the rank at place x of its ring
// sends block x - t to place x + 1. So reduce-scatter leaves block x + 1 at place x, complete; the all-gather of an
// all-reduce goes on from there (block x + 1 - t), one alone begins with block x at place x.
// `torus`: a ring in each dimension, each on the blocks that the one before left to the rank; blocks of the first
// dimension are runs of as many chunks as there are ranks beside it, and so on inwards. `hierarchical`: the same with a
// ring in each group of ranks that follow each other and one across the groups. `torus-all`: 2n parts of the bytes at
// once, each by dimensions from another one on, in either direction. rings=R: R parts at once, every other backwards.
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
void turn(const Ring& ring, std::uint32_t b, const Chunks& chunks, Received what, RankRounds& rounds) {
  for (std::uint32_t t = 0; t + 1 < ring.k; ++t) {
    const std::uint64_t sent = std::uint64_t{b} + 2 * std::uint64_t{ring.k} - t;
    rounds.exchange(ring.next, chunks.bytes(ring.begin(sent), ring.block), ring.previous, chunks.bytes(ring.begin(sent - 1), ring.block), what);
  }
}

// Where rings begin, and which way round they go.
struct Order {
  std::uint32_t first_dimension = 0;
  bool backwards = false;
};

// The rank's rings, in the order of their use.
std::vector<Ring> rings_of(const GeneratorInput& in, std::uint32_t rank, const Order& order) {
  std::vector<std::uint32_t> strides = {1};
  for (const std::uint32_t k : in.radices) strides.push_back(strides.back() * k);
  std::vector<Ring> rings;
  std::uint64_t first = 0, block = in.ranks;
  for (std::size_t i = 0; i < in.radices.size(); ++i) {
    const std::size_t d = (order.first_dimension + i) % in.radices.size();
    const std::uint32_t k = in.radices[d], stride = strides[d], place = rank / stride % k;
    const std::uint32_t up = place + 1 == k ? rank - (k - 1) * stride : rank + stride;
    const std::uint32_t down = place == 0 ? rank + (k - 1) * stride : rank - stride;
    block /= k;
    rings.push_back(order.backwards ? Ring{k, k - 1 - place, down, up, first, block} : Ring{k, place, up, down, first, block});
    first = rings.back().begin(std::uint64_t{rings.back().place} + 1);
  }
  return rings;
}

void all_reduce_part(const GeneratorInput& in, std::uint64_t bytes, const Order& order, RankRounds& rounds) {
  const Chunks chunks(bytes, in.ranks);
  const std::vector<Ring> rings = rings_of(in, rounds.rank(), order);
  rounds.begin_line();
  for (const Ring& ring : rings) turn(ring, ring.place, chunks, Received::added, rounds);
  for (auto ring = rings.rbegin(); ring != rings.rend(); ++ring) turn(*ring, ring->place + 1, chunks, Received::kept, rounds);
}

void one_ring(const GeneratorInput& in, Received what, RankRounds& rounds) {
  turn(rings_of(in, rounds.rank(), {}).front(), rounds.rank(), Chunks(in.bytes, in.ranks), what, rounds);
}

void reduce_scatter(const GeneratorInput& in, RankRounds& rounds) { one_ring(in, Received::added, rounds); }

void all_gather(const GeneratorInput& in, RankRounds& rounds) { one_ring(in, Received::kept, rounds); }

void all_reduce(const GeneratorInput& in, RankRounds& rounds) { all_reduce_part(in, in.bytes, {}, rounds); }

void all_reduce_by_rings(const GeneratorInput& in, RankRounds& rounds) {
  const std::uint64_t parts = in.numbers.front();
  const Chunks bytes(in.bytes, parts);
  for (std::uint64_t i = 0; i < parts; ++i) all_reduce_part(in, bytes.bytes(i), {0, i % 2 == 1}, rounds);
}

void all_reduce_all_ways(const GeneratorInput& in, RankRounds& rounds) {
  const auto dimensions = static_cast<std::uint32_t>(in.radices.size());
  const Chunks bytes(in.bytes, 2 * std::uint64_t{dimensions});
  for (std::uint32_t i = 0; i < 2 * dimensions; ++i) all_reduce_part(in, bytes.bytes(i), {i / 2, i % 2 == 1}, rounds);
}

std::uint64_t one_turn(const GeneratorInput& in) { return std::uint64_t{in.ranks} * (in.ranks - 1); }
std::uint64_t two_turns(const GeneratorInput& in) {
  std::uint64_t rounds = 0;
  for (const std::uint32_t k : in.radices) rounds += k - 1;
  return 2 * std::uint64_t{in.ranks} * rounds;
}
std::uint64_t turns_of_rings(const GeneratorInput& in) { return in.numbers.front() * two_turns(in); }
std::uint64_t turns_all_ways(const GeneratorInput& in) { return 2 * in.radices.size() * two_turns(in); }

void one_dimension(GeneratorInput& in, const GeneratorCall& /*call*/) { in.radices = {in.ranks}; }

void groups_of_ranks(GeneratorInput& in, const GeneratorCall& call) {
  const std::uint64_t group = in.numbers.front();
  if (group > in.ranks || in.ranks % group != 0) {
    call.refuse("has groups of " + std::to_string(group) + " ranks; allowed: a divisor of the " + std::to_string(in.ranks) + " ranks");
  }
  const auto inside = static_cast<std::uint32_t>(group);
  in.radices = {inside, in.ranks / inside};
}

void radices_of_topology(GeneratorInput& in, const GeneratorCall& call) {
  if (call.topology == nullptr) call.refuse("needs a topology, whose radices its rings have");
  const Topology& topology = *call.topology;
  const Grid* const grid = topology.terminal_grid();
  if (grid == nullptr)
    call.refuse("needs terminals with coordinates, one a router of a torus, mesh, hypercube or HyperX, or :tAxB; not " + topology.name());
  if (grid->size() != in.ranks) {
    call.refuse("has " + std::to_string(in.ranks) + " ranks; allowed: " + std::to_string(grid->size()) + ", one on each node of " + topology.name());
  }
  in.radices = grid->radices();
}

constexpr auto kWaiting = ComputesBefore::sends_that_wait;
constexpr std::uint64_t kMostRings = 64;

}  // namespace

std::vector<ScheduleGenerator> ring_generators() {
  constexpr Takes kChunks = Takes::bytes_in_chunks;
  return {{"all-reduce:ring",
           "reduce-scatter, then all-gather, on the ring of all ranks; rings=R: parts at once, every other one backwards",
           kChunks,
           kWaiting,
           turns_of_rings,
           all_reduce_by_rings,
           one_dimension,
           {},
           {{"rings", kMostRings, 1}}},
          {"all-reduce:torus", "the same on rings in each dimension: up the dimensions, and down; a torus, mesh or hypercube", kChunks, kWaiting,
           two_turns, all_reduce, radices_of_topology},
          {"all-reduce:torus-all", "2n parts of it at once, from each of n dimensions on in both directions", kChunks, kWaiting, turns_all_ways,
           all_reduce_all_ways, radices_of_topology},
          {"all-reduce:hierarchical",
           "rings in groups of group=G ranks, across the groups, and back",
           kChunks,
           kWaiting,
           two_turns,
           all_reduce,
           groups_of_ranks,
           {},
           {{"group", std::uint64_t{1} << 24, 0}}},
          {"reduce-scatter", "on the ring of all ranks: x ends with the sum of chunk x+1", kChunks, kWaiting, one_turn, reduce_scatter, one_dimension},
          {"all-gather", "on the ring of all ranks: x begins with chunk x", kChunks, kWaiting, one_turn, all_gather, one_dimension}};
}

}  // namespace dateline

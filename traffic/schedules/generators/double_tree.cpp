// All-reduce on two binary trees at once, half of the bytes each: up to the root and down again. P. Sanders, J. Speck,
// J. Traeff: Two-tree algorithms for full bandwidth broadcast, reduction and scan, 2009. In tree 1 the parent of x > 0
// with lowest set bit b is (x xor b) | 2b, or x xor b where there is no such rank; its children are x - b/2 and x +
// b/2, b halved on until there is such a rank; rank 0, the root, has the largest power of two below P. Tree 2 is the
// same with P-1-x for x (P even), or x+1 mod P (P odd): no rank is inside both.
#include "traffic/schedules/generators/chunks.hpp"
#include "traffic/schedules/generators/generator.hpp"

namespace dateline {
namespace {

// Ranks in the places of tree 1.
struct Tree {
  std::uint32_t p;
  bool second;
  [[nodiscard]] std::uint32_t rank(std::uint32_t place) const {
    if (!second) return place;
    return p % 2 == 0 ? p - 1 - place : (place + 1) % p;
  }
  [[nodiscard]] std::uint32_t place(std::uint32_t rank) const {
    if (!second) return rank;
    return p % 2 == 0 ? p - 1 - rank : (rank + p - 1) % p;
  }
  // Of a place above 0.
  [[nodiscard]] std::uint32_t parent(std::uint32_t x) const {
    const std::uint32_t b = x & (~x + 1), up = (x ^ b) | 2 * b;
    return up < p ? up : x ^ b;
  }
  [[nodiscard]] std::vector<std::uint32_t> children(std::uint32_t x) const {
    if (x == 0) return p > 1 ? std::vector<std::uint32_t>{1U << floor_log2(p - 1)} : std::vector<std::uint32_t>{};
    std::uint32_t d = (x & (~x + 1)) / 2;
    if (d == 0) return {};
    std::vector<std::uint32_t> found = {x - d};
    while (d > 0 && x + d >= p) d /= 2;
    if (d > 0) found.push_back(x + d);
    return found;
  }
};

void up_and_down(const Tree& tree, std::uint64_t bytes, RankRounds& rounds) {
  const std::uint32_t x = tree.place(rounds.rank());
  const std::vector<std::uint32_t> children = tree.children(x);
  rounds.begin_line();
  for (const std::uint32_t child : children) rounds.recv(tree.rank(child), bytes, Received::added);
  rounds.next();
  if (x > 0) {
    const std::uint32_t parent = tree.rank(tree.parent(x));
    rounds.send(parent, bytes);
    rounds.next();
    rounds.recv(parent, bytes);
    rounds.next();
  }
  for (const std::uint32_t child : children) rounds.send(tree.rank(child), bytes);
}

void double_tree(const GeneratorInput& in, RankRounds& rounds) {
  const Chunks halves(in.bytes, 2);
  up_and_down({in.ranks, false}, halves.bytes(0), rounds);
  up_and_down({in.ranks, true}, halves.bytes(1), rounds);
}

std::uint64_t edges_both_ways(const GeneratorInput& in) { return 4 * (std::uint64_t{in.ranks} - 1); }

}  // namespace

std::vector<ScheduleGenerator> double_tree_generators() {
  return {{"all-reduce:double-tree", "up and down two binary trees at once, half of the bytes each", Takes::bytes_in_chunks,
           ComputesBefore::sends_that_wait, edges_both_ways, double_tree}};
}

}  // namespace dateline

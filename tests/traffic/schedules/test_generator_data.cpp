// What generated schedules do with data: run in random orders that their edges allow, with messages that carry what
// the algorithm says.
#include <catch2/catch.hpp>
#include <set>

#include "models/network/topology/cube.hpp"
#include "models/network/topology/topologies.hpp"
#include "tests/support/cases/schedule_data.hpp"
#include "tests/support/cases/schedule_graph.hpp"
#include "tests/support/sample.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

constexpr std::uint64_t kBytes = 1000;

// p, the largest power of two, and a rank's number among those that take part; -1 for one that is folded in.
struct Folded {
  std::uint32_t p = 1, r = 0;
  explicit Folded(std::uint32_t ranks) {
    while (2 * p <= ranks) p *= 2;
    r = ranks - p;
  }
  [[nodiscard]] int number(std::uint32_t x) const {
    if (x >= 2 * r) return static_cast<int>(x - r);
    return x % 2 == 0 ? -1 : static_cast<int>(x / 2);
  }
};

std::vector<std::uint32_t> range(std::uint32_t first, std::uint32_t end) {
  std::vector<std::uint32_t> list;
  for (std::uint32_t i = first; i < end; ++i) list.push_back(i);
  return list;
}

// 1 to 64, or the small ones and those around powers of two.
std::vector<std::uint32_t> numbers_of_ranks() { return sample(range(1, 65), {1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 15, 16, 17, 24, 31, 33, 64}); }

// What the rank with this number sends in exchange k of halving-doubling: halves of [0, p) by the bits from above.
Load halved(std::uint32_t p, std::uint32_t number, std::uint32_t k) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> kept = {{0, p}}, sent;
  for (std::uint32_t d = p / 2; d > 0; d /= 2) {
    const auto [low, high] = kept.back();
    const bool upper = (number & d) != 0;
    kept.push_back(upper ? std::pair(low + d, high) : std::pair(low, low + d));
    sent.push_back(upper ? std::pair(low, low + d) : std::pair(low + d, high));
  }
  const auto m = static_cast<std::uint32_t>(sent.size());
  if (k < m) return {range(sent[k].first, sent[k].second), true};
  const auto& back = kept[2 * m - k];
  return {range(back.first, back.second), false};
}

}  // namespace

TEST_CASE("after a reduce-scatter rank x has all of chunk x+1, after an all-gather everybody has every chunk") {
  for (const std::uint32_t p : numbers_of_ranks()) {
    const Schedule scatter = generated(with_bytes("reduce-scatter", kBytes), p), gather = generated(with_bytes("all-gather", kBytes), p);
    const auto turn = [p](bool adds) { return [p, adds](std::uint32_t x, std::uint32_t t) { return Load{{(x + p - t) % p}, adds}; }; };
    const Sets sums = after_run(scatter, p, kBytes, own(p, p), turn(true));
    for (std::uint32_t x = 0; x < p; ++x) CHECK(sums[x][(x + 1) % p] == everybody(p));
    Sets one(p, std::vector<Set>(p, 0)), each(p);
    for (std::uint32_t x = 0; x < p; ++x) {
      one[x][x] = Set{1} << x;
      for (std::uint32_t c = 0; c < p; ++c) each[x].push_back(Set{1} << c);
    }
    CHECK(after_run(gather, p, kBytes, one, turn(false)) == each);
  }
}

TEST_CASE("after an all-reduce every rank has every contribution to every chunk, once") {
  for (const std::uint32_t p : numbers_of_ranks()) {
    INFO(p << " ranks");
    const auto ring = [p](std::uint32_t x, std::uint32_t t) { return Load{{(x + 2 * p - t) % p}, t + 1 < p}; };
    CHECK(after_run(generated(with_bytes("all-reduce:ring", kBytes), p), 1, kBytes, own(p, p), ring) == all(p, p));

    const Folded fold(p);
    unsigned m = 0;
    while (1U << m < fold.p) ++m;
    const auto doubling = [&](std::uint32_t x, std::uint32_t k) { return Load{{0}, fold.number(x) < 0 || k < m}; };
    CHECK(after_run(generated(with_bytes("all-reduce:recursive-doubling", kBytes), p), 2, kBytes, own(p, 1), doubling) == all(p, 1));
    const auto halving = [&](std::uint32_t x, std::uint32_t k) {
      if (fold.number(x) < 0) return Load{range(0, fold.p), true};
      if (k == 2 * m) return Load{range(0, fold.p), false};
      return halved(fold.p, static_cast<std::uint32_t>(fold.number(x)), k);
    };
    CHECK(after_run(generated(with_bytes("all-reduce:halving-doubling", kBytes), p), 3, kBytes, own(p, fold.p), halving) == all(p, fold.p));
  }
}

TEST_CASE("an all-reduce on a torus turns blocks of blocks, up the dimensions and down") {
  for (const char* name : {"torus:5", "torus:4x4", "torus:3x5", "mesh:5x2", "torus:2x3x4", "torus:4x4x4", "hypercube:6"}) {
    const auto topology = make_topology(name);
    const std::vector<std::uint32_t> radices = as_cube(*topology)->grid()->radices();
    const std::uint32_t p = topology->nodes();
    const auto load = [&](std::uint32_t x, std::uint32_t k) { return turned(radices, coordinates(radices, x), k); };
    INFO(name);
    const Schedule schedule = generated(with_bytes("all-reduce:torus", kBytes), p, topology.get());
    for (const std::uint64_t seed : {1U, 2U}) CHECK(after_run(schedule, seed, kBytes, own(p, p), load) == all(p, p));
  }
}

TEST_CASE("a broadcast reaches everybody, a reduce brings everything to rank 0, a barrier holds everybody for everybody") {
  for (const std::uint32_t p : numbers_of_ranks()) {
    INFO(p << " ranks");
    Sets root(p, {0});
    root[0] = {1};
    CHECK(after_run(generated("broadcast,bytes=12", p), p, 12, root, [](std::uint32_t, std::uint32_t) { return Load{{0}, true}; }) == Sets(p, {1}));
    const Sets sums = after_run(generated("reduce,bytes=12", p), p, 12, own(p, 1), [](std::uint32_t, std::uint32_t) { return Load{{0}, true}; });
    CHECK(sums[0][0] == everybody(p));

    CHECK(ScheduleGraph(generated("barrier:dissemination", p)).heard() == std::vector<std::uint64_t>(p, everybody(p)));
  }
}

TEST_CASE("in an all-to-all everybody sends to everybody else, in the order of its name") {
  for (const std::uint32_t p : numbers_of_ranks()) {
    for (const char* kind : {"direct", "pairwise", "xor"}) {
      const Schedule schedule = generated(std::string("all-to-all:") + kind + ",bytes=3", p);
      const ScheduleGraph graph(schedule);
      for (std::uint32_t x = 0; x < p; ++x) {
        std::vector<std::uint32_t> to, wanted;
        std::set<std::uint32_t> from;
        for (const std::uint32_t i : graph.of(x, OperationKind::send)) to.push_back(graph.peer(i));
        for (const std::uint32_t i : graph.of(x, OperationKind::recv)) from.insert(graph.peer(i));
        for (std::uint32_t s = 1; s < 64; ++s) {
          const std::uint32_t y = kind == std::string("xor") ? x ^ s : s < p ? (x + s) % p : p;
          if (y < p) wanted.push_back(y);
        }
        CHECK(to == wanted);
        CHECK(from == std::set<std::uint32_t>(wanted.begin(), wanted.end()));
      }
    }
  }
}

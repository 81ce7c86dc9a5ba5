// What all-reduces do with data: in parts and chunks, on groups, trees and by Swing; as test_generator_data.cpp.
#include <catch2/catch.hpp>

#include "models/network/topology/cube.hpp"
#include "models/network/topology/topologies.hpp"
#include "tests/support/cases/schedule_data.hpp"
#include "tests/support/cases/schedule_graph.hpp"
#include "tests/support/sample.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

constexpr std::uint64_t kBytes = 1000;

// Of the first of the two trees; the root has itself.
std::vector<std::uint32_t> tree_parents(std::uint32_t p) {
  std::vector<std::uint32_t> parents(p, 0);
  for (std::uint32_t x = 1; x < p; ++x) {
    std::uint32_t b = 1;
    while ((x & b) == 0) b *= 2;
    const std::uint32_t up = (x ^ b) | 2 * b;
    parents[x] = up < p ? up : x ^ b;
  }
  return parents;
}

// The rank of the first tree whose place a rank has in the second.
std::uint32_t second_place(std::uint32_t p, std::uint32_t x) { return p % 2 == 0 ? p - 1 - x : (x + p - 1) % p; }

// Whom a rank exchanges with in each step of Swing, from the table of its distances.
class Swung {
 public:
  explicit Swung(const std::vector<std::uint32_t>& radices) : radices_(radices) {}
  [[nodiscard]] std::uint32_t count() const {
    std::uint32_t steps = 0;
    for (std::uint32_t k = radices_.front(); k > 1; k /= 2) ++steps;
    return steps * static_cast<std::uint32_t>(radices_.size());
  }
  [[nodiscard]] std::uint32_t peer(std::uint32_t x, std::uint32_t step) const {
    constexpr int kDistances[] = {1, -1, 3, -5, 11, -21};
    const auto n = static_cast<std::uint32_t>(radices_.size());
    std::vector<std::uint32_t> at = coordinates(radices_, x);
    const int k = static_cast<int>(radices_.front()), c = static_cast<int>(at[step % n]), rho = kDistances[step / n];
    at[step % n] = static_cast<std::uint32_t>(((c % 2 == 0 ? c + rho : c - rho) + 2 * k) % k);
    std::uint32_t rank = 0;
    for (std::size_t d = n; d-- > 0;) rank = rank * radices_[d] + at[d];
    return rank;
  }
  // The ranks that a rank reaches by the steps from `step` on.
  [[nodiscard]] std::vector<std::uint32_t> reached(std::uint32_t x, std::uint32_t step) const {
    std::vector<std::uint32_t> found = {x};
    for (std::uint32_t s = step; s < count(); ++s) {
      const std::vector<std::uint32_t> before = found;
      for (const std::uint32_t y : before) found.push_back(peer(y, s));
    }
    return found;
  }

 private:
  std::vector<std::uint32_t> radices_;
};

}  // namespace

TEST_CASE("groups are rings inside, rings across and rings inside again") {
  for (std::uint32_t p = 1; p <= sample(64U, 36U); ++p) {
    for (std::uint32_t group = 1; group <= p; ++group) {
      if (p % group != 0) continue;
      INFO(p << " ranks, groups of " << group);
      const std::vector<std::uint32_t> radices = {group, p / group};
      const auto load = [&](std::uint32_t x, std::uint32_t k) { return turned(radices, coordinates(radices, x), k); };
      const std::string text = with_bytes("all-reduce:hierarchical", kBytes) + ",group=" + std::to_string(group);
      CHECK(after_run(generated(text, p), 5, kBytes, own(p, p), load) == all(p, p));
    }
  }
}

TEST_CASE("several rings take parts of the bytes, every other one backwards") {
  for (std::uint32_t p = 2; p <= sample(64U, 14U); ++p) {
    for (const std::uint32_t rings : {2U, 3U}) {
      INFO(p << " ranks, " << rings << " rings");
      const auto load = [&](std::uint32_t x, std::uint32_t k) {
        const std::uint32_t part = k / (2 * (p - 1));
        return turned({p}, {part % 2 == 1 ? p - 1 - x : x}, k % (2 * (p - 1)), part * p);
      };
      const std::uint64_t bytes = std::uint64_t{7} * rings * p;
      const Schedule schedule = generated(with_bytes("all-reduce:ring", bytes) + ",rings=" + std::to_string(rings), p);
      CHECK(after_run(schedule, 6, bytes, own(p, rings * p), load) == all(p, rings * p));
      const ScheduleGraph graph(schedule);
      for (std::uint32_t x = 0; x < p; ++x) {
        const auto sends = graph.of(x, OperationKind::send);
        CHECK(graph.peer(sends[0]) == (x + 1) % p);
        CHECK(graph.peer(sends[std::size_t{2} * (p - 1)]) == (x + p - 1) % p);
        CHECK(graph.waits[sends[std::size_t{2} * (p - 1)]].empty());
      }
    }
  }
}

TEST_CASE("all ways of a torus at once begin in each dimension, in both directions") {
  for (const char* name : {"torus:5", "torus:4x4", "torus:3x5", "torus:2x3x4", "torus:4x4x4", "hypercube:4"}) {
    const auto topology = make_topology(name);
    const std::vector<std::uint32_t> radices = as_cube(*topology)->grid()->radices();
    const std::uint32_t p = topology->nodes();
    const auto n = static_cast<std::uint32_t>(radices.size());
    std::uint32_t turns = 0;
    for (const std::uint32_t k : radices) turns += 2 * (k - 1);
    const auto load = [&](std::uint32_t x, std::uint32_t k) {
      const std::uint32_t part = k / turns;
      const auto places = coordinates(radices, x);
      std::vector<std::uint32_t> order, at;
      for (std::uint32_t i = 0; i < n; ++i) {
        const std::uint32_t d = (part / 2 + i) % n;
        order.push_back(radices[d]);
        at.push_back(part % 2 == 1 ? radices[d] - 1 - places[d] : places[d]);
      }
      return turned(order, at, k % turns, part * p);
    };
    INFO(name);
    const std::uint64_t bytes = std::uint64_t{6} * n * p;
    const Schedule schedule = generated(with_bytes("all-reduce:torus-all", bytes), p, topology.get());
    CHECK(after_run(schedule, 7, bytes, own(p, 2 * n * p), load) == all(p, 2 * n * p));
  }
}

TEST_CASE("directly, a chunk goes to its rank from all and its sum to all") {
  for (std::uint32_t p = 1; p <= sample(64U, 32U); ++p) {
    INFO(p << " ranks");
    const auto load = [p](std::uint32_t x, std::uint32_t k) { return k + 1 < p ? Load{{(x + 1 + k) % p}, true} : Load{{x}, false}; };
    CHECK(after_run(generated(with_bytes("all-reduce:direct", kBytes), p), 8, kBytes, own(p, p), load) == all(p, p));
  }
}

TEST_CASE("chunks are collectives of their own, each begun when the one so many before has ended") {
  for (std::uint32_t p = 2; p <= sample(64U, 12U); ++p) {
    for (const std::uint32_t active : {1U, 2U, 4U}) {
      INFO(p << " ranks, " << active << " at once");
      const std::uint32_t count = 4, turns = 2 * (p - 1);
      const std::uint64_t bytes = std::uint64_t{3} * count * p;
      const auto load = [&](std::uint32_t x, std::uint32_t k) { return turned({p}, {x}, k % turns, k / turns * p); };
      const Schedule schedule = generated(with_bytes("all-reduce:ring", bytes) + ",chunks=4,active=" + std::to_string(active), p);
      CHECK(after_run(schedule, 9, bytes, own(p, count * p), load) == all(p, count * p));
      const ScheduleGraph graph(schedule);
      for (std::uint32_t x = 0; x < p; ++x) {
        const auto sends = graph.of(x, OperationKind::send), recvs = graph.of(x, OperationKind::recv);
        for (std::uint32_t c = 0; c < count; ++c) {
          const std::uint32_t last = c < active ? 0 : (c - active + 1) * turns - 1;
          const auto before = c < active ? std::vector<std::uint32_t>{} : std::vector<std::uint32_t>{sends[last], recvs[last]};
          CHECK(graph.waits[sends[c * turns]] == before);
          CHECK(graph.waits[recvs[c * turns]] == before);
        }
      }
    }
  }
}

TEST_CASE("two trees take half of the bytes each: both span, are no deeper than the logarithm, and no rank is inside both") {
  for (std::uint32_t p = 2; p <= 299; ++p) {
    INFO(p << " ranks");
    std::uint32_t log = 0;
    while (1U << log < p) ++log;
    const std::vector<std::uint32_t> parents = tree_parents(p);
    std::vector<std::uint32_t> sons(p, 0);
    for (std::uint32_t x = 1; x < p; ++x) {
      ++sons[parents[x]];
      std::uint32_t depth = 0;
      for (std::uint32_t at = x; at > 0 && depth <= p; at = parents[at]) ++depth;
      CHECK(depth <= log);
    }
    for (std::uint32_t x = 0; x < p; ++x) CHECK((sons[x] <= 1 || sons[second_place(p, x)] <= 1));
    if (p > 64) continue;
    const auto load = [&](std::uint32_t x, std::uint32_t k) {
      const std::uint32_t first = (x > 0 ? 1 : 0) + sons[x];
      const bool second = k >= first;
      const std::uint32_t place = second ? second_place(p, x) : x;
      return Load{{second ? 1U : 0U}, place > 0 && (second ? k - first : k) == 0};
    };
    const Schedule schedule = generated(with_bytes("all-reduce:double-tree", kBytes + 1), p);
    CHECK(after_run(schedule, 10, kBytes + 1, own(p, 2), load) == all(p, 2));
    const ScheduleGraph graph(schedule);
    for (std::uint32_t x = 1; x < p; ++x) CHECK(graph.peer(graph.of(x, OperationKind::send)[0]) == parents[x]);
  }
}

TEST_CASE("Swing sends what its peer reaches, and back") {
  for (const char* name : {"torus:2", "torus:4", "torus:8", "torus:16", "torus:32", "torus:64", "torus:2x2", "torus:4x4", "torus:8x8", "torus:2x2x2",
                           "torus:4x4x4", "mesh:4x4", "hypercube:5"}) {
    INFO(name);
    const auto topology = make_topology(name);
    const std::vector<std::uint32_t> radices = as_cube(*topology)->grid()->radices();
    const std::uint32_t p = topology->nodes();
    const Swung steps(radices);
    const auto load = [&](std::uint32_t x, std::uint32_t k) {
      const std::uint32_t n = steps.count();
      return k < n ? Load{steps.reached(steps.peer(x, k), k + 1), true} : Load{steps.reached(x, 2 * n - k), false};
    };
    for (const std::uint64_t bytes : {kBytes, std::uint64_t{0}, std::uint64_t{64} * 9}) {
      CHECK(after_run(generated(with_bytes("all-reduce:swing", bytes), p, topology.get()), 11, bytes, own(p, p), load) == all(p, p));
    }
    const auto everything = [&](std::uint32_t, std::uint32_t) { return Load{{0}, true}; };
    CHECK(after_run(generated("all-reduce:swing-latency,bytes=9", p, topology.get()), 12, 9, own(p, 1), everything) == all(p, 1));
  }
}

// Messages, bytes and depth of every generator against the table of docs/guide/workloads/generators.md, for all numbers
// of ranks up to 64; and which operations wait for which.
#include <algorithm>
#include <catch2/catch.hpp>

#include "models/network/topology/grid.hpp"
#include "models/network/topology/topologies.hpp"
#include "tests/support/cases/schedule_graph.hpp"
#include "tests/support/sample.hpp"
#include "traffic/schedules/generators/registry.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

struct Size {
  std::uint64_t messages, bytes, depth;
};

void check_size(const std::string& text, std::uint32_t ranks, const Size& wanted, const Topology* topology = nullptr) {
  INFO(text << " on " << ranks << " ranks");
  const Schedule schedule = generated(text, ranks, topology);
  const ScheduleGraph graph(schedule);
  CHECK(schedule.ranks() == ranks);
  CHECK(schedule.messages() == wanted.messages);
  CHECK(graph.bytes() == wanted.bytes);
  CHECK(graph.depth() == wanted.depth);
}

std::vector<std::uint32_t> divisors(std::uint32_t n) {
  std::vector<std::uint32_t> found;
  for (std::uint32_t i = 1; i <= n; ++i) {
    if (n % i == 0) found.push_back(i);
  }
  return found;
}

// Every way to write n as a b, or a b c, with the least difference of longest and shortest; the first with a <= b <= c.
std::vector<std::uint32_t> nearest(std::uint32_t n, std::size_t count) {
  std::vector<std::uint32_t> best;
  for (const std::uint32_t a : divisors(n)) {
    for (const std::uint32_t b : divisors(n / a)) {
      const std::uint32_t c = n / a / b;
      if (a > b || b > c || (count == 2 && a > 1)) continue;
      const std::uint32_t shortest = count == 2 ? b : a;
      if (best.empty() || c - shortest < best.back() - best.front()) best = count == 2 ? std::vector{b, c} : std::vector{a, b, c};
    }
  }
  return best;
}

std::uint64_t longer_than_one(const std::vector<std::uint32_t>& sides) {
  std::uint64_t count = 0;
  for (const std::uint32_t k : sides) count += k > 1 ? 1 : 0;
  return count;
}

}  // namespace

TEST_CASE("collectives have the messages, bytes and depth of their formulas, odd numbers of ranks too") {
  for (std::uint32_t ranks = 1; ranks <= 64; ++ranks) {
    if (!whole() && ranks > 9 && ranks != 12 && ranks != 16 && ranks != 17 && ranks != 31 && ranks != 64) continue;
    const std::uint64_t n = ranks;
    std::uint64_t m = 0, l = 0;
    while (std::uint64_t{2} << m <= n) ++m;
    while (std::uint64_t{1} << l < n) ++l;
    const std::uint64_t p = std::uint64_t{1} << m, r = n - p, folded = r > 0 ? 2 : 0;
    const std::vector<std::uint64_t> sizes{0, 1, n - 1, 64 * n + 5, 1'000'003}, few{n - 1, 64 * n + 5};
    for (const std::uint64_t s : ranks <= 9 ? sizes : sample(sizes, few)) {
      const std::string bytes = ",bytes=" + std::to_string(s);
      check_size("reduce-scatter" + bytes, ranks, {n * (n - 1), (n - 1) * s, n - 1});
      check_size("all-gather" + bytes, ranks, {n * (n - 1), (n - 1) * s, n - 1});
      check_size("all-reduce:ring" + bytes, ranks, {2 * n * (n - 1), 2 * (n - 1) * s, 2 * (n - 1)});
      check_size("all-reduce:recursive-doubling" + bytes, ranks, {2 * r + p * m, (2 * r + p * m) * s, m + folded});
      check_size("all-reduce:halving-doubling" + bytes, ranks, {2 * r + 2 * p * m, (2 * r + 2 * p - 2) * s, 2 * m + folded});
      check_size("all-reduce:ring,rings=3" + bytes, ranks, {6 * n * (n - 1), 2 * (n - 1) * s, 2 * (n - 1)});
      check_size("all-reduce:ring,chunks=3,active=2" + bytes, ranks, {6 * n * (n - 1), 2 * (n - 1) * s, (n > 1 ? 4 : 0) * (n - 1)});
      check_size("all-reduce:direct" + bytes, ranks, {2 * n * (n - 1), 2 * (n - 1) * s, n > 1 ? 2U : 0U});
      check_size("all-reduce:hierarchical,group=1" + bytes, ranks, {2 * n * (n - 1), 2 * (n - 1) * s, 2 * (n - 1)});
      if (n % 2 == 0) check_size("all-reduce:hierarchical,group=2" + bytes, ranks, {n * n, 2 * (n - 1) * s, n});
      if (p == n) {
        check_size("all-reduce:swing" + bytes, ranks, {2 * n * m, 2 * (n - 1) * s, 2 * m});
        check_size("all-reduce:swing-latency" + bytes, ranks, {n * m, n * m * s, m});
      }
    }
    check_size("all-to-all:direct,bytes=7", ranks, {n * (n - 1), n * (n - 1) * 7, n > 1 ? 1U : 0U});
    check_size("all-to-all:pairwise,bytes=7", ranks, {n * (n - 1), n * (n - 1) * 7, n - 1});
    check_size("all-to-all:xor,bytes=7", ranks, {n * (n - 1), n * (n - 1) * 7, (std::uint64_t{1} << l) - 1});
    check_size("broadcast,bytes=9", ranks, {n - 1, (n - 1) * 9, m});
    check_size("reduce,bytes=9", ranks, {n - 1, (n - 1) * 9, m});
    check_size("barrier:dissemination", ranks, {n * l, 0, l});
  }
}

TEST_CASE("an all-reduce on a torus has the messages, bytes and depth of its rings") {
  struct Case {
    const char* topology;
    std::uint64_t rounds;  // sum of k - 1
  };
  for (const Case& c : {Case{"torus:7", 6},
                        {"torus:4x4", 6},
                        {"torus:3x5", 6},
                        {"mesh:5x2", 5},
                        {"torus:2x3x4", 6},
                        {"torus:4x4x4", 9},
                        {"hypercube:6", 6},
                        {"torus:8x8", 14}}) {
    const auto topology = make_topology(c.topology);
    const std::uint32_t ranks = topology->nodes();
    for (const std::uint64_t s : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{100}, std::uint64_t{65'537}}) {
      check_size("all-reduce:torus,bytes=" + std::to_string(s), ranks, {2 * ranks * c.rounds, 2 * (ranks - 1) * s, 2 * c.rounds}, topology.get());
      const std::uint64_t parts = 2 * topology->grid()->radices().size();
      check_size("all-reduce:torus-all,bytes=" + std::to_string(s), ranks, {parts * 2 * ranks * c.rounds, 2 * (ranks - 1) * s, 2 * c.rounds},
                 topology.get());
    }
  }
}

TEST_CASE("grids and pipelines have the messages, bytes and depth of their formulas") {
  for (std::uint32_t n = 1; n <= 64; ++n) {
    const auto flat = nearest(n, 2), solid = nearest(n, 3);
    const std::uint64_t in_2d = 2 * n * longer_than_one(flat), in_3d = 2 * n * longer_than_one(solid);
    check_size("halo:2d,bytes=11", n, {in_2d, in_2d * 11, n > 1 ? 1U : 0U});
    check_size("halo:3d,bytes=11", n, {in_3d, in_3d * 11, n > 1 ? 1U : 0U});
    const std::uint64_t a = flat[0], b = flat[1], wave = 2 * a * b - a - b;
    check_size("sweep,bytes=11", n, {wave, wave * 11, a + b - 2});
    check_size("pipeline,bytes=11", n, {n - 1, std::uint64_t{n - 1} * 11, n - 1});
  }
}

TEST_CASE("an FFT has the messages, bytes and depth of its formula") {
  for (unsigned n = 0; n <= 6; ++n) {
    for (unsigned d = 0; d <= 4; ++d) {
      const std::uint64_t ranks = std::uint64_t{1} << n, points = std::uint64_t{1} << (n + 2 * d);
      const std::uint64_t messages = ranks - (std::uint64_t{1} << (n + 1) / 2) + n * ranks;
      check_size("fft:" + std::to_string(points), static_cast<std::uint32_t>(ranks),
                 {messages, messages * 16 * points / ranks, n + (n > 1 ? 1U : 0U)});
    }
  }
}

TEST_CASE("a rank's next round waits for its send and its recv of this one, and for nothing else") {
  for (const char* name :
       {"reduce-scatter,bytes=64", "all-gather,bytes=64", "all-reduce:ring,bytes=64", "all-reduce:recursive-doubling,bytes=64",
        "all-reduce:halving-doubling,bytes=64", "all-to-all:pairwise,bytes=64", "all-to-all:xor,bytes=64", "barrier:dissemination", "fft:4096"}) {
    for (const std::uint32_t ranks : {4U, 16U, 64U}) {
      INFO(name << " on " << ranks);
      const Schedule schedule = generated(name, ranks);
      const ScheduleGraph graph(schedule);
      for (std::uint32_t rank = 0; rank < ranks; ++rank) {
        const auto sends = graph.of(rank, OperationKind::send), recvs = graph.of(rank, OperationKind::recv);
        REQUIRE(sends.size() == recvs.size());
        for (std::size_t t = 0; t < sends.size(); ++t) {
          const auto before = t == 0 ? std::vector<std::uint32_t>{} : std::vector<std::uint32_t>{sends[t - 1], recvs[t - 1]};
          CHECK(graph.waits[sends[t]] == before);
          CHECK(graph.waits[recvs[t]] == before);
        }
      }
    }
  }
}

TEST_CASE("a time to compute precedes every send that waits for a recv, in grids and pipelines every send") {
  for (const ScheduleGenerator& row : schedule_generators()) {
    if (row.computes == ComputesBefore::nothing || row.name == "all-reduce:torus" || row.name == "all-reduce:torus-all") continue;
    const bool always = row.name == "halo:2d" || row.name == "halo:3d" || row.name == "sweep" || row.name == "pipeline";
    const bool swing = row.name == "all-reduce:swing" || row.name == "all-reduce:swing-latency";
    const char* const group = row.name == "all-reduce:hierarchical" ? ",group=1" : "";
    const std::string text = (row.name == "fft:M" ? "fft:4096" : row.name) + group + (row.takes != Takes::nothing ? ",bytes=8" : "");
    for (std::uint32_t ranks = 1; ranks <= 16; ++ranks) {
      if (row.name == "fft:M" && ranks != 1 && ranks != 4 && ranks != 16) continue;
      if (swing && (ranks & (ranks - 1)) != 0) continue;
      INFO(text << " on " << ranks);
      const Schedule plain = generated(text, ranks), computing = generated(text + ",compute=17", ranks);
      const ScheduleGraph before(plain), after(computing);
      for (std::uint32_t rank = 0; rank < ranks; ++rank) {
        const auto sends = before.of(rank, OperationKind::send), computed = after.of(rank, OperationKind::send);
        REQUIRE(sends.size() == computed.size());
        for (std::size_t k = 0; k < sends.size(); ++k) {
          const auto& waits = before.waits[sends[k]];
          const bool wanted = always || std::any_of(waits.begin(), waits.end(), [&](auto i) { return before.is(i, OperationKind::recv); });
          const auto& now = after.waits[computed[k]];
          const bool found = now.size() == 1 && after.is(now[0], OperationKind::compute);
          CHECK(found == wanted);
          if (found) CHECK(computing[now[0]].amount == 17);
          if (found) CHECK(after.waits[now[0]].size() == waits.size());
          if (!found) CHECK(now.size() == waits.size());
        }
      }
      CHECK(after.depth() == before.depth());
    }
  }
}

#include "tests/support/cases/schedule_data.hpp"

#include <catch2/catch.hpp>

#include "tests/support/cases/schedule_graph.hpp"

namespace dateline::test {
namespace {

std::uint64_t chunk_bytes(std::uint64_t bytes, std::uint64_t count, std::uint64_t chunk) { return bytes / count + (chunk < bytes % count ? 1 : 0); }

}  // namespace

Set everybody(std::uint32_t ranks) { return ranks == 64 ? ~Set{0} : (Set{1} << ranks) - 1; }

Sets after_run(const Schedule& schedule, std::uint64_t seed, std::uint64_t bytes, const Sets& first, const Loads& loads) {
  const ScheduleGraph graph(schedule);
  std::vector<std::vector<Set>> knows(schedule.size());
  std::vector<std::uint32_t> number(schedule.size());  // of a send, in its rank
  for (std::uint32_t rank = 0; rank < schedule.ranks(); ++rank) {
    std::uint32_t k = 0;
    for (const std::uint32_t i : graph.of(rank, OperationKind::send)) number[i] = k++;
  }
  Sets last = first;
  const auto add = [](std::vector<Set>& to, const std::vector<Set>& more) {
    for (std::size_t c = 0; c < to.size(); ++c) to[c] |= more[c];
  };
  const auto starts = [&](std::uint32_t i) {
    knows[i] = first[schedule[i].rank];
    for (const std::uint32_t w : graph.waits[i]) add(knows[i], knows[w]);
    if (!graph.is(i, OperationKind::send)) return;
    std::uint64_t length = 0;
    for (const std::uint32_t chunk : loads(schedule[i].rank, number[i]).chunks) length += chunk_bytes(bytes, knows[i].size(), chunk);
    REQUIRE(schedule[i].amount == length);
  };
  const auto ends = [&](std::uint32_t i) {
    if (!graph.is(i, OperationKind::recv)) return;
    const std::uint32_t from = schedule[i].partner;
    const Load load = loads(schedule[from].rank, number[from]);
    for (const std::uint32_t c : load.chunks) {
      const Set mine = knows[i][c], theirs = knows[from][c];
      if (load.adds) REQUIRE((mine & theirs) == 0);
      if (!load.adds) REQUIRE((mine | theirs) == theirs);
      knows[i][c] = mine | theirs;
    }
    add(last[schedule[i].rank], knows[i]);
  };
  graph.run(seed, starts, ends);
  return last;
}

Sets own(std::uint32_t ranks, std::uint32_t chunks) {
  Sets sets(ranks);
  for (std::uint32_t x = 0; x < ranks; ++x) sets[x].assign(chunks, Set{1} << x);
  return sets;
}

Sets all(std::uint32_t ranks, std::uint32_t chunks) { return Sets(ranks, std::vector<Set>(chunks, everybody(ranks))); }

std::string with_bytes(const char* name, std::uint64_t bytes) { return std::string(name) + ",bytes=" + std::to_string(bytes); }

std::vector<std::uint32_t> coordinates(const std::vector<std::uint32_t>& radices, std::uint32_t x) {
  std::vector<std::uint32_t> at;
  for (const std::uint32_t k : radices) at.push_back(x % k), x /= k;
  return at;
}

Load turned(const std::vector<std::uint32_t>& radices, const std::vector<std::uint32_t>& places, std::uint32_t k, std::uint32_t first) {
  const std::size_t dimensions = radices.size();
  std::uint32_t p = 1;
  for (const std::uint32_t radix : radices) p *= radix;
  std::size_t d = 0;
  bool adds = true;
  for (; k >= radices[d] - 1; adds ? ++d : --d) {
    k -= radices[d] - 1;
    if (adds && d == dimensions - 1) adds = false, ++d;
  }
  Load blocks{{}, adds};
  for (std::uint32_t chunk = 0; chunk < p; ++chunk) {
    bool in = true;
    std::uint32_t rest = chunk, beside = p;
    for (std::size_t e = 0; e <= d; ++e) {
      beside /= radices[e];
      const std::uint32_t turn = e < d || !adds ? places[e] + 1 : places[e];
      in = in && rest / beside == (turn + radices[e] - (e == d ? k : 0)) % radices[e];
      rest %= beside;
    }
    if (in) blocks.chunks.push_back(first + chunk);
  }
  return blocks;
}

}  // namespace dateline::test

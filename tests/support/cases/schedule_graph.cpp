#include "tests/support/cases/schedule_graph.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "models/base/error.hpp"
#include "traffic/schedules/generators/registry.hpp"

namespace dateline::test {

Schedule generated(const std::string& text, std::uint32_t ranks, const Topology* topology) {
  return generate_schedule({"test", "workload"}, text, ranks, topology, CycleTime());
}

std::string generator_refusal(const std::string& text, std::uint32_t ranks, const Topology* topology) {
  try {
    (void)generated(text, ranks, topology);
  } catch (const ConfigError& e) {
    return e.what();
  }
  return {};
}

ScheduleGraph::ScheduleGraph(const Schedule& s) : schedule(s), waits(s.size()) {
  for (std::uint32_t i = 0; i < s.size(); ++i) {
    for (const Follower follower : s.followers(i)) {
      REQUIRE(follower.on_start == 0);  // generators have no such edges
      waits[follower.operation].push_back(i);
    }
  }
  for (std::uint32_t i = 0; i < s.size(); ++i) {
    REQUIRE(s.waits()[i] == waits[i].size());
    if (!is(i, OperationKind::compute)) REQUIRE(s[s[i].partner].partner == i);
  }
}

std::vector<std::uint32_t> ScheduleGraph::of(std::uint32_t rank, OperationKind kind) const {
  std::vector<std::uint32_t> found;
  for (std::uint32_t i = schedule.begin(rank); i < schedule.begin(rank + 1); ++i) {
    if (is(i, kind)) found.push_back(i);
  }
  return found;
}

std::uint64_t ScheduleGraph::bytes() const {
  std::uint64_t sum = 0;
  for (std::uint32_t i = 0; i < schedule.size(); ++i) sum += is(i, OperationKind::send) ? schedule[i].amount : 0;
  return sum;
}

std::uint64_t ScheduleGraph::depth() const {
  std::uint64_t most = 0;
  std::vector<std::uint64_t> chain(schedule.size(), 0);  // that ends with the operation
  const auto end = [&](std::uint32_t i) {
    std::uint64_t before = 0;
    for (const std::uint32_t w : waits[i]) before = std::max(before, chain[w]);
    chain[i] = before + (is(i, OperationKind::compute) ? 0 : 1);
    if (is(i, OperationKind::recv)) chain[i] = std::max(chain[i], chain[schedule[i].partner]);
    most = std::max(most, chain[i]);
  };
  run(
      0, [](std::uint32_t) {}, end);
  return most;
}

std::vector<std::uint64_t> ScheduleGraph::heard() const {
  std::vector<std::uint64_t> ranks(schedule.ranks(), 0), known(schedule.size());
  for (std::uint32_t x = 0; x < schedule.ranks(); ++x) ranks[x] = std::uint64_t{1} << x;
  const auto end = [&](std::uint32_t i) {
    known[i] = std::uint64_t{1} << schedule[i].rank;
    for (const std::uint32_t w : waits[i]) known[i] |= known[w];
    if (is(i, OperationKind::recv)) known[i] |= known[schedule[i].partner];
    ranks[schedule[i].rank] |= known[i];
  };
  run(
      0, [](std::uint32_t) {}, end);
  return ranks;
}

void ScheduleGraph::run(std::uint64_t seed, const std::function<void(std::uint32_t)>& starts, const std::function<void(std::uint32_t)>& ends) const {
  const std::uint32_t n = schedule.size();
  std::vector<std::size_t> open(n);
  std::vector<std::uint8_t> started(n, 0), ended(n, 0);
  std::vector<std::uint32_t> possible;  // to start, or to end if it has started
  for (std::uint32_t i = 0; i < n; ++i) {
    open[i] = waits[i].size();
    if (open[i] == 0) possible.push_back(i);
  }
  std::uint64_t state = seed * 2 + 1;
  while (!possible.empty()) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    std::swap(possible[(state >> 33) % possible.size()], possible.back());
    const std::uint32_t i = possible.back();
    const bool is_recv = is(i, OperationKind::recv);
    if (started[i] == 0) {
      started[i] = 1;
      starts(i);
      if (is_recv && ended[schedule[i].partner] == 0) possible.pop_back();  // its send brings it back
      continue;
    }
    possible.pop_back();
    ended[i] = 1;
    ends(i);
    if (is(i, OperationKind::send) && started[schedule[i].partner] != 0) possible.push_back(schedule[i].partner);
    for (const Follower follower : schedule.followers(i)) {
      if (--open[follower.operation] == 0) possible.push_back(follower.operation);
    }
  }
  REQUIRE(std::count(ended.begin(), ended.end(), 1) == n);
}

}  // namespace dateline::test

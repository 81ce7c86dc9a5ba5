// What is written reads back as the same schedule.
#include <catch2/catch.hpp>
#include <deque>
#include <map>
#include <random>
#include <tuple>

#include "tests/support/cases/schedule_text.hpp"
#include "traffic/schedules/schedule_builder.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

using Edges = std::vector<std::pair<std::uint32_t, bool>>;

Edges edges(const Schedule& s, std::uint32_t operation) {
  Edges all;
  for (const Follower f : s.followers(operation)) all.emplace_back(f.operation, f.on_start != 0);
  std::sort(all.begin(), all.end());
  return all;
}

void require_same(const Schedule& a, const Schedule& b) {
  REQUIRE(a.ranks() == b.ranks());
  REQUIRE(a.size() == b.size());
  REQUIRE(a.repeat() == b.repeat());
  REQUIRE(a.messages() == b.messages());
  REQUIRE(a.nics().empty() == b.nics().empty());
  for (std::uint32_t i = 0; i < a.size(); ++i) {
    REQUIRE(a[i].kind() == b[i].kind());
    REQUIRE(a[i].amount == b[i].amount);
    REQUIRE(a[i].rank == b[i].rank);
    REQUIRE(a[i].cpu == b[i].cpu);
    if (!a.nics().empty()) REQUIRE(a.nics()[i] == b.nics()[i]);
    if (a[i].kind() != OperationKind::compute) REQUIRE(a[i].partner == b[i].partner);
    REQUIRE(a.waits()[i] == b.waits()[i]);
    REQUIRE(edges(a, i) == edges(b, i));
  }
}

// Operations in a random order of time: what comes later waits for what came earlier, a recv comes behind its send.
Schedule random_schedule(unsigned seed) {
  std::mt19937 random(seed);
  const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
  const std::uint32_t ranks = 1 + below(6);
  ScheduleBuilder builder(kWorkload, "random", ranks);
  builder.repeat(1 + below(3));
  using Channel = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;  // source, destination, tag
  std::map<Channel, std::deque<std::uint64_t>> under_way;
  std::vector<std::vector<std::uint32_t>> done(ranks);
  const auto added = [&](std::uint32_t rank, std::uint32_t operation) {
    for (std::uint32_t k = below(4); k > 0 && !done[rank].empty(); --k) {
      const std::uint32_t before = done[rank][below(static_cast<std::uint32_t>(done[rank].size()))];
      below(3) == 0 ? builder.after_start(operation, before) : builder.after(operation, before);
    }
    done[rank].push_back(operation);
  };
  const auto receive = [&](const Channel& channel) {
    const auto [from, to, tag] = channel;
    std::deque<std::uint64_t>& sizes = under_way[channel];
    added(to, builder.recv(to, from, sizes.front(), tag, below(2)));
    sizes.pop_front();
    if (sizes.empty()) under_way.erase(channel);
  };
  for (int step = 0; step < 200; ++step) {
    const std::uint32_t rank = below(ranks);
    if (below(3) == 0) {
      added(rank, builder.compute(rank, below(1000), below(256)));
    } else if (below(2) == 0 || under_way.empty()) {
      const Channel channel{rank, below(ranks), below(3) * 1'000'000'000};
      const std::uint64_t bytes = below(100);
      under_way[channel].push_back(bytes);
      const std::uint32_t nic = below(4) == 0 ? below(256) : 0;
      added(rank, builder.send(rank, std::get<1>(channel), bytes, std::get<2>(channel), 0, 0, static_cast<std::uint8_t>(nic)));
    } else {
      receive(std::next(under_way.begin(), static_cast<std::ptrdiff_t>(below(static_cast<std::uint32_t>(under_way.size()))))->first);
    }
  }
  while (!under_way.empty()) receive(under_way.begin()->first);
  return builder.build();
}

}  // namespace

TEST_CASE("a schedule is written rank by rank, with numbers for names") {
  const std::string text =
      "ranks 3\n"
      "repeat 4\n"
      "0 compute 5 cpu 2 started 1\n"
      "0 send 3 to 2\n"
      "2 recv 3 from 0 cpu 255 after 1 1 started 1\n"
      "2 compute 0\n";
  CHECK(text_of(schedule_of(text)) == text);
  CHECK(text_of(schedule_of("ranks 3\nrepeat 4\n2 recv 3 from 0 tag 9 cpu 255 after last last started last\n0 compute 5 cpu 2 started x\n"
                            "0 send 3 to 2 tag 9 as x\n2 compute 0 as last\n")) == text);
}

TEST_CASE("messages of one pair of ranks get as few tags as tell them apart") {
  const std::string crossed =
      "ranks 3\n"
      "0 send 1 to 1\n"
      "0 send 2 to 1 tag 1\n"
      "0 send 3 to 1\n"
      "0 send 4 to 1 tag 1\n"
      "0 send 5 to 2\n"
      "1 recv 2 from 0 tag 1\n"
      "1 recv 1 from 0\n"
      "1 recv 4 from 0 tag 1\n"
      "1 recv 3 from 0\n"
      "2 recv 5 from 0\n";
  CHECK(text_of(schedule_of(crossed)) == crossed);
  const std::string reversed =
      "ranks 2\n"
      "0 send 8 to 1\n0 send 8 to 1 tag 1\n0 send 8 to 1 tag 2\n"
      "1 recv 8 from 0 tag 2\n1 recv 8 from 0 tag 1\n1 recv 8 from 0\n";
  CHECK(text_of(schedule_of(reversed)) == reversed);
}

TEST_CASE("random schedules read back as they were written") {
  for (unsigned seed = 0; seed < 100; ++seed) {
    CAPTURE(seed);
    const Schedule schedule = random_schedule(seed);
    const std::string text = text_of(schedule);
    const Schedule again = schedule_of(text);
    require_same(schedule, again);
    REQUIRE(text_of(again) == text);
  }
}

TEST_CASE("a file of megabytes reads back as it was written") {
  ScheduleBuilder builder(kWorkload, "long", 3);
  for (std::uint32_t i = 0; i < 100'000; ++i) {
    const auto operation = builder.compute(i % 3, i * std::uint64_t{1'000'000}, i % 256);
    if (i >= 3) builder.after(operation, i - 3);
  }
  const Schedule schedule = builder.build();
  const std::string text = text_of(schedule);
  CHECK(text.size() > 2'000'000);
  require_same(schedule, schedule_of(text));
}

// The text form of schedules: what is read, by hand, and every kind of damage with its line.
#include <catch2/catch.hpp>

#include "tests/support/cases/schedule_text.hpp"
#include "traffic/schedules/schedule_file.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

// The operations that wait for one, as "3" (its end) and "3s" (its start), in their order.
std::string followers(const Schedule& schedule, std::uint32_t operation) {
  std::vector<std::string> names;
  for (const Follower f : schedule.followers(operation)) names.push_back(std::to_string(f.operation) + (f.on_start != 0 ? "s" : ""));
  std::sort(names.begin(), names.end());
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : " ") + name;
  return text;
}

void check(const Schedule& schedule, std::uint32_t i, OperationKind kind, std::uint64_t amount, std::uint32_t rank, std::uint32_t cpu) {
  CAPTURE(i);
  CHECK(schedule[i].kind() == kind);
  CHECK(schedule[i].amount == amount);
  CHECK(schedule[i].rank == rank);
  CHECK(schedule[i].cpu == cpu);
}

std::string error(const std::string& text) {
  return error_of(text, [](const std::string& path) { (void)read_schedule_file(kWorkload, path, {}); });
}

constexpr auto kCompute = OperationKind::compute;
constexpr auto kSend = OperationKind::send;
constexpr auto kRecv = OperationKind::recv;

}  // namespace

TEST_CASE("every construct of a schedule file is read") {
  const Schedule s = schedule_of(
      "# a comment\n"
      "\t ranks 3   # first\r\n"
      "\n"
      "repeat 10\n"
      "0 compute 5 as first\n"
      "2 compute 0.57us cpu 255 started late   # a label of a later line\n"
      "0 send 3 to 1 tag 4294967294 cpu 7 nic 255 after first 2 started 0 as x.y-Z_9\n"
      "1 recv 3 from 0 tag 4294967294\n"
      "2 compute 0 as late\n"
      "0 compute 18014398509481983\n"
      "1 send 1000000000000000 to 1 after 0\n"
      "1 recv 1000000000000000 from 1");
  CHECK(s.ranks() == 3);
  CHECK(s.repeat() == 10);
  CHECK(s.messages() == 20);
  REQUIRE(s.size() == 8);
  CHECK((s.begin(0) == 0 && s.begin(1) == 3 && s.begin(2) == 6 && s.begin(3) == 8));
  check(s, 0, kCompute, 5, 0, 0);
  check(s, 1, kSend, 3, 0, 7);
  check(s, 2, kCompute, 18'014'398'509'481'983, 0, 0);
  check(s, 3, kRecv, 3, 1, 0);
  check(s, 4, kSend, 1'000'000'000'000'000, 1, 0);
  check(s, 5, kRecv, 1'000'000'000'000'000, 1, 0);
  check(s, 6, kCompute, 570, 2, 255);
  check(s, 7, kCompute, 0, 2, 0);
  CHECK((s.nics().size() == 8 && s.nics()[1] == 255 && s.nics()[4] == 0));
  CHECK((s[1].partner == 3 && s[3].partner == 1 && s[4].partner == 5 && s[5].partner == 4));
  CHECK(followers(s, 0) == "1 1s");  // after first, started 0
  CHECK(followers(s, 2) == "1");     // after 2, a later line
  CHECK(followers(s, 3) == "4");
  CHECK(followers(s, 7) == "6s");
  CHECK((followers(s, 1).empty() && followers(s, 4).empty() && followers(s, 5).empty() && followers(s, 6).empty()));
  CHECK((s.waits()[1] == 3 && s.waits()[4] == 1 && s.waits()[6] == 1 && s.waits()[0] == 0));
}

TEST_CASE("times of a schedule file go by the cycle's length, rounded up") {
  const Schedule s = schedule_of("ranks 1\n0 compute 0.57us\n0 compute 57\n0 compute 1ms\n", CycleTime({"simulate", "cycle-time"}, "4ns"));
  CHECK((s[0].amount == 143 && s[1].amount == 57 && s[2].amount == 250'000));
}

TEST_CASE("the k-th send of a source, destination and tag matches the k-th recv") {
  const Schedule s = schedule_of(
      "ranks 2\n"
      "0 send 1 to 1 tag 7\n0 send 2 to 1 tag 8\n0 send 3 to 1 tag 7\n"
      "1 recv 2 from 0 tag 8\n1 recv 1 from 0 tag 7\n1 recv 3 from 0 tag 7\n");
  CHECK((s[0].partner == 4 && s[1].partner == 3 && s[2].partner == 5));
}

TEST_CASE("numbers count within the rank, whatever the order of the lines, however far away") {
  // Operation k of both ranks is compute k, and the last of each waits for 0 and 299, the first for 150.
  std::string text = "ranks 2\n0 compute 0 after 150\n1 compute 0 after 150\n";
  for (int k = 1; k < 300; ++k) {
    for (const char* rank : {"0", "1"}) text += std::string(rank) + " compute " + std::to_string(k) + "\n";
  }
  text += "0 compute 300 after 0 299\n1 compute 300 after 299 0\n";
  const Schedule s = schedule_of(text);
  REQUIRE(s.size() == 602);
  for (const std::uint32_t begin : {0U, 301U}) {
    for (std::uint32_t k = 0; k <= 300; ++k) CHECK(s[begin + k].amount == k);
    const std::string last = std::to_string(begin + 300);
    CHECK(followers(s, begin) == last);
    CHECK(followers(s, begin + 299) == last);
    CHECK(followers(s, begin + 150) == std::to_string(begin));
  }
}

TEST_CASE("ranks have labels of their own, many of them") {
  std::string text = "ranks 2\n";
  for (int k = 0; k < 1000; ++k) {
    for (const char* rank : {"0", "1"}) {
      text += std::string(rank) + " compute 1" + (k > 0 ? " after op" + std::to_string(k - 1) : "") + " as op" + std::to_string(k) + "\n";
    }
  }
  const Schedule s = schedule_of(text);
  for (std::uint32_t k = 0; k + 1 < 1000; ++k) {
    REQUIRE(followers(s, k) == std::to_string(k + 1));
    REQUIRE(followers(s, 1000 + k) == std::to_string(1001 + k));
  }
}

TEST_CASE("ranks may have nothing to do") {
  const Schedule s = schedule_of("ranks 5\n");
  CHECK((s.ranks() == 5 && s.size() == 0 && s.messages() == 0 && s.repeat() == 1));
}

TEST_CASE("a damaged schedule file is refused with its line and what is allowed") {
  const std::string head = "ranks 2\n";
  const std::vector<Damaged> files = {
      {"", "line 1: ", "allowed: a file begins with 'ranks N'"},
      {"# nothing\n\n", "line 2: ", "the file ends"},
      {"0 compute 1\n", "line 1: '0'", "'ranks N'"},
      {"rank 2\n", "line 1: 'rank'", "'ranks N'"},
      {"repeat 2\nranks 2\n", "line 1: 'repeat'", "'ranks N'"},
      {"ranks\n", "line 1: ''", "1..16777216"},
      {"ranks 0\n", "line 1: '0'", "1..16777216"},
      {"ranks 16777217\n", "line 1: '16777217'", "1..16777216"},
      {"ranks -2\n", "line 1: '-2'", "1..16777216"},
      {"ranks 2 2\n", "line 1: '2' is one word too many", ""},
      {head + "ranks 2\n", "line 2: 'ranks'", "'ranks N' once"},
      {head + "repeat 0\n", "line 2: '0'", "1..1000000000"},
      {head + "repeat 1000000001\n", "line 2: '1000000001'", "1..1000000000"},
      {head + "repeat 2\nrepeat 2\n", "line 3: 'repeat'", "at most once"},
      {head + "0 compute 1\nrepeat 2\n", "line 3: 'repeat'", "then operations"},
      {head + "2 compute 1\n", "line 2: '2' is no rank", "0..1"},
      {head + "x compute 1\n", "line 2: 'x' is no rank", "0..1"},
      {head + "+1 compute 1\n", "line 2: '+1' is no rank", "0..1"},
      {head + "0\n", "line 2: the line ends", "compute, send, recv"},
      {head + "0 calc 1\n", "line 2: 'calc'", "compute, send, recv"},
      {head + "0 compute\n", "line 2: '' is no time", "whole cycles"},
      {head + "0 compute 1.5\n", "line 2: '1.5' is no time", "ns, us or ms"},
      {head + "0 compute 1s\n", "line 2: '1s' is no time", "ns, us or ms"},
      {head + "0 compute 18014398509481984\n", "line 2: '18014398509481984'", "2^54 - 1"},
      {head + "0 compute 1 tag 2\n", "line 2: 'tag'", "cpu C"},
      {head + "0 compute 1 cpu\n", "line 2: '' is no cpu", "0..255"},
      {head + "0 compute 1 cpu 256\n", "line 2: '256' is no cpu", "0..255"},
      {head + "0 send to 1\n", "line 2: 'to' is no number of bytes", "0..1000000000000000"},
      {head + "0 send 8b to 1\n", "line 2: '8b' is no number of bytes", ""},
      {head + "0 send 1000000000000001 to 1\n", "line 2: '1000000000000001'", "0..1000000000000000"},
      {head + "0 send 8 from 1\n", "line 2: 'from'", "to RANK"},
      {head + "0 recv 8 to 1\n", "line 2: 'to'", "from RANK"},
      {head + "0 send 8\n", "line 2: the line ends", "to RANK"},
      {head + "0 send 8 to\n", "line 2: '' is no rank", "0..1"},
      {head + "0 send 8 to 2\n", "line 2: '2' is no rank", "0..1"},
      {head + "0 recv 8 from -1\n", "line 2: '-1' is no rank", "0..1"},
      {head + "0 send 8 to 1 tag\n", "line 2: '' is no tag", "0..4294967294"},
      {head + "0 send 8 to 1 tag 4294967295\n", "line 2: '4294967295' is no tag", "0..4294967294"},
      {head + "0 send 8 to 1 cpu 1 tag 1\n", "line 2: 'tag'", "in this order: tag T, cpu C"},
      {head + "0 compute 1 after 0 cpu 1\n", "line 2: the operation waits for itself", ""},
      {head + "0 compute 1\n0 compute 1 after 0 cpu 1\n", "line 3: 'cpu'", "in this order"},
      {head + "0 compute 1 started x after y\n", "line 2: 'after'", "in this order"},
      {head + "0 compute 1 after\n", "line 2: the line ends", "the number of an operation"},
      {head + "0 compute 1 after as x\n", "line 2: 'as'", "the number of an operation"},
      {head + "0 compute 1 after -1\n", "line 2: '-1' is no label", "a letter"},
      {head + "0 compute 1 after 1x\n", "line 2: '1x' is no number of an operation", "or a label"},
      {head + "0 compute 1 after 1073741824\n", "line 2: '1073741824' is no number", "0..1073741823"},
      {head + "0 compute 1 as\n", "line 2: '' is no label", "a letter"},
      {head + "0 compute 1 as 9x\n", "line 2: '9x' is no label", "a letter"},
      {head + "0 compute 1 as send\n", "line 2: 'send' is no label", "no keyword"},
      {head + "0 compute 1 as a:b\n", "line 2: 'a:b' is no label", "'_', '.' and '-'"},
      {head + "0 compute 1 as " + std::string(256, 'a') + "\n", "line 2: 'aaa", "at most 255"},
      {head + "0 compute 1 as x y\n", "line 2: 'y'", "as LABEL"},
      {head + "0 compute 1 as x\n\n0 compute 1 as x\n", "line 4: label 'x' is given twice in rank 0", ""},
      {head + "0 compute 1 after 1\n# \n1 compute 1\n", "line 2: rank 0 has no operation 1: it has 1, counted from 0", ""},
      {head + "1 compute 1 after x\n0 compute 1 as x\n", "line 2: no operation of rank 1 has the label 'x'", ""},
      {head + "0 compute 1 after x as x\n", "line 2: the operation waits for itself", ""},
      {head + "0 compute 1\x01\n", "line 2: holds a byte that is no text", ""},
      {head + "0 compute 1\n" + std::string(1, '\0') + "\n", "line 3: holds a byte that is no text", ""},
      {head + "0 compute 1 # \x7f\n", "line 2: holds a byte that is no text", ""},
      {head + "#" + std::string(10'000'000, 'x') + "\n", "line 2: is longer than 10000000 characters", ""},
  };
  for (const Damaged& file : files) {
    CAPTURE(file.text.substr(0, 200));
    CHECK_THAT(error(file.text), Catch::StartsWith(file.start) && Catch::Contains(file.says));
  }
}

TEST_CASE("a schedule that cannot finish is refused with the lines of its operations") {
  CHECK_THAT(error("ranks 2\n# \n0 send 8 to 1\n"), Catch::Contains("line 3") && Catch::Contains("recv"));
  CHECK_THAT(error("ranks 2\n0 send 8 to 1\n1 recv 9 from 0\n"), Catch::Contains("line 2") && Catch::Contains("line 3"));
  CHECK_THAT(error("ranks 1\n0 compute 8 after 1\n0 compute 9 after 0\n"), Catch::Contains("line 2") && Catch::Contains("line 3"));
}

TEST_CASE("the longest line and the longest label are read") {
  const std::string label(255, 'a');
  const std::string line = "0 compute 1 as " + label + " #";
  CHECK(schedule_of("ranks 1\n" + line + std::string(10'000'000 - line.size(), 'x') + "\n0 compute 2 after " + label + "\n").size() == 2);
}

TEST_CASE("files that cannot be read are refused by name") {
  const auto refusal = [](const std::string& path) -> std::string {
    try {
      (void)read_schedule_file(kWorkload, path, {});
    } catch (const ConfigError& e) {
      return e.what();
    }
    return "accepted";
  };
  CHECK(refusal("") == "simulate: workload='' needs a file name");
  CHECK(refusal("/") == "simulate: workload=/ is a folder, not a file");
  CHECK(refusal("/no/such/file") == "simulate: workload=/no/such/file cannot be read: no such file or directory");
  CHECK_THAT(refusal("/proc/self/mem"), Catch::StartsWith("simulate: workload=/proc/self/mem cannot be read"));
}

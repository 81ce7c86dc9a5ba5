// GOAL text: every construct of the dialect, by hand, and every kind of damage with its line.
#include <catch2/catch.hpp>

#include "tests/support/cases/schedule_text.hpp"
#include "traffic/schedules/goal_file.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

Schedule goal(const std::string& text, const CycleTime& cycle_time = {}) {
  const ScratchFile file(text);
  return read_goal_file(kWorkload, file.path(), cycle_time);
}

// As the text form of a schedule, whose own tests say what that means.
std::string as_schedule(const std::string& text) { return text_of(goal(text)); }

std::string error(const std::string& text) {
  return error_of(text, [](const std::string& path) { (void)read_goal_file(kWorkload, path, {}); });
}

}  // namespace

TEST_CASE("every construct of GOAL text is read") {
  const std::string text =
      "/* a comment\n"
      "   over lines, in which /* opens nothing */ // and another\n"
      "num_ranks 2   // blanks are free\n"
      "\n"
      "rank 0 {\r\n"
      "l1: calc 570\r\n"
      "\tl2 :send 8 b to 1 tag 4294967294 cpu 255 nic 255\n"
      "l2 requires l1\n"
      "/* here too */ l3: recv 0b from 1 tag 3\n"
      "l3 irequires l2\n"
      "calc 7 cpu 1\n"
      "b:send8bto1tag2cpu3nic0\n"
      "l3 requires b\n"
      "}\n"
      "rank 1{ // the labels of another rank are other labels\n"
      "l1: recv 8b from 0 tag 2\n"
      "send 0b to 0 tag 3\n"
      "l_2:recv 8b from 0 tag 4294967294 nic 1\n"
      "l1 requires l_2\n"
      "}\n"
      "// the end";
  const Schedule schedule = goal(text);
  CHECK(text_of(schedule) ==
        "ranks 2\n"
        "0 compute 570\n"
        "0 send 8 to 1 cpu 255 nic 255 after 0\n"
        "0 recv 0 from 1 after 4 started 1\n"
        "0 compute 7 cpu 1\n"
        "0 send 8 to 1 tag 1 cpu 3\n"
        "1 recv 8 from 0 tag 1 after 2\n"
        "1 send 0 to 0\n"
        "1 recv 8 from 0\n");
  CHECK(schedule.repeat() == 1);
}

TEST_CASE("the two examples of the pages on workloads are one schedule") {
  const auto example = [](const std::string& name, const std::string& start) {
    std::ostringstream page;
    page << std::ifstream(std::string(DATELINE_TEST_DATA) + "/../../docs/guide/workloads/" + name).rdbuf();
    const std::string fence = "\n```\n", text = page.str();
    const std::size_t begin = text.find(fence + start);
    REQUIRE(begin != std::string::npos);
    return text.substr(begin + fence.size(), text.find(fence, begin + 1) - begin - fence.size()) + "\n";
  };
  const std::string schedule = "ranks 2\n0 compute 5\n0 send 3 to 1 after 0\n1 recv 3 from 0\n1 compute 3 after 0\n";
  CHECK(text_of(schedule_of(example("schedules.md", "ranks 2\n0 compute"))) == schedule);
  CHECK(as_schedule(example("goal.md", "num_ranks 2\nrank 0 {\n  work")) == schedule);
}

TEST_CASE("the nics of sends are kept, and those of recvs are not") {
  CHECK(goal("num_ranks 1\nrank 0 {\nsend 1b to 0 nic 0\nrecv 1b from 0 nic 3\n}\n").nics().empty());
  const Schedule schedule = goal("num_ranks 1\nrank 0 {\nsend 1b to 0\nsend 1b to 0 nic 7\nrecv 1b from 0\nrecv 1b from 0\n}\n");
  REQUIRE(schedule.nics().size() == 4);
  CHECK((schedule.nics()[0] == 0 && schedule.nics()[1] == 7 && schedule.nics()[2] == 0));
}

TEST_CASE("ranks may be empty, and in one line") {
  CHECK(as_schedule("num_ranks 3 rank 0 { } rank 1 {/* none */} rank 2 {\n}") == "ranks 3\n");
  CHECK(as_schedule("num_ranks 1 rank 0 { calc 3\n}") == "ranks 1\n0 compute 3\n");
}

TEST_CASE("times of GOAL text are nanoseconds, rounded up to cycles") {
  const Schedule s = goal("num_ranks 1\nrank 0 {\ncalc 0\ncalc 1\ncalc 4\ncalc 570\n}\n", CycleTime({"simulate", "cycle-time"}, "4ns"));
  CHECK((s[0].amount == 0 && s[1].amount == 1 && s[2].amount == 1 && s[3].amount == 143));
  const Schedule fine = goal("num_ranks 1\nrank 0 {\ncalc 3\n}\n", CycleTime({"simulate", "cycle-time"}, "0.4ns"));
  CHECK(fine[0].amount == 8);
}

TEST_CASE("a dissemination barrier of four ranks is read as it is written by hand") {
  std::string text = "num_ranks 4\n";
  std::string expected = "ranks 4\n";
  for (int x = 0; x < 4; ++x) {
    const auto at = [&](int d) { return std::to_string((x + d) % 4); };
    text += "\nrank " + at(0) + " {\nl1: send 1b to " + at(1) + " tag 0\nl2: recv 1b from " + at(3) + " tag 0\nl3: send 1b to " + at(2) +
            " tag 0\nl3 requires l2\nl4: recv 1b from " + at(2) + " tag 0\n}\n";
    expected += at(0) + " send 1 to " + at(1) + "\n" + at(0) + " recv 1 from " + at(3) + "\n" + at(0) + " send 1 to " + at(2) + " after 1\n" + at(0) +
                " recv 1 from " + at(2) + "\n";
  }
  CHECK(as_schedule(text) == expected);
}

TEST_CASE("damaged GOAL text is refused with its line and what is allowed") {
  const std::string head = "num_ranks 2\nrank 0 {\n";   // two lines
  const std::string whole = head + "}\nrank 1 {\n}\n";  // five
  const std::vector<Damaged> files = {
      {"", "line 1: the file ends", "'num_ranks N'"},
      {"// nothing\n\n", "line 2: the file ends", "'num_ranks N'"},
      {"rank 0 {\n}\n", "line 1: 'rank'", "'num_ranks N'"},
      {"num_ranks\n", "line 1: the line ends", "1..16777216"},
      {"num_ranks x\n", "line 1: 'x'", "1..16777216"},
      {"num_ranks 0\n", "line 1: '0'", "1..16777216"},
      {"num_ranks 16777217\n", "line 1: '16777217'", "1..16777216"},
      {"num_ranks 2\nnum_ranks 2\n", "line 2: 'num_ranks'", "once"},
      {"num_ranks 2\ncalc 5\n", "line 2: 'calc' stands here, outside a rank", "'rank 0 {'"},
      {"num_ranks 2\n}\n", "line 2: '}' stands outside a rank", ""},
      {"num_ranks 2\nrank 1 {\n}\n", "line 2: rank 1 stands where rank 0 is due", "in their order"},
      {"num_ranks 2\nrank 0 {\n}\nrank 0 {\n}\n", "line 4: rank 0 stands where rank 1 is due", "once each"},
      {"num_ranks 2\nrank 2 {\n}\n", "line 2: '2' is no rank", "0..1"},
      {"num_ranks 2\nrank {\n}\n", "line 2: '{'", "a rank, 0..1"},
      {"num_ranks 2\nrank 0\n{\n}\n", "line 2: the line ends", "'{'"},
      {head + "}\n", "line 3: the file ends before rank 1", "0..1"},
      {head + "calc 5\n", "line 3: the file ends within rank 0", "'}'"},
      {head + "rank 1 {\n}\n", "line 3: 'rank' stands within rank 0", "'}'"},
      {whole + "rank 1 {\n}\n", "line 6: 'rank' stands behind all 2 ranks", ""},
      {whole + "calc 5\n", "line 6: 'calc'", "allowed: the end of the file"},
      {whole + "}\n", "line 6: '}'", "outside a rank"},
      {head + "l1 calc 5\n", "line 3: 'calc 5' stands here, behind 'l1'", "':' or requires or irequires"},
      {head + "l1: calc\n", "line 3: the line ends", "nanoseconds"},
      {head + "l1: calc 1.5\n", "line 3: '.5'", "the end of the line"},
      {head + "l1: calc -5\n", "line 3: '-5'", "nanoseconds"},
      {head + "calc 18446744073709551616\n", "line 3: '18446744073709551616'", "nanoseconds"},
      {head + "calc 18014398509481984\n", "line 3: 18014398509481984 ns are too long", "2^54 - 1"},
      {head + "calc 5 nic 1\n", "line 3: 'nic 1'", "the end of the line"},
      {head + "calc 5 cpu 256\n", "line 3: '256' is no cpu", "0..255"},
      {head + "calc 5 cpu\n", "line 3: the line ends", "0..255"},
      {head + "calc 5 calc 6\n", "line 3: 'calc 6'", "the end of the line"},
      {head + "calc 5 // five\n", "line 3: '// five'", "comments where a statement may begin"},
      {head + "calc 5 }\n", "line 3: '}'", "the end of the line"},
      {head + "send 8 to 1\n", "line 3: 'to 1'", "behind a size: b"},
      {head + "send b to 1\n", "line 3: 'b to 1'", "number of bytes"},
      {head + "send 8kb to 1\n", "line 3: 'kb to 1'", "behind a size: b"},
      {head + "send 1000000000000001b to 1\n", "line 3: '1000000000000001'", "0..1000000000000000"},
      {head + "send 8b from 1\n", "line 3: 'from 1'", "to RANK"},
      {head + "recv 8b to 1\n", "line 3: 'to 1'", "from RANK"},
      {head + "send 8b to\n", "line 3: the line ends", "a rank, 0..1"},
      {head + "send 8b to 2\n", "line 3: '2' is no rank", "0..1"},
      {head + "recv 8b from -1\n", "line 3: rank -1 (any source)", "allowed: a rank"},
      {head + "recv 8b from 4294967295\n", "line 3: '4294967295' is no rank", "0..1"},
      {head + "recv 8b from 1 tag -1\n", "line 3: tag -1 (any tag)", "allowed: a tag"},
      {head + "recv 8b from 1 tag 4294967295\n", "line 3: '4294967295' is no tag", "0..4294967294"},
      {head + "send 8b to 1 cpu 1 tag 1\n", "line 3: 'tag 1'", "the end of the line"},
      {head + "send 8b to 1 nic 1 cpu 1\n", "line 3: 'cpu 1'", "the end of the line"},
      {head + "send 8b to 1 nic 256\n", "line 3: '256' is no nic", "0..255"},
      {head + "send8b to 1\n", "line 3: 'to 1' stands here, behind 'send8b'", "':'"},
      {head + "l1: sent 8b to 1\n", "line 3: 'sent 8b to 1'", "behind a label: send, recv, calc"},
      {head + "l1: l2: calc 1\n", "line 3: 'l2: calc 1'", "behind a label"},
      {head + "l1:\ncalc 1\n", "line 3: the line ends", "behind a label"},
      {head + "tag: calc 1\n", "line 3: 'tag'", "no keyword"},
      {head + "1l: calc 1\n", "line 3: '1l: calc 1'", "a label"},
      {head + "_l: calc 1\n", "line 3: '_l: calc 1'", "a label"},
      {head + std::string(256, 'a') + ": calc 1\n", "line 3: 'aaa", "more than 255"},
      {head + "l1: calc 1\nl1: calc 2\n", "line 4: label 'l1' is given twice in rank 0", ""},
      {head + "l1: calc 1\nl1 requires l2\nl2: calc 1\n", "line 4: no operation above, in rank 0, has the label 'l2'", ""},
      {head + "l1: calc 1\nl2 irequires l1\n", "line 4: no operation above, in rank 0, has the label 'l2'", ""},
      {head + "l1: calc 1\n}\nrank 1 {\nl2: calc 1\nl2 requires l1\n}\n", "line 7: no operation above, in rank 1, has the label 'l1'", ""},
      {head + "l1: calc 1\nl1 requires l1\n", "line 4: the operation waits for itself", ""},
      {head + "l1: calc 1\nl1 requires\n", "line 4: the line ends", "a label"},
      {head + "l1: calc 1\nl2: calc 1\nl2 requires l1 l1\n", "line 5: 'l1'", "the end of the line"},
      {head + "l1: calc 1\nl2: calc 1\nl2 requires l1, l1\n", "line 5: ', l1'", "the end of the line"},
      {head + "# comment\n", "line 3: '# comment'", "a label"},
      {head + "*/\n", "line 3: '*/'", "a label"},
      {whole + "/*\n\n", "line 6: the comment has no end", "'*/'"},
      {head + "/* one */ /* two\n */ */\n", "line 4: '*/'", ""},
      {head + "calc 1\x02\n", "line 3: holds a byte that is no text", ""},
      {head + "/* \x7f */\n", "line 3: holds a byte that is no text", ""},
      {head + "\x0b"
              "calc 1\n",
       "line 3: '\\x0bcalc 1'", "a label"},
      {head + "//" + std::string(10'000'000, 'x') + "\n", "line 3: is longer than 10000000 characters", ""},
  };
  for (const Damaged& file : files) {
    CAPTURE(file.text.substr(0, 200));
    CHECK_THAT(error(file.text), Catch::StartsWith(file.start) && Catch::Contains(file.says));
  }
}

TEST_CASE("GOAL text that cannot finish is refused with the lines of its operations") {
  CHECK_THAT(error("num_ranks 2\nrank 0 {\nsend 8b to 1\n}\nrank 1 {\n}\n"), Catch::Contains("line 3") && Catch::Contains("recv"));
  CHECK_THAT(error("num_ranks 1\nrank 0 {\na: calc 1\nc: calc 2\na requires c\nc requires a\n}\n"),
             Catch::Contains("line 3") && Catch::Contains("line 4"));
}

TEST_CASE("labels of many ranks of many sizes") {
  std::string text = "num_ranks 50\n", expected = "ranks 50\n";
  for (int rank = 0; rank < 50; ++rank) {
    text += "rank " + std::to_string(rank) + " {\n";
    const int count = rank % 10 == 0 ? 500 : 3;
    for (int k = 0; k < count; ++k) {
      text += "op" + std::to_string(k) + ": calc " + std::to_string(k) + "\n";
      if (k > 1) text += "op" + std::to_string(k) + " requires op" + std::to_string(k / 2) + "\n";
      expected += std::to_string(rank) + " compute " + std::to_string(k) + (k > 1 ? " after " + std::to_string(k / 2) : "") + "\n";
    }
    text += "}\n";
  }
  CHECK(as_schedule(text) == expected);
}

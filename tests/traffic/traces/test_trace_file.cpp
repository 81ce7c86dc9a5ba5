// Traces as CSV: what is read, by hand, and every kind of damage with its line.
#include <catch2/catch.hpp>

#include "tests/support/cases/schedule_text.hpp"
#include "traffic/traces/trace_file.hpp"
#include "traffic/traces/trace_summary.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

const std::string kHeader = "cycle,source,destination,flits\n", kClassed = "cycle,source,destination,flits,class\n";

TracePlaces places(std::uint32_t ranks) {
  TracePlaces places;
  for (std::uint32_t r = 0; r < ranks; ++r) places.terminals.emplace_back(r);
  return places;
}

std::string error(const std::string& text) {
  return error_of(text, [](const std::string& path) {
    TraceFile file(kWorkload, path);
    (void)summarise(file, places(4), 4);
  });
}

// "cycle source>destination flits class" of every packet.
std::vector<std::string> packets(TraceReader& reader) {
  std::vector<std::string> list;
  for (TracePacket p; reader.next(p);) {
    list.push_back(std::to_string(p.cycle) + " " + std::to_string(p.source) + ">" + std::to_string(p.destination) + " " + std::to_string(p.flits) +
                   " " + std::to_string(p.traffic_class));
    CHECK(p.waiting.empty());
  }
  return list;
}

}  // namespace

TEST_CASE("every row of a trace is read") {
  const ScratchFile file(
      "# a comment\n"
      "\n"
      "\t cycle, source ,destination,flits\r\n"
      "0,0,1,4\n"
      " 7 , 3 , 3 , 1   # to itself\r\n"
      "# between rows\n"
      "7,1,0,65535\n"
      "1000000000000000,2,1,2");
  TraceFile trace(kWorkload, file.path());
  CHECK_FALSE(trace.has_classes());
  CHECK_FALSE(trace.has_dependencies());
  CHECK(packets(trace) == std::vector<std::string>{"0 0>1 4 0", "7 3>3 1 0", "7 1>0 65535 0", "1000000000000000 2>1 2 0"});
}

TEST_CASE("a trace may say the class of each packet") {
  const ScratchFile file(kClassed + "5,0,1,4,0\n5,0,1,4,255\n");
  TraceFile trace(kWorkload, file.path());
  CHECK(trace.has_classes());
  CHECK(packets(trace) == std::vector<std::string>{"5 0>1 4 0", "5 0>1 4 255"});
}

TEST_CASE("a trace without rows has no packets") {
  CHECK(error(kHeader) == "accepted");
  CHECK(error(kClassed + "# nothing\n\n") == "accepted");
}

TEST_CASE("a trace that was read through is known by its numbers") {
  const ScratchFile file(kHeader + "0,0,1,4\n2,2,1,3\n2,0,0,5\n9,3,1,1\n");
  TraceFile trace(kWorkload, file.path());
  TracePlaces mirrored;
  for (const std::uint32_t t : {3U, 2U, 1U, 0U}) mirrored.terminals.emplace_back(t);
  const TraceSummary summary = summarise(trace, mirrored, 5);
  CHECK(summary.packets == 4);
  CHECK(summary.last == 9);
  CHECK(summary.flits == std::vector<std::uint64_t>{1, 3, 0, 9, 0});
}

TEST_CASE("ranks at failed nodes are refused where they send or receive") {
  const auto with_node_2_failed = [](const std::string& rows) {
    return error_of(kHeader + rows, [](const std::string& path) {
      TraceFile file(kWorkload, path);
      TracePlaces p = places(4);
      p.failed = {0, 0, 1, 0};
      (void)summarise(file, p, 4);
    });
  };
  CHECK(with_node_2_failed("0,0,1,4\n1,3,1,1\n") == "accepted");
  CHECK(with_node_2_failed("0,0,1,4\n1,2,1,1\n") == "line 3: rank 2 sits at node 2, which has failed");
  CHECK(with_node_2_failed("0,0,2,4\n") == "line 2: rank 2 sits at node 2, which has failed");
}

TEST_CASE("a damaged trace is refused with its line") {
  const std::vector<Damaged> cases = {
      {"", "line 1: ", "the file ends"},
      {"# only a comment\n\n", "line 2: ", "the file ends"},
      {"0,0,1,4\n", "line 1: ", "is no header"},
      {"cycle,source,destination\n", "line 1: ", "is no header"},
      {"cycle,source,destination,flits,\n", "line 1: ", "is no header"},
      {"cycle,source,destination,flits,class,more\n", "line 1: ", "is no header"},
      {"cycle,destination,source,flits\n", "line 1: ", "is no header"},
      {"Cycle,source,destination,flits\n", "line 1: ", "is no header"},
      {"cycle;source;destination;flits\n", "line 1: ", "is no header"},
      {"\n# x\ncycle source destination flits\n", "line 3: ", "is no header"},
      {kHeader + "0,0,1,4\n" + kHeader, "line 3: ", "cycle 'cycle'"},
      {kHeader + "0,0,1\n", "line 2: ", "holds 3 values"},
      {kHeader + "0,0,1,4,0\n", "line 2: ", "holds 5 values"},
      {kHeader + "0,0,1,4,\n", "line 2: ", "holds 5 values"},
      {kHeader + "0,0,1,4,0,7,8\n", "line 2: ", "holds 5 values and more"},
      {kHeader + "0 0 1 4\n", "line 2: ", "holds 1 values"},
      {kClassed + "0,0,1,4\n", "line 2: ", "holds 4 values"},
      {kClassed + "0,0,1,4,256\n", "line 2: ", "class '256'"},
      {kClassed + "0,0,1,4,\n", "line 2: ", "class ''"},
      {kClassed + "0,0,1,4,-1\n", "line 2: ", "class '-1'"},
      {kHeader + ",0,1,4\n", "line 2: ", "cycle ''"},
      {kHeader + "-1,0,1,4\n", "line 2: ", "cycle '-1'"},
      {kHeader + "1.5,0,1,4\n", "line 2: ", "cycle '1.5'"},
      {kHeader + "1e3,0,1,4\n", "line 2: ", "cycle '1e3'"},
      {kHeader + "+1,0,1,4\n", "line 2: ", "cycle '+1'"},
      {kHeader + "1000000000000001,0,1,4\n", "line 2: ", "cycle '1000000000000001'"},
      {kHeader + "99999999999999999999999,0,1,4\n", "line 2: ", "cycle '9999"},
      {kHeader + "5,0,1,4\n\n4,0,1,4\n", "line 4: ", "cycle 4 stands behind cycle 5"},
      {kHeader + "0,a,1,4\n", "line 2: ", "source 'a'"},
      {kHeader + "0,0 0,1,4\n", "line 2: ", "source '0 0'"},
      {kHeader + "0,0,-1,4\n", "line 2: ", "destination '-1'"},
      {kHeader + "0,0,4294967296,4\n", "line 2: ", "destination '4294967296'"},
      {kHeader + "0,0,1,0\n", "line 2: ", "flits '0'"},
      {kHeader + "0,0,1,65536\n", "line 2: ", "flits '65536'"},
      {kHeader + "0,0,1,\"4\"\n", "line 2: ", "flits"},
      {kHeader + "0,0,3,4\n0,4,1,4\n", "line 3: ", "rank 4 has no place; there are places for 0..3"},
      {kHeader + "0,0,4,4\n", "line 2: ", "rank 4 has no place"},
      {kHeader + "0,0,1,4\n0,0,\x01,4\n", "line 3: ", "no text"},
  };
  CHECK(cases.size() >= 30);
  for (const Damaged& c : cases) {
    CAPTURE(c.text);
    const std::string said = error(c.text);
    CHECK(said.substr(0, c.start.size()) == c.start);
    CHECK_THAT(said, Catch::Contains(c.says));
  }
}

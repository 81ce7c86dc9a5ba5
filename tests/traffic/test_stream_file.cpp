#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "models/network/error.hpp"
#include "models/network/topologies.hpp"
#include "traffic/mixed_traffic.hpp"
#include "traffic/registry.hpp"
#include "traffic/stream_file.hpp"

using namespace dateline;

namespace {

std::vector<StreamSpec> read(const std::string& text) {
  const auto path = std::filesystem::temp_directory_path() / "dateline_test_streams.txt";
  std::ofstream(path) << text;
  return read_streams({"test", "streams"}, path.string());
}

}  // namespace

TEST_CASE("a line is a stream, and what it leaves out is as without streams") {
  const auto streams = read(
      "# two\ncontrol load=0.05 message-length=2 injection=periodic  # small\n\nbulk traffic=transpose rate=1/64 message-length=16..48\nrest "
      "load=1/10\n");
  REQUIRE(streams.size() == 3);
  CHECK((streams[0].name == "control" && streams[0].traffic == "uniform" && streams[0].load == Rational(1, 20)));
  CHECK((streams[0].lengths.longest() == 2 && streams[0].injection.kind == Injection::periodic && streams[0].rate() == Rational(1, 40)));
  CHECK((streams[1].traffic == "transpose" && streams[1].load == Rational(1, 2) && streams[1].rate() == Rational(1, 64)));  // 32 flits on average
  CHECK((streams[2].lengths.one() && streams[2].lengths.shortest() == 32 && streams[2].injection.kind == Injection::poisson));
}

TEST_CASE("what is no stream is refused with its line") {
  const auto refused = [](const std::string& text, const std::string& says) {
    INFO(text);
    try {
      (void)read(text);
      FAIL("accepted");
    } catch (const ConfigError& error) {
      CHECK_THAT(error.what(), Catch::Contains(says));
    }
  };
  refused("", "no stream");
  refused("# nothing\n", "no stream");
  refused("a load=0.1\nb\n", "line 2");
  refused("a load=0.1 rate=0.1\n", "either load");
  refused("a load=0\n", "above 0");
  refused("a load=-0.1\n", "above 0");
  refused("a load=x\n", "above 0");
  refused("a load=\n", "no value");
  refused("a load\n", "no value");
  refused("a load=0.1 load=0.2\n", "stands twice");
  refused("a load=0.1\na load=0.2\n", "'a' stands twice");
  refused("load=0.1\n", "no name");
  refused("a load=0.1 colour=3\n", "'colour' is unknown");
  refused("a load=0.1 vc-set=1\n", "vc-set is not there yet");
  refused("a load=0.1 priority=1\n", "priority is not there yet");
  refused("a load=0.6\nb load=0.6\n", "line 2");
  refused("a load=1.1\n", "sum to more");
  refused("a load=0.1 message-length=0\n", "message-length");
  refused("a load=0.1 injection=often\n", "injection");
  refused("a load=0.5 injection=on-off:4,0.4\n", "line 1");  // not below the peak
  std::string many;
  for (int i = 0; i < 65; ++i) many += "s" + std::to_string(i) + " load=0.001\n";
  refused(many, "line 65");
}

TEST_CASE("mixed traffic is the sum of its parts, by their loads") {
  const auto cube = make_topology("torus:2x2");
  const auto uniform = make_traffic("uniform", *cube), complement = make_traffic("bit-complement", *cube),
             transpose = make_traffic("transpose", *cube);
  const MixedTraffic mixed({{uniform.get(), Rational(1, 10)}, {complement.get(), Rational(3, 10)}});
  const auto row = mixed.row(TerminalId(0));
  REQUIRE(row.size() == 3);
  CHECK((row[0].destination == TerminalId(1) && row[0].probability == Rational(1, 12)));
  CHECK((row[2].destination == TerminalId(3) && row[2].probability == Rational(10, 12)));
  CHECK(mixed.share(TerminalId(0)) == 1);
  const MixedTraffic less({{uniform.get(), Rational(1, 10)}, {transpose.get(), Rational(3, 10)}});
  CHECK(less.share(TerminalId(0)) == Rational(1, 4));  // a fixed point of transpose
  CHECK(less.share(TerminalId(1)) == 1);
}

#include <catch2/catch.hpp>

#include "models/base/error.hpp"
#include "models/network/topology/topologies.hpp"
#include "tests/support/scratch_file.hpp"
#include "traffic/patterns/mixed_traffic.hpp"
#include "traffic/registry.hpp"
#include "traffic/streams/stream_file.hpp"
#include "traffic/streams/vc_set_shares.hpp"

using namespace dateline;

namespace {

std::vector<StreamSpec> read(const std::string& text) {
  const test::ScratchFile file(text);
  return read_streams({"test", "streams"}, file.path());
}

}  // namespace

TEST_CASE("a line is a stream, and what it leaves out is as without streams") {
  const auto streams = read(
      "# two\ncontrol load=0.05 packet-length=2 injection=periodic  # small\n\nbulk traffic=transpose load=1/64pkt packet-length=16..48\nrest "
      "load=1/10\n");
  REQUIRE(streams.size() == 3);
  CHECK((streams[0].name == "control" && streams[0].traffic == "uniform" && streams[0].load == Rational(1, 20)));
  CHECK((streams[0].lengths.longest() == 2 && streams[0].injection.kind == Injection::periodic && streams[0].rate() == Rational(1, 40)));
  CHECK((streams[1].traffic == "transpose" && streams[1].load == Rational(1, 2) && streams[1].rate() == Rational(1, 64)));  // 32 flits on average
  CHECK((streams[2].lengths.one() && streams[2].lengths.shortest() == 32 && streams[2].injection.kind == Injection::poisson));
}

TEST_CASE("keys of before 0.2.0 say the same") {
  const auto before = read("a rate=1/64 message-length=16..48\n"), now = read("a load=1/64pkt packet-length=16..48\n");
  REQUIRE(before.size() == 1);
  REQUIRE(now.size() == 1);
  CHECK(before.front().load == now.front().load);
  CHECK(now.front().load == Rational(1, 2));  // 32 flits in the mean
  CHECK(before.front().lengths.mean() == now.front().lengths.mean());
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
  refused("a load=0.1 load=0.1pkt\n", "load stands twice");
  refused("a traffic=uniform\n", "needs load");
  refused("a load=0pkt\n", "above 0");
  refused("a load=pkt\n", "above 0");
  refused("a load=0\n", "above 0");
  refused("a load=-0.1\n", "above 0");
  refused("a load=x\n", "above 0");
  refused("a load=\n", "no value");
  refused("a load\n", "no value");
  refused("a load=0.1 load=0.2\n", "stands twice");
  refused("a load=0.1\na load=0.2\n", "'a' stands twice");
  refused("load=0.1\n", "no name");
  refused("a load=0.1 colour=3\n", "'colour' is unknown");
  refused("a load=0.1 vc-set=0\n", "not in 1..16");
  refused("a load=0.1 vc-set=17\n", "not in 1..16");
  refused("a load=0.1 vc-set=x:\n", "vc-set");
  refused("a load=0.1 vc-set=:2\n", "vc-set=:2");
  refused("a load=0.1 vc-set=x:2:3\n", "1..16");
  refused("a load=0.1 vc-set=x/y\n", "vc-set=x/y");
  refused("a load=0.1 priority=16\n", "not in 0..15");
  refused("a load=0.1 priority=high\n", "0..15");
  refused("a load=0.6\nb load=0.6\n", "line 2");
  refused("a load=1.1\n", "sum to more");
  refused("a load=0.1 packet-length=0\n", "packet-length");
  refused("a load=0.1 injection=often\n", "injection");
  refused("a load=0.5 injection=on-off:4,0.4\n", "line 1");  // not below the peak
  std::string many;
  for (int i = 0; i < 65; ++i) many += "s" + std::to_string(i) + " load=0.001\n";
  refused(many, "line 65");
}

TEST_CASE("VC sets have a number, a name, or both") {
  const auto streams = read("a load=0.1 vc-set=3 priority=15\nb load=0.1 vc-set=rest:2\nc load=0.1 vc-set=rest priority=0\nd load=0.1\n");
  CHECK((streams[0].vc_set == "a" && streams[0].set_vcs == 3 && streams[0].priority == 15));
  CHECK((streams[1].vc_set == "rest" && streams[1].set_vcs == 2 && !streams[1].priority));
  CHECK((streams[2].vc_set == "rest" && !streams[2].set_vcs && streams[2].priority == 0));
  CHECK((streams[3].vc_set.empty() && !streams[3].set_vcs));
}

TEST_CASE("VC sets with a number have it, the others share what is left, the first ones one more") {
  const auto shares = [](const std::string& text, int vcs) {
    std::string found;
    const VcSetShares plan = share_vcs({"test", "streams"}, "own.streams", read(text), vcs);
    for (const VcSetShare& set : plan.sets) found += set.name + ":" + std::to_string(set.vcs) + " ";
    for (const std::uint8_t set : plan.of_stream) found += std::to_string(set);
    return found;
  };
  const auto line = [](const std::string& name, const std::string& set) { return name + " load=0.01 vc-set=" + set + "\n"; };
  CHECK(shares("a load=0.1\nb load=0.1\n", 4) == "default:4 00");
  CHECK(shares(line("a", "2") + "b load=0.1\nc load=0.1\n", 5) == "a:2 default:3 011");
  CHECK(shares(line("a", "x") + line("b", "y:3") + line("c", "z") + line("d", "x"), 8) == "x:3 y:3 z:2 0120");
  CHECK(shares(line("a", "x") + line("b", "x:2") + line("c", "2"), 4) == "x:2 c:2 001");
  CHECK(shares(line("a", "2") + line("b", "a"), 2) == "a:2 00");
  const auto refused = [&](const std::string& text, int vcs, const std::string& says) {
    CHECK_THROWS_WITH(shares(text, vcs), Catch::Contains(says));
  };
  refused(line("a", "3") + line("b", "2"), 4, "vcs=4 is too few");
  refused(line("a", "4") + "b load=0.1\n", 4, "vcs=4 is too few");
  refused(line("a", "3") + line("b", "2"), 6, "vcs=6 leaves 1");
  refused(line("a", "3") + line("b", "a:2"), 6, "'a' 3 VCs and 2 VCs");
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

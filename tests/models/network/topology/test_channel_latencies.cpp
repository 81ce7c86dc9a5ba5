// Latencies of channels by kind: what an option says, and what a topology makes of it.
#include <catch2/catch.hpp>

#include "models/base/error.hpp"
#include "models/network/topology/channel_latencies.hpp"
#include "models/network/topology/topologies.hpp"

using namespace dateline;

namespace {

const ValueSource kOption{"simulate", "router.channel-latency"};

std::string refusal(const std::string& text) {
  try {
    (void)read_channel_latencies(kOption, text);
  } catch (const ConfigError& e) {
    return e.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("one latency is that of all channels, a list is by kind") {
  CHECK(read_channel_latencies(kOption, "3").all == 3);
  CHECK(read_channel_latencies(kOption, "4095").all == 4095);
  const ChannelLatencies list = read_channel_latencies(kOption, "dim1=10,dim0=2");
  CHECK(list.all == 1);
  REQUIRE(list.of_kinds.size() == 2);
  CHECK(list.of_kinds[0].kind == "dim1");
  CHECK(list.of_kinds[0].latency == 10);

  const auto mesh = make_topology("mesh:3x3");
  CHECK(mesh->kinds() == std::vector<std::string>{"dim0", "dim1"});
  set_latencies(*mesh, list, kOption);
  for (std::uint32_t c = 0; c < mesh->channels(); ++c) {
    const Channel& channel = mesh->channel(ChannelId(c));
    CHECK(latency_of(channel, list.all) == (channel.dimension == 1 ? 10 : 2));
  }
  const LatencyRange range = latency_range(*mesh, list.all);
  CHECK(range.least == 2);
  CHECK(range.largest == 10);
}

TEST_CASE("channels of kinds that are not named have the machine's latency") {
  const auto torus = make_topology("torus:3x3x3");
  set_latencies(*torus, read_channel_latencies(kOption, "dim2=7"), kOption);
  for (std::uint32_t c = 0; c < torus->channels(); ++c) {
    CHECK(latency_of(torus->channel(ChannelId(c)), 5) == (torus->channel(ChannelId(c)).dimension == 2 ? 7 : 5));
  }
}

TEST_CASE("what is no latency is refused with what is allowed") {
  for (const char* text : {"", "x", "-1", "1.5", "dim0", "dim0=", "dim0=x", "dim0=1,", "=", "1,2", "dim0=1;dim1=2"}) {
    INFO(text);
    CHECK_THAT(refusal(text), Catch::StartsWith("simulate: router.channel-latency=") && Catch::Contains("4095"));
  }
  for (const char* text : {"0", "4096", "dim0=0", "dim0=4096", "99999999999999999999"}) {
    INFO(text);
    CHECK_THAT(refusal(text), Catch::Contains("4095"));
  }
  CHECK_THAT(refusal("dim0=1,dim0=2"), Catch::Contains("names kind 'dim0' twice"));
  const auto mesh = make_topology("mesh:3x3");
  CHECK_THROWS_WITH(set_latencies(*mesh, read_channel_latencies(kOption, "global=10"), kOption),
                    Catch::Contains("global=10") && Catch::Contains("names no kind of channel of mesh:3x3; it has dim0, dim1"));
}

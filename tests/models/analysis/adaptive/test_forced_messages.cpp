// Messages forced through a channel: by hand, against all paths, and the paper's eight.
#include <algorithm>
#include <catch2/catch.hpp>

#include "models/analysis/adaptive/forced_messages.hpp"
#include "models/base/error.hpp"
#include "models/base/numbers/random.hpp"
#include "routing/registry/registry.hpp"
#include "tests/support/cases/fully_adaptive.hpp"
#include "tests/support/oracles/all_paths.hpp"
#include "traffic/registry.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

std::vector<MessageEnds> packets_of(const CubeTopology& t, const char* traffic) {
  const auto pattern = make_traffic(traffic, t);
  std::vector<MessageEnds> messages;
  for (std::uint32_t s = 0; s < t.nodes(); ++s) {
    for (const Demand& d : pattern->row(TerminalId(s))) messages.push_back({TerminalId(s), d.destination});
  }
  return messages;
}

std::uint64_t most_forced(const CubeTopology& t, const char* routing, const char* traffic) {
  const auto forced = forced_packets(t, *make_relation(routing, t, {}), packets_of(t, traffic), 1e9);
  return *std::max_element(forced.begin(), forced.end());
}

}  // namespace

TEST_CASE("a straight message is forced over every channel, one with two ways over none", "[adaptive]") {
  const auto t = make_cube("mesh:3x3");
  const FullyAdaptive relation(*t);
  const auto forced =
      forced_packets(*t, relation, {{TerminalId(0), TerminalId(2)}, {TerminalId(0), TerminalId(2)}, {TerminalId(0), TerminalId(4)}}, 1e6);
  for (std::uint32_t c = 0; c < t->channels(); ++c) {
    const Channel& channel = t->channel(ChannelId(c));
    const bool on_way = channel.dimension == 0 && channel.sign > 0 && channel.from.value() <= 1;
    CHECK(forced[c] == (on_way ? 2U : 0U));
  }
}

TEST_CASE("forced are those whose every path leads over the channel", "[adaptive]") {
  const auto [topology, routing] = GENERATE(table<const char*, const char*>({{"hypercube:4", "p-cube"},
                                                                             {"hypercube:4", "li-min-b"},
                                                                             {"hypercube:4", "mix-ab3"},
                                                                             {"mesh:4x3", "odd-even"},
                                                                             {"mesh:4x3", "romm"},
                                                                             {"torus:3x3", "valiant"},
                                                                             {"torus:4x4", "o1turn"}}));
  CAPTURE(topology, routing);
  const auto t = make_cube(topology);
  const auto relation = make_relation(routing, *t, {});
  std::vector<MessageEnds> messages;
  std::vector<std::uint64_t> expected(t->channels(), 0);
  for (std::uint64_t i = 0; i < 30; ++i) {
    const std::uint64_t bits = mix(i);
    messages.push_back(
        {TerminalId(static_cast<std::uint32_t>(bits % t->nodes())), TerminalId(static_cast<std::uint32_t>((bits >> 32U) % t->nodes()))});
    const auto paths = all_paths(*t, *relation, messages.back().source, messages.back().destination);
    for (std::uint32_t c = 0; c < t->channels(); ++c) {
      const bool all = std::all_of(paths.begin(), paths.end(),
                                   [&](const ChannelPath& path) { return std::find(path.begin(), path.end(), ChannelId(c)) != path.end(); });
      expected[c] += all ? 1 : 0;
    }
  }
  CHECK(forced_packets(*t, *relation, messages, 1e9) == expected);
}

TEST_CASE("all but p-cube force 8 messages of the paper's patterns through one channel", "[adaptive]") {
  const auto t = make_cube("hypercube:8");
  CHECK(most_forced(*t, "p-cube", "bit-reverse") == 1);
  CHECK(most_forced(*t, "p-cube", "transpose") == 1);
  CHECK(most_forced(*t, "p-cube", "reverse-flip") == 0);
  for (const char* routing : {"dor", "li-min", "li-min-b", "chiu", "mix-ab3", "mix-bb3"}) {
    for (const char* traffic : {"bit-reverse", "transpose", "reverse-flip"}) CHECK(most_forced(*t, routing, traffic) == 8);
  }
}

TEST_CASE("li-min forces the paper's eight pairs through ([00010000], [00000000])", "[adaptive]") {
  const auto t = make_cube("hypercube:8");
  const auto forced = forced_packets(*t, *make_relation("li-min", *t, {}), packets_of(*t, "bit-reverse"), 1e9);
  CHECK(forced[t->out(NodeId(8), t->port(3, 1)).value()] == 8);
}

TEST_CASE("more steps than asked for are refused", "[adaptive]") {
  const auto t = make_cube("hypercube:8");
  CHECK_THROWS_AS(forced_packets(*t, *make_relation("p-cube", *t, {}), packets_of(*t, "bit-reverse"), 1000), BudgetError);
}

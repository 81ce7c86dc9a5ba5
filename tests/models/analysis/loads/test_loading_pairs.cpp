// The pairs that load each channel: a row worked out by hand, sums against channel_load for every routing that has
// loads, and the order and cut of what is shown.
#include "models/analysis/loads/loading_pairs.hpp"

#include <catch2/catch.hpp>
#include <string>

#include "models/analysis/loads/channel_load.hpp"
#include "models/base/error.hpp"
#include "models/network/topology/cube.hpp"
#include "tests/support/routings.hpp"
#include "traffic/registry.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

using Kind = CubeTopology::Kind;

ChannelId between(const Topology& t, std::uint32_t from, std::uint32_t to) {
  for (std::uint32_t c = 0; c < t.channels(); ++c) {
    if (t.channel(ChannelId(c)).from == NodeId(from) && t.channel(ChannelId(c)).to == NodeId(to)) return ChannelId(c);
  }
  return kNoChannel;
}

std::string text_of(const ChannelPairs& pairs) {
  std::string text;
  for (const LoadingPair& p : pairs.most) {
    text += std::to_string(p.source) + ">" + std::to_string(p.destination) + " " + to_string(p.load.value()) + ", ";
  }
  return text + std::to_string(pairs.others) + " others " + to_string(pairs.of_others.value());
}

}  // namespace

TEST_CASE("on a row of four nodes the middle channel carries the pairs that lie on both sides of it") {
  // Uniform: 1/3 a pair. Over 1->2 go 0 and 1 to 2 and 3; over 0->1 goes what 0 sends.
  const CubeTopology row(Kind::mesh, {4});
  const auto dor = relation_of(row, "dor");
  const auto uniform = make_traffic("uniform", row);
  const auto all = loading_pairs(row, *dor, *uniform, 20);
  CHECK(text_of(all[between(row, 1, 2).value()]) == "0>2 1/3, 0>3 1/3, 1>2 1/3, 1>3 1/3, 0 others 0");
  CHECK(text_of(all[between(row, 0, 1).value()]) == "0>1 1/3, 0>2 1/3, 0>3 1/3, 0 others 0");
  const auto cut = loading_pairs(row, *dor, *uniform, 1);
  CHECK(text_of(cut[between(row, 1, 2).value()]) == "0>2 1/3, 3 others 1");
}

TEST_CASE("the pair that loads a channel most comes first, whatever its number") {
  // O1TURN on 3x3: over the channel from the corner (0,0) to (1,0) a packet to its own row always goes, one elsewhere
  // in half of the cases; none from elsewhere comes over the corner but those of column 0 that turn there.
  const CubeTopology mesh(Kind::mesh, {3, 3});
  const auto o1turn = relation_of(mesh, "o1turn");
  const auto pairs = loading_pairs(mesh, *o1turn, *make_traffic("uniform", mesh), 20)[between(mesh, 0, 1).value()];
  CHECK(text_of(pairs) ==
        "0>1 1/8, 0>2 1/8, 0>4 1/16, 0>5 1/16, 0>7 1/16, 0>8 1/16, 3>1 1/16, 3>2 1/16, 6>1 1/16, 6>2 1/16, 0 others 0");
}

TEST_CASE("the pairs of a channel bring its load") {
  for (const char* routing : {"dor", "romm", "valiant"}) {
    for (const char* pattern : {"uniform", "tornado", "transpose", "hotspot:3@0.2"}) {
      const CubeTopology torus(Kind::torus, {4, 4});
      const auto relation = relation_of(torus, routing);
      const auto traffic = make_traffic(pattern, torus);
      const ChannelLoads loads = channel_load(torus, *relation, *traffic);
      for (const std::size_t shown : {0U, 3U, 1000U}) {
        const auto pairs = loading_pairs(torus, *relation, *traffic, shown);
        for (std::uint32_t c = 0; c < torus.channels(); ++c) {
          CAPTURE(routing, pattern, shown, c);
          Rational sum = pairs[c].of_others.value();
          for (std::size_t i = 0; i < pairs[c].most.size(); ++i) {
            sum += pairs[c].most[i].load.value();
            CHECK((i == 0 || pairs[c].most[i].load.value() <= pairs[c].most[i - 1].load.value()));
          }
          CHECK(sum == loads.load[c]);
          CHECK(pairs[c].most.size() <= shown);
          CHECK((pairs[c].others == 0 || pairs[c].most.size() == shown));
        }
      }
    }
  }
}

TEST_CASE("pairs that would take longer than the budget are refused") {
  const CubeTopology torus(Kind::torus, {8, 8});
  CHECK_THROWS_AS(loading_pairs(torus, *relation_of(torus, "valiant"), *make_traffic("uniform", torus), 20, 1e3), BudgetError);
}

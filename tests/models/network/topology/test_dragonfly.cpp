// Dragonflies: every channel against the definition, for every arrangement; closed forms; refusals.
#include <catch2/catch.hpp>
#include <string>

#include "models/base/error.hpp"
#include "models/network/topology/dragonfly.hpp"
#include "tests/support/cases/wires.hpp"
#include "tests/support/sample.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

struct Sizes {
  std::uint32_t p, a, h, g;
};

std::string name_of_sizes(const Sizes& s, const std::string& arrangement) {
  return "dragonfly:" + std::to_string(s.p) + "," + std::to_string(s.a) + "," + std::to_string(s.h) + "," + std::to_string(s.g) + ":" + arrangement;
}

// The table of arrangements, row by row: where channel o of group g leads, and the o at which it arrives.
std::pair<std::uint32_t, std::uint32_t> leads_to(const std::string& arrangement, std::uint32_t g, std::uint32_t o, std::uint32_t groups) {
  const int n = static_cast<int>(groups), from = static_cast<int>(g), offset = static_cast<int>(o);
  if (arrangement == "palmtree") return {static_cast<std::uint32_t>(((from - offset - 1) % n + n) % n), groups - 2 - o};
  if (arrangement == "relative") return {static_cast<std::uint32_t>((from + offset + 1) % n), groups - 2 - o};
  const std::uint32_t to = o < g ? o : o + 1;
  return {to, g < to ? g : g - 1};
}

Wires by_definition(const Sizes& s, const std::string& arrangement) {
  const std::uint32_t per_link = s.a * s.h / (s.g - 1);
  Wires wires(std::size_t{s.a} * s.g);
  for (std::uint32_t g = 0; g < s.g; ++g) {
    for (std::uint32_t r = 0; r < s.a; ++r) {
      const std::uint32_t me = g * s.a + r;
      std::uint32_t port = 0;
      for (std::uint32_t other = 0; other < s.a; ++other) {
        if (other != r) wires[me].push_back({port++, g * s.a + other, "local", only_link(me, g * s.a + other)});
      }
    }
    for (std::uint32_t w = 0; w < per_link; ++w) {
      for (std::uint32_t o = 0; o + 1 < s.g; ++o) {
        const auto [to, arrives] = leads_to(arrangement, g, o, s.g);
        const std::uint32_t k = w * (s.g - 1) + o, there = w * (s.g - 1) + arrives;
        // A link between two groups is the w-th of them.
        wires[g * s.a + k / s.h].push_back({s.a - 1 + k % s.h, to * s.a + there / s.h, "global", {s.a * s.g + std::min(g, to), std::max(g, to), w}});
      }
    }
  }
  return wires;
}

std::string refusal(const std::string& text) {
  try {
    (void)make_dragonfly(text);
  } catch (const ConfigError& e) {
    return e.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("a dragonfly has the channels of its definition, whatever the arrangement") {
  int tried = 0;
  const std::uint32_t most = sample(200U, 45U);
  for (std::uint32_t a = 1; 2 * a <= most; ++a) {
    for (std::uint32_t g = 2; a * g <= most; ++g) {
      for (std::uint32_t w = 1; w <= 3; ++w) {
        const std::uint32_t h = w * (g - 1) / a;
        if (h == 0 || h * a != w * (g - 1) || a + h > 200) continue;
        const Sizes sizes{1 + a % 3, a, h, g};
        for (const char* arrangement : {"palmtree", "relative", "absolute"}) {
          const std::string name = name_of_sizes(sizes, arrangement);
          CAPTURE(name);
          const auto t = make_dragonfly(name);
          CHECK(difference(*t, by_definition(sizes, arrangement)).empty());
          CHECK(t->channels() == a * g * (a - 1 + h));
          CHECK(terminal_counts(*t) == std::vector<std::uint32_t>(a * g, sizes.p));
          ++tried;
        }
      }
    }
  }
  CHECK(tried > sample(500, 250));
}

TEST_CASE("the definition links every two groups by the same number of channels") {
  for (const char* arrangement : {"palmtree", "relative", "absolute"}) {
    const Wires wires = by_definition({1, 6, 2, 5}, arrangement);
    std::vector<std::vector<int>> links(5, std::vector<int>(5, 0));
    for (std::uint32_t r = 0; r < wires.size(); ++r) {
      for (const WireEnd& wire : wires[r]) {
        if (wire.kind == "global") ++links[r / 6][wire.to / 6];
      }
    }
    for (std::size_t g = 0; g < 5; ++g) {
      for (std::size_t to = 0; to < 5; ++to) CHECK(links[g][to] == (g == to ? 0 : 3));
    }
    CHECK(largest_distance(by_definition({2, 4, 2, 9}, arrangement)) == 3);
  }
}

TEST_CASE("a dragonfly without a number of groups has A H + 1, and palmtree is its arrangement") {
  const auto brief = make_dragonfly("dragonfly:2,4,2"), full = make_dragonfly("dragonfly:2,4,2,9:palmtree");
  CHECK(brief->nodes() == 36);
  CHECK(brief->terminals() == 72);
  CHECK(difference(*brief, by_definition({2, 4, 2, 9}, "palmtree")).empty());
  CHECK(difference(*full, by_definition({2, 4, 2, 9}, "palmtree")).empty());
  CHECK(make_dragonfly("dragonfly:2,4,2:absolute")->nodes() == 36);
  CHECK_FALSE(difference(*brief, by_definition({2, 4, 2, 9}, "relative")).empty());
  CHECK(brief->channel(brief->out(NodeId(0), Port(3))).to == NodeId(35));  // channel 0 of group 0, by hand
  CHECK(brief->kinds() == std::vector<std::string>{"local", "global"});
}

TEST_CASE("a terminal's group is its router's") {
  const auto t = make_dragonfly("dragonfly:3,4,2");
  for (std::uint32_t i = 0; i < t->terminals(); ++i) REQUIRE(t->group_of(TerminalId(i)) == i / 12);
}

TEST_CASE("where a group's channels lead is the inverse of where they come from") {
  for (const char* arrangement : {"palmtree", "relative", "absolute"}) {
    const auto t = make_dragonfly(std::string("dragonfly:1,4,2:") + arrangement);
    const auto& dragonfly = dynamic_cast<const DragonflyTopology&>(*t);
    for (std::uint32_t g = 0; g < 9; ++g) {
      for (std::uint32_t o = 0; o < 8; ++o) REQUIRE(dragonfly.offset(g, leads_to(arrangement, g, o, 9).first) == o);
    }
  }
}

TEST_CASE("a dragonfly's mistakes are named in a line with what is allowed") {
  CHECK_THAT(refusal("dragonfly:2,4,2,8"), Catch::Contains("dragonfly G=8") && Catch::Contains("G - 1 must divide A H = 8"));
  CHECK_THAT(refusal("dragonfly:2,4,2,1"), Catch::Contains("dragonfly G=1") && Catch::Contains("2..9"));
  CHECK_THAT(refusal("dragonfly:2,4,2,10"), Catch::Contains("dragonfly G=10") && Catch::Contains("2..9"));
  CHECK_THAT(refusal("dragonfly:0,4,2"), Catch::Contains("dragonfly P=0") && Catch::Contains("1..255"));
  CHECK_THAT(refusal("dragonfly:2,0,2"), Catch::Contains("dragonfly A=0"));
  CHECK_THAT(refusal("dragonfly:2,4,0"), Catch::Contains("dragonfly H=0"));
  CHECK_THAT(refusal("dragonfly:2,4,2:palm"), Catch::Contains("dragonfly arrangement=palm") && Catch::Contains("palmtree, absolute, relative"));
  CHECK_THAT(refusal("dragonfly:2,4"), Catch::Contains("dragonfly:P,A,H[,G]"));
  CHECK_THAT(refusal("dragonfly:2,4,2,9,1"), Catch::Contains("dragonfly:P,A,H[,G]"));
  CHECK_THAT(refusal("dragonfly:2,4,2:absolute:t2"), Catch::Contains("':t2'"));
  CHECK_THAT(refusal("dragonfly:100,100,100,2"), Catch::Contains("299 ports") && Catch::Contains("at most 255"));
  CHECK_THAT(refusal("dragonfly:63,128,64"), Catch::Contains("1048704 routers") && Catch::Contains("GiB") && Catch::Contains("1048576"));
  CHECK_THAT(refusal("dragonfly:16,64,32"), Catch::Contains("2098176 terminals") && Catch::Contains("1048576"));
}

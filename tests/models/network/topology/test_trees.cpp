// Fat trees and folded Clos networks: every channel against the definition; closed forms; refusals.
#include <catch2/catch.hpp>
#include <numeric>
#include <string>

#include "models/base/error.hpp"
#include "models/network/topology/clos.hpp"
#include "models/network/topology/fat_tree.hpp"
#include "tests/support/cases/wires.hpp"
#include "tests/support/sample.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

using Word = std::vector<std::uint32_t>;  // digits of a router's place in its level, lowest first

std::uint32_t number_of(const Word& digits, std::uint32_t k) {
  return std::accumulate(digits.rbegin(), digits.rend(), 0U, [k](std::uint32_t sum, std::uint32_t digit) { return sum * k + digit; });
}

// All words of `length` digits.
std::vector<Word> words(std::uint32_t k, std::uint32_t length) {
  std::vector<Word> all = {{}};
  for (std::uint32_t i = 0; i < length; ++i) {
    std::vector<Word> longer;
    for (const Word& word : all) {
      for (std::uint32_t digit = 0; digit < k; ++digit) {
        longer.push_back(word);
        longer.back().push_back(digit);
      }
    }
    all = longer;
  }
  return all;
}

// Link by link: from (l, w) up by port K + j to (l + 1, w with digit l - 1 replaced by j), where the way back is the
// port numbered by the digit that was replaced.
Wires fat_tree(std::uint32_t k, std::uint32_t n) {
  const std::vector<Word> places = words(k, n - 1);
  const auto width = static_cast<std::uint32_t>(places.size());
  Wires wires(std::size_t{n} * width);
  for (std::uint32_t l = 1; l < n; ++l) {
    for (const Word& place : places) {
      for (std::uint32_t j = 0; j < k; ++j) {
        Word above = place;
        above[l - 1] = j;
        const std::uint32_t lower = (l - 1) * width + number_of(place, k), upper = l * width + number_of(above, k);
        wires[lower].push_back({k + j, upper, "up" + std::to_string(l), only_link(lower, upper)});
        wires[upper].push_back({place[l - 1], lower, "down" + std::to_string(l), only_link(lower, upper)});
      }
    }
  }
  return wires;
}

Wires clos(std::uint32_t leaves, std::uint32_t spines) {
  Wires wires(leaves + spines);
  for (std::uint32_t l = 0; l < leaves; ++l) {
    for (std::uint32_t s = 0; s < spines; ++s) {
      wires[l].push_back({s, leaves + s, "up1", only_link(l, leaves + s)});
      wires[leaves + s].push_back({l, l, "down1", only_link(l, leaves + s)});
    }
  }
  return wires;
}

std::string refusal(const std::string& text) {
  try {
    (void)(text[0] == 'f' ? make_fat_tree(text) : make_clos(text));
  } catch (const ConfigError& e) {
    return e.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("a fat tree has the channels of its definition and K terminals at every leaf") {
  int tried = 0;
  for (std::uint32_t n = 2; n <= 6; ++n) {
    std::uint32_t width = 2;
    for (std::uint32_t k = 2;; ++k) {
      width = number_of(Word(n - 1, k - 1), k) + 1;
      if (n * width > 200) break;
      const std::string name = "fattree:" + std::to_string(k) + "," + std::to_string(n);
      CAPTURE(name);
      const auto t = make_fat_tree(name);
      CHECK(difference(*t, fat_tree(k, n)).empty());
      CHECK(t->channels() == 2 * (n - 1) * width * k);
      CHECK(t->terminals() == width * k);
      std::vector<std::uint32_t> counts(width, k);
      counts.resize(std::size_t{n} * width, 0);
      CHECK(terminal_counts(*t) == counts);
      for (std::uint32_t i = 0; i < t->terminals(); ++i) REQUIRE(t->router_of(TerminalId(i)).value() == i / k);
      ++tried;
    }
  }
  CHECK(tried == 99 + 7 + 2 + 1 + 1);  // K up to 100, 8, 3, 2, 2
  CHECK(largest_distance(fat_tree(2, 4)) == 6);
  CHECK(largest_distance(fat_tree(3, 3)) == 4);
}

TEST_CASE("a fat tree's routers know their level and the digits of their place") {
  const auto t = make_fat_tree("fattree:3,3");
  const auto& tree = dynamic_cast<const FatTreeTopology&>(*t);
  for (const std::uint32_t l : {1U, 2U, 3U}) {
    for (const Word& place : words(3, 2)) {
      const NodeId router((l - 1) * 9 + number_of(place, 3));
      CHECK(tree.level(router) == l);
      CHECK(Word{tree.digit(router, 0), tree.digit(router, 1)} == place);
    }
  }
  CHECK(t->kinds() == std::vector<std::string>{"up1", "down1", "up2", "down2"});
}

TEST_CASE("a folded Clos network joins every leaf to every spine") {
  const std::uint32_t most = sample(60U, 24U);
  for (std::uint32_t leaves = 2; leaves < most; ++leaves) {
    for (std::uint32_t spines = 1; leaves + spines <= most; ++spines) {
      const std::string name = "clos:" + std::to_string(leaves) + "," + std::to_string(spines) + ",3";
      CAPTURE(name);
      const auto t = make_clos(name);
      CHECK(difference(*t, clos(leaves, spines)).empty());
      std::vector<std::uint32_t> counts(leaves, 3);
      counts.resize(leaves + spines, 0);
      CHECK(terminal_counts(*t) == counts);
    }
  }
  for (std::uint32_t leaves = 20; leaves < 200; leaves += 45) {
    const auto t = make_clos("clos:" + std::to_string(leaves) + "," + std::to_string(200 - leaves) + ",1");
    CHECK(difference(*t, clos(leaves, 200 - leaves)).empty());
  }
  CHECK(largest_distance(clos(5, 3)) == 2);
}

TEST_CASE("mistakes in the sizes of trees are named in a line with what is allowed") {
  CHECK_THAT(refusal("fattree:1,3"), Catch::Contains("fattree K=1") && Catch::Contains("2..127"));
  CHECK_THAT(refusal("fattree:4,1"), Catch::Contains("fattree N=1") && Catch::Contains("2..20"));
  CHECK_THAT(refusal("fattree:4"), Catch::Contains("fattree:K,N"));
  CHECK_THAT(refusal("fattree:4,2:t2"), Catch::Contains("':t2'"));
  CHECK_THAT(refusal("fattree:2,20"), Catch::Contains("10485760 routers") && Catch::Contains("GiB") && Catch::Contains("1048576"));
  CHECK_THAT(refusal("fattree:127,20"), Catch::Contains("1048576"));
  CHECK_THAT(refusal("fattree:128,2"), Catch::Contains("2..127"));
  CHECK(refusal("fattree:127,2") == "accepted");
  CHECK_THAT(refusal("clos:1,2,2"), Catch::Contains("clos L=1") && Catch::Contains("2..255"));
  CHECK_THAT(refusal("clos:4,0,2"), Catch::Contains("clos S=0") && Catch::Contains("1..254"));
  CHECK_THAT(refusal("clos:4,2,0"), Catch::Contains("clos T=0") && Catch::Contains("1..254"));
  CHECK_THAT(refusal("clos:4,2"), Catch::Contains("clos:L,S,T"));
  CHECK_THAT(refusal("clos:4,128,128"), Catch::Contains("256 ports") && Catch::Contains("at most 255"));
  CHECK(refusal("clos:255,127,128") == "accepted");
}

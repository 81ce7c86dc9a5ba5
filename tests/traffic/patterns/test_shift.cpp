// shift:K, and bits of terminals' numbers where terminals have no coordinates.
#include <catch2/catch.hpp>

#include "models/base/error.hpp"
#include "models/network/topology/topologies.hpp"
#include "traffic/registry.hpp"

using namespace dateline;
using Catch::Contains;

TEST_CASE("shift:K sends terminal t to t + K") {
  for (const char* name : {"dragonfly:1,2,1", "torus:3x2", "clos:3,1,2"}) {
    const auto t = make_topology(name);
    for (std::uint32_t k = 1; k < 6; ++k) {
      const auto pattern = make_traffic("shift:" + std::to_string(k), *t);
      for (std::uint32_t s = 0; s < 6; ++s) CHECK(pattern->row(TerminalId(s)).front().destination == TerminalId((s + k) % 6));
    }
    for (const char* wrong : {"shift:0", "shift:6", "shift:a"}) CHECK_THROWS_WITH(make_traffic(wrong, *t), Contains("shift K=") && Contains("1..5"));
  }
}

TEST_CASE("without coordinates the bits of the terminals' numbers are complemented") {
  const auto t = make_topology("fattree:4,2");
  const auto pattern = make_traffic("bit-complement", *t);
  for (std::uint32_t s = 0; s < 16; ++s) CHECK(pattern->row(TerminalId(s)).front().destination == TerminalId(15 - s));
  CHECK_THROWS_WITH(make_traffic("bit-complement", *make_topology("dragonfly:2,4,2")), Contains("72 terminals are no power of two"));
}

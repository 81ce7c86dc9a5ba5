// Queues of VCs in one pool, against a deque for each.
#include <catch2/catch.hpp>

#include <deque>
#include <vector>

#include "models/base/numbers/random.hpp"
#include "sim/core/state/shared_buffers.hpp"

using namespace dateline;

TEST_CASE("queues that share a pool are first in first out, each by itself") {
  constexpr std::uint32_t kVcs = 7;
  AnnouncedPackets queues;
  REQUIRE_FALSE(queues.covers(VcId(0)));
  queues.for_each(VcId(0), [](PacketId) { FAIL("nothing is queued"); });
  queues.resize(kVcs);
  std::vector<std::deque<std::uint32_t>> expected(kVcs);
  for (std::uint32_t i = 0; i < 3000; ++i) {
    const auto v = static_cast<std::uint32_t>(scale_bits(mix(2 * i), kVcs));
    const std::uint64_t what = scale_bits(mix(2 * i + 1), 16);
    const VcId vc(v);
    REQUIRE(queues.empty(vc) == expected[v].empty());
    if (what < 9) {
      queues.push(vc, PacketId(i));
      expected[v].push_back(i);
      REQUIRE(queues.last(vc) == PacketId(i));
    } else if (what < 15 && !expected[v].empty()) {
      REQUIRE(queues.pop(vc) == PacketId(expected[v].front()));
      expected[v].pop_front();
    } else {
      queues.remove_if(vc, [](PacketId packet) { return packet.value() % 3 == 0; });
      std::deque<std::uint32_t> kept;
      for (const std::uint32_t packet : expected[v]) {
        if (packet % 3 != 0) kept.push_back(packet);
      }
      expected[v] = kept;
    }
    std::deque<std::uint32_t> found;
    queues.for_each(vc, [&](PacketId packet) { found.push_back(packet.value()); });
    REQUIRE(found == expected[v]);
  }
}

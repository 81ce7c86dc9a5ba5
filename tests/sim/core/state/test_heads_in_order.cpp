// Head flits of one cycle in the order of VC arbitration (competing_heads.hpp), against a sort by comparison.
#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>
#include <vector>

#include "models/base/numbers/random.hpp"
#include "sim/core/state/competing_heads.hpp"

using namespace dateline;

namespace {

struct Drawn {
  std::vector<std::uint32_t> heads, order_of;  // numbers of head flits, not from 0 on; the order of each number
};

Drawn drawn(std::uint32_t seed, std::size_t count, std::uint32_t orders) {
  RandomStream stream(seed, 0, Purpose::arrival);
  Drawn all;
  all.order_of.resize(3 * count);
  for (std::uint32_t& order : all.order_of) order = stream.below(orders);
  all.heads.resize(3 * count);
  std::iota(all.heads.begin(), all.heads.end(), 0U);
  for (std::size_t i = 0; i < count; ++i) std::swap(all.heads[i], all.heads[i + stream.below(static_cast<std::uint32_t>(3 * count - i))]);
  all.heads.resize(count);
  return all;
}

}  // namespace

TEST_CASE("head flits of one order come as they were, and a lower order comes first, however many there are") {
  for (const std::uint32_t orders : {1U, 20U, 80U, 1040U}) {
    HeadsInOrder sorter(orders);
    for (const std::size_t count : {0U, 1U, 2U, 5U, 19U, 20U, 21U, 70U, 259U, 260U, 261U, 600U, 3U}) {
      const Drawn all = drawn(static_cast<std::uint32_t>(orders + count), count, orders);
      const std::uint32_t* const sorted = sorter.sort(all.heads.data(), count, [&](std::uint32_t head) { return all.order_of[head]; });
      std::vector<std::uint32_t> expected = all.heads;
      std::stable_sort(expected.begin(), expected.end(), [&](std::uint32_t a, std::uint32_t b) { return all.order_of[a] < all.order_of[b]; });
      CAPTURE(orders, count);
      REQUIRE(std::equal(expected.begin(), expected.end(), sorted));
    }
  }
}

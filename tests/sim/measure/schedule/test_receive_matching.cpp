// Recvs and messages, in either order.
#include <catch2/catch.hpp>

#include "sim/measure/schedule/receive_matching.hpp"

using dateline::ReceiveMatching;

TEST_CASE("a recv is matched when it has been started and its message is there, in either order") {
  ReceiveMatching matching(3);
  CHECK_FALSE(matching.start(0));
  CHECK(matching.arrive(0));
  CHECK_FALSE(matching.arrive(2));
  CHECK(matching.start(2));
}

TEST_CASE("a message that comes early is there when its repetition begins, not before") {
  ReceiveMatching matching(4);
  matching.arrive_early(1, 2);
  matching.arrive_early(3, 1);
  matching.begin(0, 2, 1);
  CHECK_FALSE(matching.start(1));
  CHECK(matching.arrive(1));
  matching.begin(0, 2, 2);
  CHECK_FALSE(matching.start(0));
  CHECK(matching.start(1));
  matching.begin(0, 2, 3);
  CHECK_FALSE(matching.start(1));  // once
  matching.begin(2, 4, 1);
  CHECK(matching.start(3));
}

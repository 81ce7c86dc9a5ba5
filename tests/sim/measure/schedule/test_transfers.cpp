// Tags of messages on their way: what the tag says, and what is kept.
#include <catch2/catch.hpp>

#include "sim/measure/schedule/transfers.hpp"

using dateline::Transfers;

TEST_CASE("a message of one packet is known by its tag alone, one repetition ahead or none") {
  Transfers transfers;
  for (const std::uint64_t receivers : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{7}}) {
    for (const std::uint64_t ahead : {std::uint64_t{0}, std::uint64_t{1}}) {
      const std::uint32_t tag = transfers.add((1U << 30U) - 1, 1, receivers + ahead, receivers);
      CHECK(transfers.send_of(tag) == (1U << 30U) - 1);
      CHECK(transfers.sent(tag));
      CHECK(transfers.ahead(tag, receivers) == ahead);
      if (ahead == 1) CHECK(transfers.ahead(tag, receivers + 1) == 0);  // the receiver has caught up meanwhile
      CHECK(transfers.delivered(tag));
      transfers.forget(tag);
    }
  }
}

TEST_CASE("other messages end with their last packet, and their places are used again") {
  Transfers transfers;
  const std::uint32_t far = transfers.add(5, 1, 9, 2);
  const std::uint32_t cut = transfers.add(6, 3, 4, 4);
  CHECK(far != cut);
  CHECK(transfers.send_of(far) == 5);
  CHECK(transfers.send_of(cut) == 6);
  CHECK(transfers.ahead(far, 2) == 7);
  CHECK(transfers.ahead(far, 8) == 1);
  CHECK(transfers.ahead(cut, 4) == 0);
  CHECK(transfers.sent(far));
  CHECK_FALSE(transfers.sent(cut));
  CHECK_FALSE(transfers.sent(cut));
  CHECK(transfers.sent(cut));
  CHECK_FALSE(transfers.delivered(cut));
  CHECK_FALSE(transfers.delivered(cut));
  CHECK(transfers.delivered(cut));
  transfers.forget(cut);
  CHECK(transfers.add(8, 2, 0, 0) == cut);
  CHECK(transfers.send_of(cut) == 8);
  CHECK(transfers.send_of(far) == 5);
}

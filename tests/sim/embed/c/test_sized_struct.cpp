// A struct of the C interface that has grown: clients of the header before it, and of one after it.
#include <catch2/catch.hpp>

#include "sim/embed/c/sized_struct.hpp"

using namespace dateline;
using Catch::Matchers::Contains;

namespace {

struct Before {
  std::uint32_t size, kind;
  std::uint64_t user;
};
struct Present {
  std::uint32_t size, kind;
  std::uint64_t user, added;
};
struct After {
  std::uint32_t size, kind;
  std::uint64_t user, added, later;
};
constexpr std::uint32_t kFirst = sizeof(Before);

// What a library with `Present` makes of a caller's structs: it sees no more than the pointer.
template <typename Callers>
Present* seen(Callers* callers) {
  Present* found = nullptr;
  std::memcpy(&found, &callers, sizeof found);
  return found;
}

template <typename Callers, std::size_t kCount>
void fill(std::array<Callers, kCount>& callers) {
  callers[0].size = sizeof(Callers);
  StructArray<Present> array(seen(callers.data()), kFirst, "events, size", "an event");
  for (std::size_t i = 0; i + 1 < kCount; ++i) array.put(i, {0, static_cast<std::uint32_t>(i + 1), 10 * (i + 1), 100 * (i + 1)});
}

}  // namespace

TEST_CASE("a client of an older header is given structs as far apart as its own are long") {
  std::array<Before, 4> events{};
  events[3] = {1, 2, 3};
  fill(events);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(events.at(i).size == sizeof(Before));
    CHECK(events.at(i).kind == i + 1);
    CHECK(events.at(i).user == 10 * (i + 1));
  }
  CHECK(events[3].size == 1);  // behind the last one nothing is written
  CHECK(events[3].kind == 2);
  CHECK(events[3].user == 3);
}

TEST_CASE("a client of a newer header is given 0 in the fields that the library does not know") {
  std::array<After, 3> events{};
  for (After& event : events) event.later = 77;
  fill(events);
  for (std::size_t i = 0; i < 2; ++i) {
    CHECK(events.at(i).size == sizeof(After));
    CHECK(events.at(i).user == 10 * (i + 1));
    CHECK(events.at(i).added == 100 * (i + 1));
    CHECK(events.at(i).later == 0);
  }
  CHECK(events[2].later == 77);
}

TEST_CASE("what an older client does not know is 0, and what only a newer one knows must be") {
  const auto read = [](auto& callers) { return read_struct(seen(&callers), kFirst, "options, size", "options"); };
  Before before{sizeof(Before), 1, 2};
  CHECK(read(before).user == 2);
  CHECK(read(before).added == 0);
  After after{sizeof(After), 1, 2, 3, 0};
  CHECK(read(after).added == 3);
  after.later = 1;
  CHECK_THROWS_WITH(read(after), Contains("options, size=32 has a field that this version of the library does not know"));
}

TEST_CASE("what is no size of the struct is refused") {
  Before before{0, 1, 2};
  for (const std::uint32_t size : {0U, kFirst - 8, kFirst + 4, kLargestStruct + 8, 0xccccccccU}) {
    before.size = size;
    CHECK_THROWS_WITH(read_struct(seen(&before), kFirst, "options, size", "options"), Contains("is no size of options"));
    CHECK_THROWS_WITH(StructArray<Present>(seen(&before), kFirst, "events, size", "an event"), Contains("is no size of an event"));
  }
}

// Lists of operations: what is written into the spare room, what makes more of it, what a checkpoint keeps.
#include <catch2/catch.hpp>

#include "models/base/state_io.hpp"
#include "sim/measure/schedule/operation_list.hpp"

using dateline::OperationList;

namespace {

std::vector<std::uint32_t> items(const OperationList& list) { return {list.begin(), list.end()}; }

// So many written by the cursor, as many as there is always room for.
void write(OperationList& list, std::uint32_t first, std::size_t count) {
  std::uint32_t* next = list.cursor();
  for (std::uint32_t i = 0; i < count; ++i) *next++ = first + i;
  list.end_at(next);
}

}  // namespace

TEST_CASE("there is always room for the spare operations, however many there are") {
  for (const std::size_t spare : {1U, 3U, 64U}) {
    OperationList list(spare);
    std::vector<std::uint32_t> all;
    for (std::uint32_t i = 0; i < 200; ++i) {
      if (i % 3 == 0) {
        list.push(1000 + i);
        all.push_back(1000 + i);
      }
      write(list, i, i % (spare + 1));
      for (std::uint32_t k = 0; k < i % (spare + 1); ++k) all.push_back(i + k);
    }
    CHECK(items(list) == all);
    CHECK(list.size() == all.size());
  }
}

TEST_CASE("room for more operations is made beforehand, and without spare ones too") {
  OperationList list(0);
  CHECK(list.empty());
  list.reserve_more(5);
  const std::uint32_t* const at = list.cursor();
  write(list, 7, 5);
  CHECK(items(list) == std::vector<std::uint32_t>{7, 8, 9, 10, 11});
  CHECK(list.begin() == at);  // nothing had to be made beside
}

TEST_CASE("a list of operations is emptied, given another's, and stripped of some") {
  OperationList list(2), other(2);
  write(list, 5, 2);
  write(list, 8, 2);
  list.remove_if([](std::uint32_t operation) { return operation % 2 == 0; });
  CHECK(items(list) == std::vector<std::uint32_t>{5, 9});
  list.swap(other);
  CHECK(list.empty());
  CHECK(items(other) == std::vector<std::uint32_t>{5, 9});
  write(list, 1, 2);
  CHECK(items(list) == std::vector<std::uint32_t>{1, 2});
  list.clear();
  CHECK(list.empty());
  other.release();
  CHECK(other.empty());
  write(other, 3, 2);
  CHECK(items(other) == std::vector<std::uint32_t>{3, 4});
}

TEST_CASE("a list of operations is read as it was written, with its spare room") {
  std::string bytes;
  OperationList list(2);
  for (std::uint32_t i = 0; i < 100; ++i) list.push(i * i);
  {
    dateline::StateWriter writer([&](std::string_view part) { bytes += part; });
    list.io(writer);
    writer.end();
  }
  OperationList other(2);
  write(other, 1, 2);  // is gone then
  dateline::StateReader reader(bytes);
  other.io(reader);
  CHECK(items(other) == items(list));
  write(other, 4, 2);
  CHECK(other.size() == 102);
}

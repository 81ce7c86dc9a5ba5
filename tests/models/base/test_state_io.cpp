// State as bytes: what is written part by part, and read again.
#include <catch2/catch.hpp>

#include "models/base/numbers/digest.hpp"
#include "models/base/state_io.hpp"
#include "models/base/state_section.hpp"

using namespace dateline;

namespace {

struct Fields {
  std::uint8_t small = 0;
  std::vector<std::uint32_t> many;
  std::vector<std::array<char, 1000>> large;
  std::vector<std::string> texts;
  std::map<int, std::optional<std::uint64_t>> by_number;
  std::set<std::uint16_t> some;
  std::deque<std::pair<std::uint64_t, std::uint8_t>> queue;

  template <typename Archive>
  void io(Archive& archive) {
    auto& [a, b, c, d, e, f, g] = *this;
    archive(a, b, c, d);
    state_section(archive, [&numbers = e, &set = f](Archive& own) { own(numbers, set); });
    archive(g);
  }
};

// Several parts long, and of lengths that do not divide one.
Fields example() {
  Fields fields{7, {}, {}, {"", "text", std::string(40000, 'x')}, {{1, 5}, {-3, std::nullopt}}, {3, 1, 2}, {{9, 1}, {8, 2}}};
  for (std::uint32_t i = 0; i < 20011; ++i) fields.many.push_back(i * i);
  for (char c = 'a'; c < 'z'; ++c) fields.large.emplace_back().fill(c);
  return fields;
}

std::vector<std::string> parts_of(Fields& fields) {
  std::vector<std::string> parts;
  StateWriter writer([&](std::string_view part) { parts.emplace_back(part); });
  writer(fields);
  writer.end();
  return parts;
}

std::string joined(const std::vector<std::string>& parts) {
  std::string all;
  for (const std::string& part : parts) all += part;
  return all;
}

}  // namespace

TEST_CASE("a state is written in parts of one size, as many bytes as were counted") {
  Fields fields = example();
  StateWriter counted;
  counted(fields);
  // 1 byte; two vectors of a count and items; texts with counts; a section of its size, a map, a set; a queue.
  const std::size_t texts = 8 + (8 + 0) + (8 + 4) + (8 + 40000), section = 8 + (8 + (4 + 1 + 8) + (4 + 1)) + (8 + 3 * 2);
  CHECK(counted.size() == 1 + (8 + 4 * 20011) + (8 + 25 * 1000) + texts + section + (8 + 2 * 9));
  const std::vector<std::string> parts = parts_of(fields);
  REQUIRE(parts.size() > 5);
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) CHECK(parts[i].size() == StateWriter::kPart);
  CHECK(joined(parts).size() == counted.size());
}

TEST_CASE("what is read is what was written, and an early end is seen") {
  Fields fields = example(), other;
  const std::string bytes = joined(parts_of(fields));
  StateReader reader(bytes);
  reader(other);
  CHECK(reader.at_end());
  CHECK(other.many == fields.many);
  CHECK(other.large == fields.large);
  CHECK(other.texts == fields.texts);
  CHECK(other.by_number == fields.by_number);
  CHECK(other.some == fields.some);
  CHECK(other.queue == fields.queue);
  for (const std::size_t length : {std::size_t{0}, std::size_t{5}, bytes.size() / 2, bytes.size() - 1}) {
    StateReader early(std::string_view(bytes).substr(0, length));
    CHECK_THROWS_AS(early(other), std::runtime_error);
  }
}

TEST_CASE("a digest is the same however its bytes are parted, and another for each flipped bit and each length") {
  std::string bytes;
  for (int i = 0; i < 300; ++i) bytes += static_cast<char>(i * 37);
  const std::uint64_t whole = digest(bytes);
  for (std::size_t part = Digest::kStripe; part <= bytes.size(); part += Digest::kStripe) {
    Digest sum;
    for (std::size_t at = 0; at < bytes.size(); at += part) sum.add(std::string_view(bytes).substr(at, part));
    CHECK(sum.value() == whole);
  }
  std::set<std::uint64_t> found;
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string flipped = bytes;
      flipped[at] = static_cast<char>(flipped[at] ^ (1 << bit));
      found.insert(digest(flipped));
    }
    found.insert(digest(std::string(at, '\0')));
  }
  found.insert(whole);
  CHECK(found.size() == 300 * 9 + 1);
}

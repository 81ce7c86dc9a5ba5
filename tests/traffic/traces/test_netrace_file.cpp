// Netrace files, packed and not: what is read, by hand, and every kind of damage with its byte.
#include <bzlib.h>

#include <catch2/catch.hpp>

#include "tests/support/cases/netrace_bytes.hpp"
#include "tests/support/cases/schedule_text.hpp"
#include "traffic/traces/netrace_file.hpp"
#include "traffic/traces/trace_summary.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

std::string packed(std::string text) {
  std::string out(text.size() + text.size() / 50 + 1000, '\0');
  auto size = static_cast<unsigned>(out.size());
  REQUIRE(BZ2_bzBuffToBuffCompress(out.data(), &size, text.data(), static_cast<unsigned>(text.size()), 1, 0, 0) == BZ_OK);
  return out.substr(0, size);
}

TraceSummary read_through(const std::string& path, std::uint64_t flit_bytes = 1) {
  TracePlaces places;
  for (std::uint32_t r = 0; r < 4; ++r) places.terminals.emplace_back(r);
  NetraceFile file(kWorkload, path, flit_bytes);
  return summarise(file, places, 4);
}

std::string error(const std::string& text) {
  return error_of(text, [](const std::string& path) { (void)read_through(path); });
}

const std::vector<NetracePacket> kThree = {{0, 10, 2, 0, 1, {30, 20}}, {4, 20, 1, 1, 0, {30}}, {0x123456789a, 30, 30, 1, 1}};

void check_three(const std::string& text) {
  const ScratchFile file(text);
  NetraceFile trace(kWorkload, file.path(), 16);
  CHECK(trace.has_classes());
  CHECK(trace.has_dependencies());
  TracePacket p;
  REQUIRE(trace.next(p));
  CHECK((p.cycle == 0 && p.id == 10 && p.source == 0 && p.destination == 1 && p.flits == 5 && p.traffic_class == 2));
  CHECK(p.waiting == std::vector<std::uint32_t>{30, 20});
  REQUIRE(trace.next(p));
  CHECK((p.cycle == 4 && p.id == 20 && p.source == 1 && p.destination == 0 && p.flits == 1 && p.traffic_class == 1));
  CHECK(p.waiting == std::vector<std::uint32_t>{30});
  REQUIRE(trace.next(p));
  CHECK((p.cycle == 0x123456789a && p.id == 30 && p.source == 1 && p.destination == 1 && p.flits == 5 && p.traffic_class == 30));
  CHECK(p.waiting.empty());
  CHECK_FALSE(trace.next(p));
}

}  // namespace

TEST_CASE("a Netrace file is read, whether it is packed or not") {
  NetraceHeader header;
  header.notes = "notes\n";
  header.regions = 2;
  check_three(netrace(header, kThree));
  check_three(netrace({}, kThree));
  check_three(packed(netrace(header, kThree)));
  const std::string text = netrace(header, kThree);
  check_three(packed(text.substr(0, 80)) + packed(text.substr(80)));  // in two parts
}

TEST_CASE("the bytes of a Netrace packet go by its type") {
  const std::vector<std::uint64_t> large = {2, 3, 4, 6, 16, 30}, small = {1, 5, 13, 14, 15, 25, 27, 28, 29};
  for (std::uint64_t type = 0; type < 256; ++type) {
    CAPTURE(type);
    const bool is_large = std::count(large.begin(), large.end(), type) != 0, is_small = std::count(small.begin(), small.end(), type) != 0;
    const std::string text = netrace({}, {{0, 1, type, 0, 1}});
    if (!is_large && !is_small) {
      CHECK(error(text) == "byte 72: packet 1 has type " + std::to_string(type) + ", which is no packet's");
      continue;
    }
    const ScratchFile file(text);
    for (const std::uint64_t flit_bytes : {1U, 7U, 8U, 71U, 72U, 1000U}) {
      const std::uint64_t bytes = is_large ? 72 : 8;
      CHECK(read_through(file.path(), flit_bytes).flits[0] == (bytes + flit_bytes - 1) / flit_bytes);
    }
  }
}

TEST_CASE("a packed Netrace file larger than every buffer is read") {
  NetraceHeader header;
  header.notes = std::string(300'000, '.');
  std::vector<NetracePacket> packets;
  for (std::uint64_t i = 0; i < 60'000; ++i) packets.push_back({i * i, i * 7 + 1, 1, i % 2, (i / 3) % 2, {static_cast<std::uint32_t>(i * 7 + 8)}});
  const std::string text = netrace(header, packets);
  CHECK(text.size() > 1'500'000);  // more than a block of bzip2's
  for (const std::string& content : {text, packed(text)}) {
    const ScratchFile file(content);
    const TraceSummary summary = read_through(file.path());
    CHECK(summary.packets == 60'000);
    CHECK(summary.flits[0] + summary.flits[1] == 8 * 60'000);
    CHECK(summary.last == 59'999ULL * 59'999);
  }
}

TEST_CASE("a Netrace file that names packets which never come is read") {
  CHECK(error(netrace({}, {{0, 1, 1, 0, 1, {7, 7, 4'000'000'000U}}})) == "accepted");
  CHECK(error(netrace({}, {})) == "accepted");
}

TEST_CASE("a damaged Netrace file is refused with its byte") {
  const auto with = [](const auto& change) {
    NetraceHeader h;
    change(h);
    return h.bytes();
  };
  const std::string good = netrace({}, kThree), zipped = packed(good);
  NetraceHeader noted;
  noted.notes = "12345";
  noted.regions = 3;
  const std::string long_header = noted.bytes();
  std::string flipped = zipped;
  flipped[flipped.size() / 2] = static_cast<char>(flipped[flipped.size() / 2] ^ 0x10);
  const std::vector<Damaged> cases = {
      {"", "byte 0: ", "ends within its header"},
      {good.substr(0, 1), "byte 1: ", "ends within its header"},
      {good.substr(0, 4), "byte 4: ", "ends within its header"},
      {good.substr(0, 71), "byte 71: ", "ends within its header"},
      {with([](NetraceHeader& h) { h.magic = 0x5554'4A48; }), "byte 0: ", "0x484a5455"},
      {"cycle,source,destination,flits\n", "byte 0: ", "0x484a5455"},
      {"num_ranks 2\n" + good, "byte 0: ", "0x484a5455"},
      {with([](NetraceHeader& h) { h.version = 0x40000000; }), "byte 4: ", "version"},
      {with([](NetraceHeader& h) { h.version = 1; }), "byte 4: ", "version"},
      {with([](NetraceHeader& h) { h.nodes = 0; }), "byte 38: ", "0 nodes"},
      {with([](NetraceHeader& h) { h.packets = 1; }), "byte 72: ", "ends with packet 1 of 1"},
      {with([](NetraceHeader& h) { h.packets = ~std::uint64_t{0}; }), "byte 72: ", "ends with packet 1 of 18446744073709551615"},
      {long_header.substr(0, 72), "byte 72: ", "within its notes: 5 bytes"},
      {long_header.substr(0, 76), "byte 72: ", "within its notes"},
      {long_header.substr(0, 77), "byte 77: ", "within its regions: 72 bytes"},
      {long_header.substr(0, 148), "byte 77: ", "within its regions"},
      {good.substr(0, 72), "byte 72: ", "ends with packet 1 of 3"},
      {good.substr(0, 92), "byte 72: ", "ends with packet 1 of 3"},
      {good.substr(0, 93), "byte 72: ", "ends with packet 1 of 3"},  // its list
      {good.substr(0, 100), "byte 72: ", "ends with packet 1 of 3"},
      {good.substr(0, 101), "byte 101: ", "ends with packet 2 of 3"},
      {good.substr(0, good.size() - 1), "byte 126: ", "ends with packet 3 of 3"},
      {good + "x", "byte 147: ", "behind the last packet"},
      {good + good, "byte 147: ", "behind the last packet"},
      {with([](NetraceHeader&) {}) + "x", "byte 72: ", "there are 0"},
      {netrace({}, {{0, 1, 0, 0, 1}}), "byte 72: ", "type 0"},
      {netrace({}, {{0, 1, 1, 0, 1}, {0, 2, 7, 0, 1}}), "byte 93: ", "type 7"},
      {netrace({}, {{0, 1, 31, 0, 1}}), "byte 72: ", "type 31"},
      {netrace({}, {{0, 1, 1, 2, 1}}), "byte 72: ", "from node 2 to node 1; allowed: 0..1"},
      {netrace({}, {{0, 1, 1, 0, 255}}), "byte 72: ", "to node 255"},
      {netrace({}, {{5, 1, 1, 0, 1, {2}}, {4, 2, 1, 0, 1}}), "byte 97: ", "packet 2 of cycle 4 stands behind cycle 5"},
      {netrace({}, {{1'000'000'000'000'001, 1, 1, 0, 1}}), "byte 72: ", "cycle 1000000000000001"},
      {netrace({}, {{0, 1, 1, 0, 1, {1}}}), "byte 72: ", "packet 1 waits for itself"},
      {netrace({}, {{0, 1, 1, 0, 1}, {0, 2, 1, 0, 1, {3, 1}}}), "byte 93: ", "packet 1, which was there before, is said to wait for packet 2"},
      {netrace({}, {{0, 1, 1, 0, 1}, {0, 1, 1, 0, 1}}), "byte 93: ", "packet 1 was there before"},
      {netrace({0x484A5455, 0x3F800000, 9, 1, 0, 0, {}}, {{0, 1, 1, 0, 1}, {0, 2, 1, 0, 4}}), "byte 93: ", "rank 4 has no place"},
      {"BZh", "byte 0: ", "ends too early"},
      {"BZh9 and then something else", "byte 0: ", "is damaged"},
      {zipped.substr(0, zipped.size() - 1), "byte ", "ends too early"},
      {zipped.substr(0, 20), "byte 0: ", "ends too early"},
      {flipped, "byte ", "is damaged"},
      {zipped + "B", "byte 147: ", "ends too early"},
      {zipped + "xyz and more", "byte 147: ", "is damaged"},
  };
  CHECK(cases.size() >= 30);
  for (const Damaged& c : cases) {
    CAPTURE(c.text, c.says);
    const std::string said = error(c.text);
    CHECK(said.substr(0, c.start.size()) == c.start);
    CHECK_THAT(said, Catch::Contains(c.says));
  }
}

#include "traffic/traces/netrace_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace dateline {
namespace {

constexpr std::uint64_t kMagic = 0x484A5455, kVersionOne = 0x3F800000;  // the float 1.0
constexpr std::size_t kHeaderBytes = 72, kPacketBytes = 21, kRegionBytes = 24;
constexpr std::size_t kVersionAt = 4, kNodesAt = 38, kPacketsAt = 48, kNotesAt = 56, kRegionsAt = 60;  // in the header

std::uint64_t little_endian(const char* bytes, std::size_t count) {
  std::uint64_t value = 0;
  for (std::size_t i = count; i-- > 0;) value = value << 8U | static_cast<unsigned char>(bytes[i]);
  return value;
}

// Of a packet, by its type; 0: no packet has it.
std::uint32_t bytes_of(std::uint32_t type) {
  constexpr std::array<std::uint8_t, 31> kBytes = {0, 8, 72, 72, 72, 8, 72, 0, 0, 0, 0, 0, 0, 8, 8, 8, 72, 0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 8, 8, 8, 72};
  return type < kBytes.size() ? kBytes[type] : 0;
}

}  // namespace

NetraceFile::NetraceFile(const ValueSource& source, const std::string& path, std::uint64_t flit_bytes)
    : bytes_(source, path), flit_bytes_(flit_bytes) {
  read_header();
}

void NetraceFile::read_header() {
  std::array<char, kHeaderBytes> header{};
  const std::size_t found = bytes_.read(header.data(), header.size());
  if (found >= kVersionAt && little_endian(header.data(), 4) != kMagic) fail("is no Netrace file: it does not begin with the number 0x484a5455");
  if (found < header.size()) bytes_.fail_at(found, fmt::format("the file ends within its header of {} bytes", kHeaderBytes));
  if (little_endian(header.data() + kVersionAt, 4) != kVersionOne) bytes_.fail_at(kVersionAt, "is of another version; allowed: 1.0");
  nodes_ = static_cast<std::uint32_t>(little_endian(header.data() + kNodesAt, 1));
  if (nodes_ == 0) bytes_.fail_at(kNodesAt, "has 0 nodes; allowed: 1..255");
  packets_ = little_endian(header.data() + kPacketsAt, 8);
  skip(little_endian(header.data() + kNotesAt, 4), "notes");
  skip(little_endian(header.data() + kRegionsAt, 4) * kRegionBytes, "regions");
}

void NetraceFile::skip(std::uint64_t count, const std::string& what) {
  place_ = bytes_.offset();
  std::array<char, 4096> chunk{};
  for (std::uint64_t left = count; left != 0;) {
    const std::size_t part = std::min<std::uint64_t>(left, chunk.size());
    if (bytes_.read(chunk.data(), part) != part) fail(fmt::format("the file ends within its {}: {} bytes by its header", what, count));
    left -= part;
  }
}

bool NetraceFile::next(TracePacket& packet) {
  place_ = bytes_.offset();
  std::array<char, kPacketBytes> data{};
  if (read_ == packets_) {
    if (bytes_.read(data.data(), 1) != 0) fail(fmt::format("stands behind the last packet; the header says that there are {}", packets_));
    return false;
  }
  if (bytes_.read(data.data(), data.size()) != data.size()) fail(fmt::format("the file ends with packet {} of {}", read_ + 1, packets_));
  ++read_;
  packet.cycle = little_endian(data.data(), 8);
  packet.id = static_cast<std::uint32_t>(little_endian(data.data() + 8, 4));
  const auto byte = [&](std::size_t at) { return static_cast<std::uint32_t>(little_endian(data.data() + at, 1)); };
  const std::uint32_t type = byte(16), bytes = bytes_of(type);
  packet.source = byte(17);
  packet.destination = byte(18);
  if (packet.cycle > kLastTraceCycle) fail(fmt::format("packet {} has cycle {}; allowed: 0..{}", packet.id, packet.cycle, kLastTraceCycle));
  if (packet.cycle < last_) fail(fmt::format("packet {} of cycle {} stands behind cycle {}; cycles do not decrease", packet.id, packet.cycle, last_));
  last_ = packet.cycle;
  if (bytes == 0) fail(fmt::format("packet {} has type {}, which is no packet's", packet.id, type));
  if (std::max(packet.source, packet.destination) >= nodes_) {
    fail(fmt::format("packet {} goes from node {} to node {}; allowed: 0..{}", packet.id, packet.source, packet.destination, nodes_ - 1));
  }
  packet.flits = static_cast<std::uint32_t>((bytes - 1) / flit_bytes_ + 1);
  packet.traffic_class = static_cast<std::uint8_t>(type);
  read_waiting(byte(20), packet);
  return true;
}

void NetraceFile::read_waiting(std::size_t count, TracePacket& packet) {
  std::array<char, 4 * 255> ids{};
  if (bytes_.read(ids.data(), 4 * count) != 4 * count) fail(fmt::format("the file ends with packet {} of {}", read_, packets_));
  packet.waiting.clear();
  for (std::size_t i = 0; i < count; ++i) packet.waiting.push_back(static_cast<std::uint32_t>(little_endian(ids.data() + 4 * i, 4)));
}

}  // namespace dateline

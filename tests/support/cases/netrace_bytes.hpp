// Netrace files for tests, byte by byte as docs/guide/workloads/netrace.md has them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace dateline::test {

inline std::string little(std::uint64_t value, int bytes) {
  std::string text;
  for (int i = 0; i < bytes; ++i) text += static_cast<char>(value >> (8 * i) & 0xffU);
  return text;
}

struct NetraceHeader {
  std::uint64_t magic = 0x484A5455, version = 0x3F800000, nodes = 2, cycles = 100, packets = 0, regions = 0;
  std::string notes = {};
  [[nodiscard]] std::string bytes() const {
    return little(magic, 4) + little(version, 4) + std::string(30, 'n') + little(nodes, 1) + little(0, 1) + little(cycles, 8) + little(packets, 8) +
           little(notes.size(), 4) + little(regions, 4) + std::string(8, '\0') + notes + std::string(24 * regions, 'r');
  }
};

struct NetracePacket {
  std::uint64_t cycle, id, type, source, destination;
  std::vector<std::uint32_t> waiting = {};
  [[nodiscard]] std::string bytes() const {
    std::string text = little(cycle, 8) + little(id, 4) + little(0xdeadbeef, 4) + little(type, 1) + little(source, 1) + little(destination, 1) +
                       little(0x21, 1) + little(waiting.size(), 1);
    for (const std::uint32_t w : waiting) text += little(w, 4);
    return text;
  }
};

inline std::string netrace(NetraceHeader header, const std::vector<NetracePacket>& packets) {
  header.packets = packets.size();
  std::string text = header.bytes();
  for (const NetracePacket& p : packets) text += p.bytes();
  return text;
}

}  // namespace dateline::test

// How many flits a message of so many bytes takes, and how it is cut into packets. Every packet is a worm of its own
// with one header flit: b bytes are F = ceil(b / flit_bytes) payload flits in max(1, ceil(F / (L - 1))) packets of at
// most L = packet_length flits; 0 bytes are one flit (docs/guide/workloads/schedules.md).
#pragma once

#include <cstdint>

namespace dateline {

struct MessageSizes {
  static constexpr std::uint32_t kMaxPacketLength = 65535;
  static constexpr std::uint64_t kMaxBytes = 1'000'000'000'000'000;  // of one message

  std::uint64_t flit_bytes = 1;                    // 1 or more
  std::uint32_t packet_length = kMaxPacketLength;  // flits, header included, 2..65535

  [[nodiscard]] std::uint64_t payload(std::uint64_t bytes) const { return bytes == 0 ? 0 : (bytes - 1) / flit_bytes + 1; }
  [[nodiscard]] std::uint64_t packets(std::uint64_t bytes) const {
    const std::uint64_t flits = payload(bytes), room = packet_length - 1;
    return flits <= room ? 1 : (flits - 1) / room + 1;
  }
  // Of all its packets, headers included.
  [[nodiscard]] std::uint64_t flits(std::uint64_t bytes) const { return payload(bytes) + packets(bytes); }
};

}  // namespace dateline

// How many flits a message of so many bytes takes, and how it is cut into packets. Every packet is a worm of its own
// with h = header_flits header flits, one but for embedded networks that have none: b bytes are F = ceil(b /
// flit_bytes) payload flits in max(1, ceil(F / (L - h))) packets of at most L = packet_length flits; 0 bytes are one
// flit (docs/guide/workloads/schedules.md).
#pragma once

#include <cstdint>

namespace dateline {

struct MessageSizes {
  static constexpr std::uint32_t kMaxPacketLength = 65535;
  static constexpr std::uint64_t kMaxBytes = 1'000'000'000'000'000;  // of one message

  std::uint64_t flit_bytes = 1;                    // 1 or more
  std::uint32_t packet_length = kMaxPacketLength;  // flits, header included, header_flits + 1..65535
  std::uint32_t header_flits = 1;                  // 0 or 1

  // Of 0 bytes without headers one.
  [[nodiscard]] std::uint64_t payload(std::uint64_t bytes) const { return bytes == 0 ? 1 - header_flits : (bytes - 1) / flit_bytes + 1; }
  // Payload flits of the longest packet.
  [[nodiscard]] std::uint64_t room() const { return packet_length - header_flits; }
  [[nodiscard]] std::uint64_t packets(std::uint64_t bytes) const {
    const std::uint64_t flits = payload(bytes);
    return flits <= room() ? 1 : (flits - 1) / room() + 1;
  }
  // Of all its packets, headers included.
  [[nodiscard]] std::uint64_t flits(std::uint64_t bytes) const { return payload(bytes) + packets(bytes) * header_flits; }
};

}  // namespace dateline

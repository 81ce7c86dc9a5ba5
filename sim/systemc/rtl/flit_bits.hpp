// The 64 bits of a flit on the pins of docs/extend/router-verilog.md: the number of its packet above, below of a head
// flit its destination, of every other its place in the packet. By these it is known again.
#pragma once

#include "sim/core/state/external_router.hpp"

namespace dateline {

inline constexpr unsigned kFlitBits = 64;

// `to`: of a head flit, the coordinates of its destination.
[[nodiscard]] inline std::uint64_t bits_of(const ExternalFlit& flit, const std::uint16_t* to) {
  const std::uint64_t packet = std::uint64_t{flit.packet.value()} << 32U;
  return packet | (flit.head ? std::uint64_t{to[1]} << 16U | std::uint64_t{to[0]} : flit.sequence);
}

[[nodiscard]] inline ExternalFlit flit_of(std::uint64_t data, std::uint8_t vc, bool head, bool tail) {
  ExternalFlit flit;
  flit.packet = PacketId(static_cast<std::uint32_t>(data >> 32U));
  flit.sequence = head ? std::uint16_t{0} : static_cast<std::uint16_t>(data);
  flit.vc = vc;
  flit.head = head;
  flit.tail = tail;
  return flit;
}

}  // namespace dateline

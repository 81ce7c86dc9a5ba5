// What the bridges make of a generic payload's attributes (IEEE 1666-2011, 14.9 to 14.17) and of phases: the packets
// that it is, the addresses that it touches, and the status by which one is refused that the standard forbids.
#pragma once

#include <cstdint>
#include <optional>
#include <tlm>

#include "traffic/schedules/message_sizes.hpp"

namespace dateline {

// A request is a head flit with address and command, and a flit for every `flit_bytes` bytes of a write; an answer a
// head flit with the status, and the bytes of a read. Byte enables are wires beside the bytes: they take no flit.
[[nodiscard]] inline std::uint64_t request_flits(const tlm::tlm_generic_payload& payload, const MessageSizes& sizes) {
  return sizes.flits(payload.is_write() ? payload.get_data_length() : 0);
}
[[nodiscard]] inline std::uint64_t answer_flits(const tlm::tlm_generic_payload& payload, const MessageSizes& sizes) {
  return sizes.flits(payload.is_read() ? payload.get_data_length() : 0);
}

// How many bytes from its address on it reads or writes: a streaming width below the data length comes back to the
// address. 1 of a command to ignore, which goes to its address and transfers nothing.
[[nodiscard]] std::uint64_t addressed_bytes(const tlm::tlm_generic_payload& payload);

// None if the attributes are as the standard wants them and one packet each way holds the bytes; else, of a read or a
// write: TLM_BURST_ERROR_RESPONSE for no bytes, a streaming width of 0 or too many bytes, TLM_GENERIC_ERROR_RESPONSE
// for no data pointer, TLM_BYTE_ENABLE_ERROR_RESPONSE for byte enables that are none, or neither 0 nor 0xFF.
[[nodiscard]] std::optional<tlm::tlm_response_status> refusal(const tlm::tlm_generic_payload& payload, const MessageSizes& sizes);

// A phase of another protocol than the base protocol, which is received, and ignored (15.2.5).
[[nodiscard]] inline bool is_ignorable(const tlm::tlm_phase& phase) { return phase > tlm::END_RESP; }

}  // namespace dateline

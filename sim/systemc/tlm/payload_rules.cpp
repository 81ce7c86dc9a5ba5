#include "sim/systemc/tlm/payload_rules.hpp"

#include <algorithm>

namespace dateline {
namespace {

bool has_good_byte_enables(const tlm::tlm_generic_payload& payload) {
  const unsigned char* const enables = payload.get_byte_enable_ptr();
  if (enables == nullptr) return true;
  const unsigned length = std::min(payload.get_byte_enable_length(), payload.get_data_length());
  const auto is_good = [](unsigned char enable) { return enable == TLM_BYTE_DISABLED || enable == TLM_BYTE_ENABLED; };
  return length > 0 && std::all_of(enables, enables + length, is_good);
}

}  // namespace

std::uint64_t addressed_bytes(const tlm::tlm_generic_payload& payload) {
  if (payload.get_command() == tlm::TLM_IGNORE_COMMAND) return 1;
  return std::min(payload.get_data_length(), payload.get_streaming_width());
}

std::optional<tlm::tlm_response_status> refusal(const tlm::tlm_generic_payload& payload, const MessageSizes& sizes) {
  if (payload.get_command() == tlm::TLM_IGNORE_COMMAND) return std::nullopt;
  if (payload.get_data_length() == 0 || payload.get_streaming_width() == 0) return tlm::TLM_BURST_ERROR_RESPONSE;
  if (sizes.packets(payload.get_data_length()) > 1) return tlm::TLM_BURST_ERROR_RESPONSE;
  if (payload.get_data_ptr() == nullptr) return tlm::TLM_GENERIC_ERROR_RESPONSE;
  if (!has_good_byte_enables(payload)) return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
  return std::nullopt;
}

}  // namespace dateline

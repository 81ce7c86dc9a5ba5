#include "tests/sim/systemc/tlm/payload_record.hpp"

#include <algorithm>

namespace dateline::test {
namespace {

bool transfers(const tlm::tlm_generic_payload& payload) { return payload.is_read() || payload.is_write(); }

std::vector<unsigned char> array(const unsigned char* from, unsigned length) {
  return from == nullptr ? std::vector<unsigned char>() : std::vector<unsigned char>(from, from + length);
}

bool is_enable(unsigned char value) { return value == TLM_BYTE_DISABLED || value == TLM_BYTE_ENABLED; }

}  // namespace

std::vector<std::string> attribute_faults(const tlm::tlm_generic_payload& payload) {
  std::vector<std::string> faults;
  const auto check = [&](bool good, const char* fault) {
    if (!good) faults.emplace_back(fault);
  };
  check(payload.get_gp_option() == tlm::TLM_MIN_PAYLOAD, "14.8: an option that is not TLM_MIN_PAYLOAD");
  if (transfers(payload)) {
    check(payload.get_data_ptr() != nullptr, "14.11: no data pointer");
    check(payload.get_data_length() > 0, "14.12: no bytes; TLM_IGNORE_COMMAND transfers none");
    const std::vector<unsigned char> enables = array(payload.get_byte_enable_ptr(), payload.get_byte_enable_length());
    check(std::all_of(enables.begin(), enables.end(), is_enable), "14.13: a byte enable that is neither 0 nor 0xFF");
  }
  check(payload.get_byte_enable_ptr() == nullptr || payload.get_byte_enable_length() > 0, "14.14: a byte enable length of 0");
  check(payload.get_streaming_width() > 0, "14.15: a streaming width of 0");
  check(!payload.is_dmi_allowed(), "14.16: a hint at direct memory access from the initiator");
  check(payload.get_response_status() == tlm::TLM_INCOMPLETE_RESPONSE, "14.17: a response status before the response");
  return faults;
}

PayloadRecord::PayloadRecord(const tlm::tlm_generic_payload& payload)
    : command_(payload.get_command()),
      data_(payload.get_data_ptr()),
      length_(payload.get_data_length()),
      streaming_width_(payload.get_streaming_width()),
      enables_(payload.get_byte_enable_ptr()),
      enables_length_(payload.get_byte_enable_length()),
      option_(payload.get_gp_option()) {
  if (!transfers(payload)) return;
  data_array_ = array(data_, length_);
  enable_array_ = array(enables_, enables_length_);
}

std::vector<std::string> PayloadRecord::changes(const tlm::tlm_generic_payload& payload) const {
  std::vector<std::string> found;
  const auto check = [&](bool same, const char* what) {
    if (!same) found.push_back(std::string("14.7: under way, ") + what + " has changed");
  };
  check(payload.get_gp_option() == option_, "the option");
  check(payload.get_command() == command_, "the command");
  check(payload.get_data_length() == length_, "the data length");
  check(payload.get_streaming_width() == streaming_width_, "the streaming width");
  check(payload.get_byte_enable_length() == enables_length_, "the byte enable length");
  check(payload.get_data_ptr() == data_, "the data pointer");
  check(payload.get_byte_enable_ptr() == enables_, "the byte enable pointer");
  if (!found.empty()) return found;  // the arrays are no longer what they were
  check(std::equal(enable_array_.begin(), enable_array_.end(), enables_), "a byte enable");
  check(keeps_data(payload), command_ == tlm::TLM_WRITE_COMMAND ? "a byte that is written" : "a byte that is not enabled");
  return found;
}

bool PayloadRecord::keeps_data(const tlm::tlm_generic_payload& payload) const {
  for (std::size_t i = 0; i < data_array_.size(); ++i) {
    const bool enabled = enable_array_.empty() || enable_array_[i % enable_array_.size()] != TLM_BYTE_DISABLED;
    if (payload.is_read() && enabled) continue;
    if (data_[i] != data_array_[i]) return false;
  }
  return true;
}

}  // namespace dateline::test

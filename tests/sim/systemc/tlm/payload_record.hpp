// What IEEE 1666-2011 says of a generic payload from its request to its response, as a list of violations, each with
// its clause: which attributes it may begin with (14.8, 14.11 to 14.17), and which may change (14.7).
#pragma once

#include <string>
#include <tlm>
#include <vector>

namespace dateline::test {

// Of a payload with which a transaction begins.
[[nodiscard]] std::vector<std::string> attribute_faults(const tlm::tlm_generic_payload& payload);

// What a payload was when its transaction began.
class PayloadRecord {
 public:
  explicit PayloadRecord(const tlm::tlm_generic_payload& payload);
  // What has changed that may not: all attributes but the address, the hint of direct memory access, the response
  // status and extensions; a write's data, a read's disabled bytes, the byte enables.
  [[nodiscard]] std::vector<std::string> changes(const tlm::tlm_generic_payload& payload) const;

 private:
  [[nodiscard]] bool keeps_data(const tlm::tlm_generic_payload& payload) const;

  tlm::tlm_command command_;
  const unsigned char* data_;
  unsigned length_, streaming_width_;
  const unsigned char* enables_;
  unsigned enables_length_;
  tlm::tlm_gp_option option_;
  std::vector<unsigned char> data_array_, enable_array_;
};

}  // namespace dateline::test

// Which network channels err, and who finds it: the far end of the link, which has the flit sent again
// (link_retry.hpp), or the destination of the packet (packet/packet_errors.hpp). docs/reference/router-cycle.md,
// section 10.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "models/base/enum_names.hpp"
#include "models/base/numbers/random.hpp"

namespace dateline {

inline constexpr int kMostRetryFlits = 65535;

enum class ErrorDetection { link, end_to_end };
constexpr std::array<EnumName<ErrorDetection>, 2> enum_names(ErrorDetection) {
  return {{{ErrorDetection::link, "link"}, {ErrorDetection::end_to_end, "end-to-end"}}};
}

struct LinkErrors {
  // Per channel of the network: whether it may err; a try of a flit errs if its 64 random bits are below this.
  std::vector<std::uint8_t> errs = {};
  std::vector<std::uint64_t> below = {};
  int window = 0;  // flits that are sent and not acknowledged, 1..kMostRetryFlits; 0: the round trip, so that they stream
  int replay = 0;  // flits that the sender keeps until they are; 0: the window
  ErrorDetection detection = ErrorDetection::link;
};

// The 64 random bits of a try of a flit: a function of the seed, the channel (its number in the network), the number of
// the flit on the channel and that of the try. Order and tiles decide nothing.
[[nodiscard]] inline std::uint64_t error_key(std::uint64_t seed, std::uint32_t channel) { return mix(mix(seed ^ 0x510e527fade682d1ULL) + channel); }
[[nodiscard]] inline std::uint64_t error_bits(std::uint64_t key, std::uint64_t flit, std::uint64_t tries) { return mix(mix(key + flit) + tries); }

struct ErrorCounts {
  std::uint64_t flits = 0, errors = 0;  // that crossed channels which may err; tries that erred
  void add(const ErrorCounts& other) {
    flits += other.flits;
    errors += other.errors;
  }
};

}  // namespace dateline

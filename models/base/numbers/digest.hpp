// A digest of bytes, to see damage and to name files: a step is one-to-one in what came before it and in its word, so
// that no single damaged word goes unseen.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "models/base/numbers/random.hpp"

namespace dateline {

[[nodiscard]] inline std::uint64_t digest(std::string_view bytes) {
  std::uint64_t state = mix(bytes.size());
  for (std::size_t at = 0; at < bytes.size(); at += sizeof state) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, std::min(sizeof word, bytes.size() - at));
    state = (state ^ word) * 0x9e3779b97f4a7c15ULL;
    state ^= state >> 32U;
  }
  return mix(state);
}

}  // namespace dateline

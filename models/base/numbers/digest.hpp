// A digest of bytes, to see damage and to name files: a step is one-to-one in what came before it and in its word, so
// that no single damaged word goes unseen. Of 64 bytes each word goes into a sum of its own, as the next step of one
// sum waits for the one before.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "models/base/numbers/random.hpp"

namespace dateline {

class Digest {
 public:
  static constexpr std::size_t kStripe = 64;

  // All parts but the last are whole stripes.
  void add(std::string_view part) {
    Sums sums = sums_;
    std::size_t at = 0;
    for (; at + kStripe <= part.size(); at += kStripe) add_stripe(sums, part.data() + at);
    if (at < part.size()) {
      std::array<char, kStripe> last{};
      std::memcpy(last.data(), part.data() + at, part.size() - at);
      add_stripe(sums, last.data());
    }
    sums_ = sums;
    bytes_ += part.size();
  }
  [[nodiscard]] std::uint64_t value() const {
    std::uint64_t state = mix(bytes_);
    for (const std::uint64_t sum : sums_) state = step(state, sum);
    return mix(state);
  }

 private:
  using Sums = std::array<std::uint64_t, kStripe / sizeof(std::uint64_t)>;

  static std::uint64_t step(std::uint64_t state, std::uint64_t word) {
    state = (state ^ word) * 0x9e3779b97f4a7c15ULL;
    return state ^ state >> 32U;
  }
  static void add_stripe(Sums& sums, const char* bytes) {
    Sums words;
    std::memcpy(words.data(), bytes, kStripe);
    for (std::size_t i = 0; i < words.size(); ++i) sums[i] = step(sums[i], words[i]);
  }

  Sums sums_{1, 2, 3, 4, 5, 6, 7, 8};
  std::uint64_t bytes_ = 0;
};

[[nodiscard]] inline std::uint64_t digest(std::string_view bytes) {
  Digest sum;
  sum.add(bytes);
  return sum.value();
}

}  // namespace dateline

// Reproducible randomness. Two kinds: a stream (PCG) per seed, source and purpose, for arrivals and destinations; and a
// counter-based generator, a hash of (seed, source, sequence number, hop, purpose), for choices on the way. Neither
// depends on the order in which parts of the network are visited, and adding a component never shifts another's
// numbers.
#pragma once

#include <boost/random/uniform_int_distribution.hpp>
#include <cstdint>
#include <pcg_random.hpp>

namespace dateline {

enum class Purpose : std::uint32_t { arrival = 1, destination = 2, start = 3, route = 4, vc = 5, injection_vc = 6, length = 7 };

// A good 64-bit mixer (finaliser of SplitMix64, Steele et al. 2014).
[[nodiscard]] constexpr std::uint64_t mix(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31U);
}

// 64 random bits for one choice of one message. `packet_key` = packet_key(mix_seed(seed), source, sequence).
[[nodiscard]] constexpr std::uint64_t choice_bits(std::uint64_t packet_key, std::uint32_t hop, Purpose purpose) {
  // The key is mixed already: one more round keeps neighbouring counters apart.
  std::uint64_t x = packet_key + (static_cast<std::uint64_t>(purpose) << 32U | hop) * 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 32U)) * 0xd6e8feb86659fd93ULL;
  return x ^ (x >> 32U);
}
[[nodiscard]] constexpr std::uint64_t packet_key(std::uint64_t mixed_seed, std::uint32_t source, std::uint64_t sequence) {
  return mix(mixed_seed + (static_cast<std::uint64_t>(source) << 40U) + sequence);
}
[[nodiscard]] constexpr std::uint64_t mix_seed(std::uint64_t seed) { return mix(seed ^ 0x6a09e667f3bcc909ULL); }

// A value below `bound` from 64 random bits; its bias is below bound / 2^64.
[[nodiscard]] constexpr std::uint64_t scale_bits(std::uint64_t bits, std::uint64_t bound) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::uint64_t>((static_cast<Wide>(bits) * bound) >> 64U);
}

class RandomStream {
 public:
  RandomStream(std::uint64_t seed, std::uint32_t source, Purpose purpose)
      : engine_(mix(seed ^ mix(static_cast<std::uint64_t>(purpose) << 32U | source)), static_cast<std::uint64_t>(purpose) << 32U | source) {}
  // Uniform in 0..bound-1, exactly.
  [[nodiscard]] std::uint32_t below(std::uint32_t bound) { return boost::random::uniform_int_distribution<std::uint32_t>(0, bound - 1)(engine_); }
  [[nodiscard]] std::uint64_t below64(std::uint64_t bound) { return boost::random::uniform_int_distribution<std::uint64_t>(0, bound - 1)(engine_); }
  // Uniform in [0, 1), a multiple of 2^-53.
  [[nodiscard]] double unit() {
    const std::uint64_t high = engine_();
    const std::uint64_t bits = high << 21U ^ static_cast<std::uint64_t>(engine_() >> 11U);
    return static_cast<double>(bits) * 0x1p-53;
  }

 private:
  pcg32 engine_;
};

}  // namespace dateline

// Bits of the pins of a Verilated model: a pin of up to 64 bits is a number, a wider one an array of 32-bit words.
#pragma once

#include <cstdint>
#include <type_traits>

namespace dateline {

// `width` is 1 to 64; what is above it in `value` must be 0.
template <typename Pin>
void set_bits(Pin& pin, unsigned low, unsigned width, std::uint64_t value) {
  if constexpr (std::is_integral_v<Pin>) {
    const std::uint64_t mask = width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
    pin = static_cast<Pin>((static_cast<std::uint64_t>(pin) & ~(mask << low)) | value << low);
  } else {
    for (unsigned i = 0; i < width; ++i) {
      const unsigned at = low + i, bit = at % 32;
      pin[at / 32] = (pin[at / 32] & ~(1U << bit)) | static_cast<std::uint32_t>(value >> i & 1U) << bit;
    }
  }
}

template <typename Pin>
[[nodiscard]] std::uint64_t bits(const Pin& pin, unsigned low, unsigned width) {
  if constexpr (std::is_integral_v<Pin>) {
    const std::uint64_t mask = width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
    return static_cast<std::uint64_t>(pin) >> low & mask;
  } else {
    std::uint64_t value = 0;
    for (unsigned i = 0; i < width; ++i) value |= static_cast<std::uint64_t>(pin[(low + i) / 32] >> (low + i) % 32 & 1U) << i;
    return value;
  }
}

// The level of a model's clock, and all that follows from it.
template <typename Model>
void set_clock(Model& model, std::uint8_t level) {
  model.clk = level;
  model.eval();
}

}  // namespace dateline

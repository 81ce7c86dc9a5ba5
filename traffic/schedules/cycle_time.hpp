// How long a cycle is, and how many of them a time takes. Times are exact decimals with a unit (ns, us, ms): "0.57us";
// they are turned into cycles exactly and rounded up once (docs/guide/workloads/schedules.md).
// Throws ConfigError(source, text, what is allowed): malformed, 0 where a cycle's length is meant, more than
// Operation::kMaxAmount cycles.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "models/base/text/parse.hpp"
#include "traffic/schedules/schedule.hpp"

namespace dateline {

class CycleTime {
 public:
  static constexpr std::string_view kTimesAllowed = "allowed: whole cycles, or a decimal with unit ns, us or ms (0.57us), at most 2^54 - 1 cycles";

  CycleTime() = default;  // 1ns
  // "1ns", "0.5us"
  CycleTime(const ValueSource& source, std::string_view text);

  [[nodiscard]] const Rational& nanoseconds() const { return nanoseconds_; }
  // "12" is 12 cycles; "0.57us" as many as it takes. Nothing if malformed or too long: see kTimesAllowed.
  [[nodiscard]] std::optional<std::uint64_t> cycles(std::string_view text) const;
  // The same as a value of an option; throws.
  [[nodiscard]] std::uint64_t cycles(const ValueSource& source, std::string_view text) const;
  // The same, not rounded.
  [[nodiscard]] Rational exact_cycles(const ValueSource& source, std::string_view text) const;
  // Nothing if too long. The time is not negative.
  [[nodiscard]] std::optional<std::uint64_t> cycles_of(const Rational& nanoseconds) const;

 private:
  Rational nanoseconds_ = 1;  // of a cycle, above 0
};

}  // namespace dateline

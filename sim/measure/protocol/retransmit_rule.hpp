// When a source sends a packet again that faults took, or errors (--retransmit 2000,backoff=2,limit=64000): `delay`
// cycles after the loss, and after each further loss of the same packet `backoff` times as long as before, `limit`
// cycles at most.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "models/base/enum_names.hpp"
#include "models/base/ids.hpp"
#include "models/base/text/parse.hpp"

namespace dateline {

inline constexpr Cycle kMaxRetransmit = 1'000'000;
inline constexpr std::uint32_t kMaxBackoff = 16;

// How a source learns that a fault took its packet: in that cycle, or by a packet that says so (loss_notices.hpp).
enum class LossNotice { at_once, packets };
constexpr std::array<EnumName<LossNotice>, 2> enum_names(LossNotice) {
  return {{{LossNotice::at_once, "at-once"}, {LossNotice::packets, "packets"}}};
}

struct RetransmitRule {
  static constexpr const char* kValues = "1..1000000 cycles[,backoff=2..16[,limit=CYCLES]]";

  Cycle delay;
  std::uint32_t backoff = 1;
  Cycle limit = kMaxRetransmit;  // delay or more
  LossNotice notice = LossNotice::at_once;

  RetransmitRule(Cycle cycles) : delay(cycles) {}  // NOLINT(google-explicit-constructor): a rule without backoff is its delay
  RetransmitRule(Cycle cycles, std::uint32_t factor, Cycle most = kMaxRetransmit) : delay(cycles), backoff(factor), limit(most) {}
  // Throws ConfigError.
  [[nodiscard]] static RetransmitRule parse(const ValueSource& source, const std::string& text);
  // Cycles to wait for after a loss of a packet that was lost so often before.
  [[nodiscard]] Cycle after(std::uint32_t losses) const;
};

}  // namespace dateline

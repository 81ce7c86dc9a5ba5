// What a packet may do that has taken an escape VC: free, it goes back to adaptive VCs wherever one is free (J. Duato
// 1993); sticky, it stays on escapes. Then no escape depends on an adaptive VC, and VCs may be reused by place
// (docs/theory/deadlock-proof.md).
#pragma once

#include <cstdint>

#include "models/base/enum_names.hpp"

namespace dateline {

enum class EscapeUse { free, sticky };
constexpr std::array<EnumName<EscapeUse>, 2> enum_names(EscapeUse) { return {{{EscapeUse::free, "free"}, {EscapeUse::sticky, "sticky"}}}; }

// In the state of a header: it is on escapes. No bit of dimensions, nor of segments (software_header.hpp).
inline constexpr std::uint64_t kOnEscapes = std::uint64_t{1} << 62U;

}  // namespace dateline

// When a virtual channel may be given to a packet, once the tail of the packet that held it has been sent over it:
// atomic: its buffer is empty and all credits are back; whole: the same, or the packet fits into the free places;
// place: one place is free; tail: always.
// Source: S. Ma, N. Enright Jerger and Z. Wang, HPCA 2012 (whole packet forwarding); W. Dally 1992.
#pragma once

#include <algorithm>
#include <cstdint>

#include "models/base/enum_names.hpp"

namespace dateline {

enum class VcReuse { atomic, whole, place, tail };
constexpr std::array<EnumName<VcReuse>, 4> enum_names(VcReuse) {
  return {{{VcReuse::atomic, "atomic"}, {VcReuse::whole, "whole"}, {VcReuse::place, "place"}, {VcReuse::tail, "tail"}}};
}

// Whether a buffer may hold several packets.
[[nodiscard]] constexpr bool shares_buffers(VcReuse reuse) { return reuse != VcReuse::atomic; }
// Whether it depends on the free places of a VC that no packet holds.
[[nodiscard]] constexpr bool counts_places(VcReuse reuse) { return reuse == VcReuse::whole || reuse == VcReuse::place; }
// The free places that a packet of `length` flits needs, of buffers of `depth`.
[[nodiscard]] constexpr std::uint32_t places_needed(VcReuse reuse, std::uint32_t length, std::uint32_t depth) {
  return reuse == VcReuse::whole ? std::min(length, depth) : reuse == VcReuse::place ? 1 : 0;
}

}  // namespace dateline

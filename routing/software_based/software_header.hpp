// What a message that was absorbed carries: for the software, the words of its SoftwareHeader; in the header flit, its
// segment in the 64 bits of HeaderState.
// Source: Safaei et al. 2006 (direction flags of Suh, Dao, Duato, Yalamanchili 2000 in the header).
// A segment goes to `target` in dimension order, each dimension by the shorter way (ties by parity) or the one that is
// requested. Intermediate stops are not counted here: no rule reads them, and headers that differ in nothing else are
// one to the proof. Words: target; absorptions, last resort and dimensions reversed; requested; orthogonal.
#pragma once

#include <cstdint>

#include "models/network/relation/relation.hpp"
#include "routing/software_based/cube_step.hpp"

namespace dateline {

struct Segment {
  NodeId target;
  Signs requested = {};  // none: the shorter way
};

struct DetourHeader {
  Segment segment;
  Signs orthogonal = {};         // the direction that detours took in a dimension; never cleared
  std::uint16_t reversed = 0;    // bit d: dimension d was reversed since the last detour
  std::uint8_t absorptions = 0;  // at faults; counted as far as the rules look
  bool last_resort = false;      // its segments are those of the last resort
};

// Of a message to `destination`; one that was never absorbed has an empty header.
[[nodiscard]] DetourHeader detour_of(const SoftwareHeader& header, NodeId destination);
[[nodiscard]] SoftwareHeader software_header(const DetourHeader& detour);

// A header on a segment: bit 63 set; bits 0..6 the state of dimension order towards the target, 8..25 the target,
// 26..57 the directions requested.
inline constexpr std::uint64_t kOnSegment = std::uint64_t{1} << 63U;
[[nodiscard]] constexpr bool on_segment(HeaderState state) { return (state.word & kOnSegment) != 0; }
[[nodiscard]] constexpr HeaderState state_on(const Segment& segment, HeaderState inner) {
  return {kOnSegment | inner.word | std::uint64_t{segment.target.value()} << 8U | std::uint64_t{segment.requested.bits()} << 26U};
}
[[nodiscard]] constexpr Segment segment_of(HeaderState state) {
  return {NodeId(static_cast<std::uint32_t>(state.word >> 8U & 0x3ffffU)), Signs(static_cast<std::uint32_t>(state.word >> 26U))};
}
[[nodiscard]] constexpr HeaderState inner_of(HeaderState state) { return {state.word & 0x7fU}; }

}  // namespace dateline

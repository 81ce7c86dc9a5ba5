#include "routing/software_based/software_header.hpp"

#include <fmt/format.h>

#include "models/base/error.hpp"

namespace dateline {
namespace {

constexpr std::uint32_t kLastResort = 1U << 8U;
constexpr std::size_t kWords = 4;

}  // namespace

DetourHeader detour_of(const SoftwareHeader& header, NodeId destination) {
  if (header.words.empty()) return {Segment{destination}};
  if (header.words.size() != kWords) throw InvariantError(fmt::format("a software header of {} words", header.words.size()));
  DetourHeader detour{Segment{NodeId(header.words[0]), Signs(header.words[2])}};
  detour.orthogonal = Signs(header.words[3]);
  detour.reversed = static_cast<std::uint16_t>(header.words[1] >> 16U);
  detour.absorptions = static_cast<std::uint8_t>(header.words[1] & 0xffU);
  detour.last_resort = (header.words[1] & kLastResort) != 0;
  return detour;
}

SoftwareHeader software_header(const DetourHeader& detour) {
  const std::uint32_t flags = detour.absorptions | (detour.last_resort ? kLastResort : 0U) | std::uint32_t{detour.reversed} << 16U;
  return {{detour.segment.target.value(), flags, detour.segment.requested.bits(), detour.orthogonal.bits()}};
}

}  // namespace dateline

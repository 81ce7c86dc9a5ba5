// Strong integer types for the things a network counts. Each is a dense index from 0 (a Cycle is a time); none converts
// to another, so a node cannot be passed for a port. value() gives the bare integer, for indexing and arithmetic.
#pragma once

#include <cstdint>
#include <functional>

namespace dateline {

template <typename Tag, typename Rep>
class Id {
 public:
  constexpr Id() = default;
  constexpr explicit Id(Rep value) : value_(value) {}
  [[nodiscard]] constexpr Rep value() const { return value_; }
  friend constexpr bool operator==(Id a, Id b) { return a.value_ == b.value_; }
  friend constexpr bool operator!=(Id a, Id b) { return a.value_ != b.value_; }
  friend constexpr bool operator<(Id a, Id b) { return a.value_ < b.value_; }

 private:
  Rep value_ = 0;
};

using NodeId = Id<struct NodeTag, std::uint32_t>;          // a router
using TerminalId = Id<struct TerminalTag, std::uint32_t>;  // who sends and receives, at a router
using ChannelId = Id<struct ChannelTag, std::uint32_t>;
using Port = Id<struct PortTag, std::uint16_t>;
using VcClass = Id<struct VcClassTag, std::uint8_t>;
using PacketId = Id<struct PacketTag, std::uint32_t>;
using Cycle = std::uint64_t;  // a point in time, or a number of cycles; never mixed with the ids above

inline constexpr ChannelId kNoChannel{0xffffffffU};
inline constexpr int kMaxVcs = 16;  // virtual channels of one physical channel, and VC classes
inline constexpr int kDefaultVcs = 4;
inline constexpr int kMaxPorts = 255;            // of a node: what the machine can order headers by
inline constexpr int kMaxRouterTerminals = 255;  // of a node, likewise
inline constexpr int kMaxDimensions = 16;        // of the cube family

}  // namespace dateline

template <typename Tag, typename Rep>
struct std::hash<dateline::Id<Tag, Rep>> {
  std::size_t operator()(dateline::Id<Tag, Rep> id) const noexcept { return std::hash<Rep>{}(id.value()); }
};

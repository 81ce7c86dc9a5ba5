// Numbers of channels and virtual channels within a tile. Channels: first the network's, as in its wiring; then the
// injection channels, terminal by terminal, nic_ports each; then, with ejection channels, as many of those. VC v of
// channel c is number c * 2^shift + v, 2^shift being the least power of two that holds all VCs of a channel; so the VCs
// of a channel are a field of one 64-bit word, and numbers ascend by kind of channel. Of a tile of several the first
// network channels come from other tiles, and the last lead to others.
// Const after construction. Throws ConfigError for options out of range or fewer VCs than the relation has classes.
#pragma once

#include <cstdint>
#include <vector>

#include "models/base/ids.hpp"
#include "models/network/relation/relation.hpp"
#include "sim/core/state/layout/router_config.hpp"
#include "sim/core/state/layout/vc_bits.hpp"
#include "sim/core/state/layout/wiring.hpp"

namespace dateline {

using VcId = Id<struct VcTag, std::uint32_t>;

class VcNumbering {
 public:
  VcNumbering(const RouterConfig& config, const Wiring& wiring, const RoutingRelation& relation);

  [[nodiscard]] std::uint32_t channels() const { return channels_; }
  [[nodiscard]] std::uint32_t network_channels() const { return network_channels_; }
  [[nodiscard]] std::uint32_t terminals() const { return terminals_; }
  [[nodiscard]] std::uint32_t vcs() const { return channels_ << shift_; }
  [[nodiscard]] unsigned shift() const { return shift_; }  // a field is 2^shift bits wide

  [[nodiscard]] const Fields& fields() const { return fields_; }

  [[nodiscard]] VcId vc(ChannelId channel, std::uint32_t vc_index) const { return VcId((channel.value() << shift_) + vc_index); }
  [[nodiscard]] ChannelId channel_of(VcId vc) const { return ChannelId(vc.value() >> shift_); }
  [[nodiscard]] std::uint32_t vc_index(VcId vc) const { return vc.value() & ((1U << shift_) - 1); }

  // The bits of all VCs of the VC's channel, in the word of 64 VC numbers that holds them.
  [[nodiscard]] std::uint64_t field_of(VcId vc) const {
    const std::uint64_t ones = (std::uint64_t{1} << (1U << shift_)) - 1;
    return ones << ((vc.value() >> shift_ << shift_) & 63U);
  }

  // Injection channels of a terminal, and as many ejection channels, where there are any.
  [[nodiscard]] std::uint32_t nic_ports() const { return nic_ports_; }
  [[nodiscard]] ChannelId injection_channel(TerminalId t, std::uint32_t nic_port = 0) const {
    return ChannelId(injection_base_ + t.value() * nic_ports_ + nic_port);
  }
  // That by which a packet leaves that has come through the router's input port `in`.
  [[nodiscard]] ChannelId ejection_channel(TerminalId t, std::uint32_t in = 0) const {
    return ChannelId(injection_base_ + injection_channels_ + t.value() * nic_ports_ + (nic_ports_ == 1 ? 0 : in % nic_ports_));
  }
  // The terminal of an injection or ejection channel, and which of the terminal's it is.
  [[nodiscard]] TerminalId terminal_of(ChannelId channel) const {
    const std::uint32_t number = nic_number(channel);
    return TerminalId(__builtin_expect(nic_ports_ == 1, 1) != 0 ? number : number / nic_ports_);
  }
  [[nodiscard]] std::uint32_t nic_port_of(ChannelId channel) const { return nic_number(channel) % nic_ports_; }
  // Of an injection or ejection channel among those of its kind in the network.
  [[nodiscard]] std::uint32_t nic_number(ChannelId channel) const { return (channel.value() - network_channels_) % injection_channels_ + first_nic_; }
  [[nodiscard]] std::uint32_t injection_channels() const { return injection_channels_; }
  // Of a tile of several: an injection or ejection channel of a terminal that another tile has.
  [[nodiscard]] bool is_elsewhere(ChannelId channel) const {
    return !elsewhere_.empty() && elsewhere_[(channel.value() - network_channels_) % injection_channels_ / nic_ports_] != 0;
  }
  [[nodiscard]] bool is_network(ChannelId channel) const { return channel.value() < network_channels_; }
  [[nodiscard]] bool is_network(VcId vc) const { return vc.value() < first_injection_; }
  [[nodiscard]] bool is_injection(VcId vc) const { return !is_network(vc) && !is_ejection(vc); }
  [[nodiscard]] bool is_ejection(VcId vc) const { return vc.value() >= first_ejection_; }
  // Of a tile of several: its first VCs come from other tiles; from `first_outgoing` on, up to the injection channels,
  // they lead to others.
  [[nodiscard]] std::uint32_t incoming() const { return incoming_; }
  [[nodiscard]] std::uint32_t first_outgoing() const { return first_outgoing_; }
  // The number of a network channel in the network.
  [[nodiscard]] ChannelId in_network(ChannelId channel) const { return numbers_.empty() ? channel : numbers_[channel.value()]; }
  // Its place among all VCs of the network: as its number, however the network is cut into tiles; ejection last.
  [[nodiscard]] std::uint32_t order_of(VcId vc) const {
    const ChannelId channel = channel_of(vc);
    const std::uint32_t in_kind = is_network(vc) ? in_network(channel).value() : nic_number(channel);
    return (is_ejection(vc) ? std::uint32_t{1} << 31U : 0) | in_kind << shift_ | vc_index(vc);
  }
  // Borders between the kinds, as VC numbers.
  [[nodiscard]] std::uint32_t first_injection() const { return first_injection_; }
  [[nodiscard]] std::uint32_t first_ejection() const { return first_ejection_; }

  static constexpr std::uint16_t kAllClasses = 0xffffU;
  // How many VCs a channel really has, and the bits of its VCs that serve any of `classes` (bit c: class c).
  [[nodiscard]] std::uint32_t vcs(ChannelId channel) const {
    return channel.value() >= network_channels_ && channel.value() < network_channels_ + injection_channels_ ? injection_vcs_ : vcs_per_channel_;
  }
  [[nodiscard]] std::uint32_t vcs_of_classes(std::uint32_t classes) const { return vcs_of_[classes & class_mask_]; }
  [[nodiscard]] std::uint32_t all_vcs() const { return (1U << vcs_per_channel_) - 1; }
  [[nodiscard]] std::uint32_t all_injection_vcs() const { return (1U << injection_vcs_) - 1; }

 private:
  std::uint32_t terminals_, nic_ports_, injection_channels_, network_channels_, channels_;
  unsigned shift_;
  Fields fields_;
  std::uint32_t first_injection_, first_ejection_;
  std::uint32_t first_nic_, injection_base_;  // modulo 2^32: terminal 0 would have the injection channels from there on
  std::uint32_t incoming_, first_outgoing_;
  std::vector<ChannelId> numbers_;
  std::vector<std::uint8_t> elsewhere_;
  std::uint32_t vcs_per_channel_, injection_vcs_;
  std::uint32_t class_mask_;           // of the classes there are, at least 8
  std::vector<std::uint16_t> vcs_of_;  // of a set of classes, for all sets (RoutingRelation::class_of_vc)
};

// The exponent of the least power of two that holds the VCs of any channel.
[[nodiscard]] unsigned vc_index_bits(const RouterConfig& config);

}  // namespace dateline

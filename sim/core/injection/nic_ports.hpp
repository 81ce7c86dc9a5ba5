// The injection channels of a terminal in phase 1. A packet takes channel (sequence + i) mod K of the terminal's K, for
// the first i whose channel has a free VC for it; one that names its channel takes that.
#pragma once

#include "sim/core/injection/injection_view.hpp"

namespace dateline {

// `kOne`: every terminal has one, and every VC that no packet holds will do.
template <bool kOne>
class NicPorts {
 public:
  NicPorts(InjectionView tile, TerminalId terminal)
      : p_(tile), terminal_(terminal), first_(tile.numbering().injection_channel(terminal)), first_free_(look(0)) {}

  [[nodiscard]] ChannelId channel(std::uint32_t port) const { return ChannelId(first_.value() + port); }
  // VCs that a packet of `length` flits may take: of a channel; of any.
  [[nodiscard]] std::uint32_t free(std::uint32_t port, std::uint32_t length) const {
    const std::uint32_t unheld = port == 0 ? first_free_ : look(port);
    return !kOne && p_.store().needs_room() ? p_.store().with_room(channel(port), unheld, length) : unheld;
  }
  [[nodiscard]] std::uint32_t free(const PacketRequest& order) const { return kOne ? free(0, order.length) : free_of_several(order); }
  // Of `own`, some of which are free for the packet, those that are on the channel.
  [[nodiscard]] std::uint32_t free_among(std::uint32_t own, std::uint32_t port, std::uint32_t length) const {
    return kOne ? own : free(port, length) & own;
  }
  // That of a packet which may take one of `own`, some of which are free.
  [[nodiscard]] std::uint32_t of(const Packet& packet, std::uint32_t own) const { return kOne ? 0 : of_several(packet, own); }
  // A packet has taken a VC of it.
  void taken(std::uint32_t port, std::uint32_t vc_index) {
    const bool alone = p_.sources().one_at_a_time();
    if (alone) p_.sources().begin_sending(number(port));
    if (port == 0) first_free_ = alone ? 0 : first_free_ & ~(1U << vc_index);
  }
  // Whether packets wait for them: 1 or 0.
  void set_wanted(std::uint32_t wanted) const {
    p_.store().channel(first_).wanted = wanted;
    for (std::uint32_t port = 1; port < count(); ++port) p_.store().channel(channel(port)).wanted = wanted;
  }

 private:
  [[nodiscard]] std::uint32_t count() const { return kOne ? 1 : p_.numbering().nic_ports(); }
  // Of an injection channel, among them all.
  [[nodiscard]] std::uint32_t number(std::uint32_t port) const { return terminal_.value() * count() + port; }
  [[nodiscard]] std::uint32_t look(std::uint32_t port) const {
    if (p_.sources().one_at_a_time() && p_.sources().sending(number(port))) return 0;
    return p_.store().free_vcs(channel(port), p_.numbering().all_injection_vcs());
  }
  [[nodiscard, gnu::noinline]] std::uint32_t free_of_several(const PacketRequest& order) const {
    if (order.nic_port != 0) return free(order.nic_port - 1U, order.length);
    std::uint32_t any = 0;
    for (std::uint32_t port = 0; port < count(); ++port) any |= free(port, order.length);
    return any;
  }
  [[nodiscard, gnu::noinline]] std::uint32_t of_several(const Packet& packet, std::uint32_t own) const {
    if (packet.order.nic_port != 0) return packet.order.nic_port - 1U;
    auto port = static_cast<std::uint32_t>(packet.sequence % count());
    while ((free(port, packet.order.length) & own) == 0) port = port + 1 == count() ? 0 : port + 1;
    return port;
  }

  const InjectionView p_;
  TerminalId terminal_;
  ChannelId first_;
  std::uint32_t first_free_;
};

}  // namespace dateline

// The injection channels of a terminal in phase 1. A packet takes channel (sequence + i) mod K of the terminal's K, for
// the first i whose channel has a free VC for it.
#pragma once

#include "sim/core/injection/injection_view.hpp"

namespace dateline {

class NicPorts {
 public:
  NicPorts(InjectionView tile, TerminalId terminal)
      : p_(tile),
        first_(tile.numbering().injection_channel(terminal)),
        count_(tile.numbering().nic_ports()),
        vcs_(tile.numbering().all_injection_vcs()),
        alone_(tile.sources().one_at_a_time()) {}

  [[nodiscard]] ChannelId channel(std::uint32_t port) const { return ChannelId(first_.value() + port); }
  // VCs that a packet may take: of a channel; of any.
  [[nodiscard]] std::uint32_t free(std::uint32_t port) const {
    if (alone_ && p_.sources().sending(p_.numbering().nic_number(channel(port)))) return 0;
    return p_.store().free_vcs(channel(port), vcs_);
  }
  [[nodiscard]] std::uint32_t free() const {
    std::uint32_t any = free(0);
    for (std::uint32_t port = 1; port < count_; ++port) any |= free(port);
    return any;
  }
  // That of a packet with such a sequence number which may take one of `own`, some of which are free.
  [[nodiscard]] std::uint32_t of(std::uint64_t sequence, std::uint32_t own) const {
    if (count_ == 1) return 0;
    auto port = static_cast<std::uint32_t>(sequence % count_);
    while ((free(port) & own) == 0) port = port + 1 == count_ ? 0 : port + 1;
    return port;
  }
  // A packet has taken a VC of it.
  void taken(std::uint32_t port) const {
    if (alone_) p_.sources().begin_sending(p_.numbering().nic_number(channel(port)));
  }
  // Whether packets wait for them: 1 or 0.
  void set_wanted(std::uint32_t wanted) const {
    for (std::uint32_t port = 0; port < count_; ++port) p_.store().channel(channel(port)).wanted = wanted;
  }

 private:
  const InjectionView p_;
  ChannelId first_;
  std::uint32_t count_, vcs_;
  bool alone_;
};

}  // namespace dateline

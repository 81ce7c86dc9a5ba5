// How long what crosses a channel is under way, in cycles (docs/reference/router-cycle.md, sections 2 and 3).
#pragma once

#include <cstdint>
#include <vector>

#include "sim/core/state/layout/router_config.hpp"
#include "sim/core/state/layout/wiring.hpp"

namespace dateline {

// Of a channel. A flit sent at bandwidth p/q is there when the last of the q/p cycles that it takes is over.
struct ChannelDelay {
  int flit, credit;
  friend bool operator==(const ChannelDelay& a, const ChannelDelay& b) { return a.flit == b.flit && a.credit == b.credit; }
};

class Delays {
 public:
  static constexpr std::size_t kMost = 254;  // different ones in a network: lists of events have numbers of 8 bits, two are others'

  // Throws ConfigError for more than kMost different delays.
  Delays(const RouterConfig& config, const Wiring& wiring);

  // The different delays of channels. The first is that of injection and ejection channels: 0, what crosses them is
  // there at the cycle's end.
  [[nodiscard]] const std::vector<ChannelDelay>& different() const { return different_; }
  // The number of a network channel's among them.
  [[nodiscard]] std::uint8_t number_of(const Wiring& wiring, std::uint32_t channel) const;

  int pipeline;       // of the routers, for flits that go on from them
  int credit;         // of credits of network channels; 0: the channel's latency
  int longest;        // of anything
  int one_for_flits;  // of all flits on network channels; 0 if they differ

 private:
  [[nodiscard]] ChannelDelay delay_of(const Wiring& wiring, std::uint32_t channel) const;

  int own_latency_;
  std::vector<ChannelDelay> different_;
};

}  // namespace dateline

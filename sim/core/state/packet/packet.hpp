// Packets: what a source asks for, what the network carries, and what is reported on arrival.
#pragma once

#include <cstdint>
#include <vector>

#include "models/base/ids.hpp"
#include "models/network/relation/relation.hpp"

namespace dateline {

// One packet in the queue of its source.
struct PacketRequest {
  Cycle generated = 0;
  TerminalId destination;
  std::uint32_t length = 1;   // flits, 1..65535
  std::uint32_t tag = 0;      // the sender's own mark, handed over on arrival
  bool measured = false;      // counts in the channels' packet counters
  std::uint8_t vc_set = 0;    // whose VCs it takes (vc_sets.hpp)
  std::uint8_t priority = 0;  // router.output-arbitration=priority: the highest first
  std::uint8_t nic_port = 0;  // the injection channel that it takes, counted from 1; 0: any of its terminal's
};

// One packet on its way (from its injection VC to its destination).
struct Packet {
  PacketRequest order;
  TerminalId source;
  std::uint32_t hops = 0;
  std::uint64_t sequence = 0;  // counts the packets of its source from 0
  std::uint64_t key = 0;       // of the counter-based generator
  Cycle injected = 0;          // the cycle in which the head flit crossed the injection channel
  HeaderState state;
};
static_assert(sizeof(Packet) == 64, "a packet is one cache line");

// A packet handed over; `ejected` is the cycle in which its tail left the network (docs/reference/router-cycle.md,
// section 3).
struct Delivery {
  Packet packet;
  Cycle ejected = 0;
  [[nodiscard]] Cycle latency() const { return ejected + 1 - packet.order.generated; }
  [[nodiscard]] Cycle network_latency() const { return ejected + 1 - packet.injected; }
};

class DeliveryObserver {
 public:
  virtual ~DeliveryObserver() = default;
  // Called at the end of a cycle, in the order of (destination, source, sequence) within it. May send new packets.
  virtual void delivered(const Delivery& delivery) = 0;
  // The tails of these packets have crossed their injection channels in cycle `now`, for the first time. Called at the
  // end of the cycle, before its deliveries, if ExecutionOptions::report_sent.
  virtual void sent(const std::vector<const Packet*>& /*packets*/, Cycle /*now*/) {}
  // Before cycle `now` a fault took the packet out of the network, or out of its source's queue, or it arrived with
  // errors and was thrown away: it is not delivered. Of the latter in the order of delivered().
  virtual void lost(const Packet& /*packet*/, Cycle /*now*/) {}

 protected:
  DeliveryObserver() = default;
  DeliveryObserver(const DeliveryObserver&) = default;
  DeliveryObserver& operator=(const DeliveryObserver&) = default;
};

}  // namespace dateline

// The same run twice, event for event: on the compiled machine alone, then on a network with external routers. Every
// flit that crosses a channel is an event; the first that differs says in which cycle, at which node, port and VC.
// What differs altogether: differences.hpp.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/network/topology/topology.hpp"
#include "sim/core/state/observer.hpp"
#include "sim/measure/cycle_client.hpp"

namespace dateline {

// A flit of message `sequence` of `source` crosses the channel of `vc`.
struct CrossingEvent {
  Cycle cycle = 0;
  VcId vc;
  std::uint32_t source = 0;
  std::uint64_t sequence = 0;
  bool tail = false;
  [[nodiscard]] bool operator==(const CrossingEvent& o) const {
    return cycle == o.cycle && vc == o.vc && source == o.source && sequence == o.sequence && tail == o.tail;
  }
};

// A module gives a credit for the buffer of `vc`, where it is the receiver.
struct CreditEvent {
  Cycle cycle = 0;
  VcId vc;
};

// Passes everything through to another client and notes what crosses the channels of the machine, the credits that
// modules give, and in which cycles packets are delivered. Memory: 32 bytes a flit and channel, 16 a credit.
class CrossingRecord final : public CycleClient, public NullObserver {
 public:
  static constexpr bool kActive = true;

  explicit CrossingRecord(CycleClient& inner) : inner_(inner) {}

  void begin(CompiledNetwork& compiled) override;
  Cycle execute(CompiledNetwork& compiled, Cycle now) override;
  void before(CompiledNetwork& compiled, Cycle next) override { inner_.before(compiled, next); }
  [[nodiscard]] bool finished() const override { return inner_.finished(); }
  void delivered(const Delivery& delivery) override {
    deliveries_.push_back(delivery.ejected);
    inner_.delivered(delivery);
  }
  void sent(const std::vector<const Packet*>& packets, Cycle now) override { inner_.sent(packets, now); }
  void lost(const Packet& packet, Cycle now) override { inner_.lost(packet, now); }
  void flit_sent(Cycle now, VcId vc, PacketId id, bool tail);

  [[nodiscard]] const std::vector<CrossingEvent>& events() const { return events_; }
  [[nodiscard]] const std::vector<CreditEvent>& credits() const { return credits_; }
  [[nodiscard]] const std::vector<Cycle>& deliveries() const { return deliveries_; }

 private:
  CycleClient& inner_;
  const Tile* tile_ = nullptr;
  std::vector<CrossingEvent> events_;
  std::vector<CreditEvent> credits_;
  std::vector<Cycle> deliveries_;
};

// What differs first before cycle `until`, as a text for people; nothing if all is equal. `numbering`: of one of the
// machines.
[[nodiscard]] std::optional<std::string> first_difference(const std::vector<CrossingEvent>& compiled, const std::vector<CrossingEvent>& external,
                                                          Cycle until, const Topology& topology, const VcNumbering& numbering);

}  // namespace dateline
